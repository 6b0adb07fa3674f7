/** The measured loads, and the saturation point among them. */
import { quantile } from '../statistics.ts';
import { type Load, loadOf, nameOf, readingsPerSecond } from './load.ts';
import type { RunFigures } from './run.ts';

/** From one device at 1 Hz to far more than one process can handle. */
export const LOADS: readonly Load[] = [
  ...[1, 10, 50, 100, 200, 500].map((devices) => loadOf(devices, 1)),
  ...[1, 10, 50, 70, 100, 200, 500].map((devices) => loadOf(devices, 10)),
  ...[20, 50, 100].map((hertz) => loadOf(500, hertz)),
  // As many readings as 70 and 200 devices of seven channels at 10 Hz, with fewer channels each.
  loadOf(500, 10, 1),
  loadOf(280, 10, 5),
  loadOf(280, 50, 1),
];

/** The loads at which the yardstick is measured too. */
export const BESIDE: readonly Load[] = LOADS.filter(
  ({ devices, periodMs }) => (devices === 200 && periodMs === 100) || (devices === 500 && periodMs <= 50),
);

/** For a first look. */
export const QUICK_LOADS: readonly Load[] = [loadOf(50, 10), loadOf(50, 10, 1)];

/** Maximum median of the p99 of the event delay of a sustained load, in milliseconds. */
const LATE_MS = 100;

/** The same of the message delay: above it the queue grows. Milliseconds. */
const QUEUED_MS = 1000;

/** Maximum median share of readings due that are not sampled. */
const UNSAMPLED = 0.02;

const median = (runs: readonly RunFigures[], pick: (run: RunFigures) => number): number =>
  quantile(runs.map(pick), 0.5);

/** Why a load is not sustained; undefined if it is. */
function excess(runs: readonly RunFigures[]): string | undefined {
  const unsampled = median(runs, (run) => run.unsampled);
  const found = [
    unsampled > UNSAMPLED && `${Math.round(100 * unsampled)} % of the readings due were not sampled`,
    median(runs, ({ leftOut }) => leftOut.forReader) > 0 && 'the reader skipped readings',
    median(runs, ({ leftOut }) => leftOut.forBroker + leftOut.forHistory) > 0 && 'readings were discarded',
    median(runs, ({ delayP99 }) => delayP99) > LATE_MS && `the p99 of the event delay was above ${LATE_MS} ms`,
    median(runs, ({ mqttP99 }) => mqttP99) > QUEUED_MS && 'the p99 of the message delay was above 1 s',
  ].filter((text) => text !== false);
  return found.length > 0 ? found.join(', ') : undefined;
}

/**
 * The saturation point, as a sentence: above the highest sustained load, since a lower one may be disturbed.
 * @param measured the runs of each load
 */
export function saturationOf(measured: readonly (readonly RunFigures[])[]): string {
  const sorted = measured.toSorted((a, b) => rateOf(a) - rateOf(b));
  const last = sorted.findLastIndex((runs) => excess(runs) === undefined);
  const beyond = sorted[last + 1];
  if (!beyond) return 'No saturation: the highest load was sustained.';
  const held = sorted[last];
  const heldText = held ? `${textOf(held)} was sustained` : 'no load was sustained';
  return `Saturation: ${heldText}; at ${textOf(beyond)}, ${excess(beyond)}.`;
}

function rateOf([run]: readonly RunFigures[]): number {
  return run ? readingsPerSecond(run.load) : 0;
}

function textOf(runs: readonly RunFigures[]): string {
  const [run] = runs;
  return run ? `${nameOf(run.load)} (${Math.round(rateOf(runs)).toLocaleString('en')} readings per second)` : '';
}
