/** The loads that are measured, and where the knee among them is. */
import { quantile } from '../statistics.ts';
import { type Load, nameOf, readingsPerSecond } from './load.ts';
import type { RunFigures } from './run.ts';

const SECOND = 1000;

/** From one device each second to far more than one process can do. */
export const LOADS: readonly Load[] = [
  ...[1, 10, 50, 100, 200, 500].map((devices) => ({ devices, periodMs: SECOND })),
  ...[1, 10, 50, 100, 200, 500].map((devices) => ({ devices, periodMs: SECOND / 10 })),
  ...[20, 50, 100].map((hertz) => ({ devices: 500, periodMs: SECOND / hertz })),
];

/** Those of them that the yardstick is measured at too. */
export const BESIDE: readonly Load[] = LOADS.filter(
  ({ devices, periodMs }) => (devices === 200 && periodMs === 100) || (devices === 500 && periodMs <= 50),
);

/** For a first look. */
export const QUICK_LOADS: readonly Load[] = [{ devices: 50, periodMs: SECOND / 10 }];

/** The median delay of an event, 99th percentile, beyond which a load is too much, in milliseconds. */
const LATE_MS = 100;

/** The median share of the readings that were due that may be missed. */
const MISSED = 0.02;

const median = (runs: readonly RunFigures[], pick: (run: RunFigures) => number): number =>
  quantile(runs.map(pick), 0.5);

/** Why a load is too much, in words; undefined where it is not. */
function excess(runs: readonly RunFigures[]): string | undefined {
  const late = median(runs, ({ delayP99 }) => delayP99);
  const missed = median(runs, (run) => run.missed);
  const leftOut = median(runs, (run) => run.leftOut);
  if (missed > MISSED) return `${Math.round(100 * missed)} % of the readings that were due were not taken`;
  if (leftOut > 0) return 'readings were left out for a reader that could not keep up';
  if (late > LATE_MS) return `one event in a hundred came more than ${LATE_MS} ms after its reading`;
  return undefined;
}

/**
 * Where the knee is, as a sentence: behind the highest load that was kept up with, as a lower one may be disturbed.
 * @param measured the runs of each load
 */
export function kneeOf(measured: readonly (readonly RunFigures[])[]): string {
  const sorted = measured.toSorted((a, b) => rateOf(a) - rateOf(b));
  const last = sorted.findLastIndex((runs) => excess(runs) === undefined);
  const beyond = sorted[last + 1];
  if (!beyond) return 'No knee was found: the highest load was kept up with.';
  const held = sorted[last];
  const heldText = held ? `${textOf(held)} was kept up with` : 'no load was kept up with';
  return `The knee: ${heldText}; at ${textOf(beyond)} ${excess(beyond)}.`;
}

function rateOf([run]: readonly RunFigures[]): number {
  return run ? readingsPerSecond(run.load) : 0;
}

function textOf(runs: readonly RunFigures[]): string {
  const [run] = runs;
  return run ? `${nameOf(run.load)} (${Math.round(rateOf(runs)).toLocaleString('en')} readings per second)` : '';
}
