/** Where the main thread's time goes under load: by the folders of the program, its packages and the engine. */
import { mqttObstacle } from '../mqtt/obstacle.ts';
import { type Result, resultOf, type Section } from '../results.ts';
import { BEFORE } from './before-after.ts';
import { type Load, nameOf } from './load.ts';
import { buildOlder, NoOlderRevision } from './older.ts';
import { sharesOf } from './parts.ts';
import { type RunFigures, runService } from './run.ts';
import type { Times } from './window.ts';

export interface ProfileOptions extends Times {
  loads: readonly Load[];
  /** The load at which the older revision is looked at too. */
  olderLoad: Load;
}

/** A part that takes less is told with all others that do. */
const LEAST = 0.02;

export async function measureProfile({ loads, olderLoad, ...times }: ProfileOptions): Promise<Section> {
  const section: Section = {
    title: "Where the main thread's time goes",
    method:
      `Everything on as above. The engine's own profiler looks every half a millisecond for ${times.durationMs} ms after ` +
      `${times.warmUpMs} ms of warm-up at what the main thread does, if it does anything; one process each. A part is the nearest of the ` +
      "program's folders, or of its packages, in the stack: Node's functions and those of `service/support` count for " +
      'whoever called them. Shares are of the samples; parts with less than ' +
      `${100 * LEAST} % together. Busy: processor time of the main thread, the profiler's included. Last, ${nameOf(olderLoad)} with the service as it was at ${BEFORE.slice(0, 7)}.`,
    results: [],
  };
  const obstacle = mqttObstacle();
  if (obstacle) return { ...section, skipped: obstacle };
  const problems: string[] = [];
  for (const load of loads) {
    const run = await runService(load, times, { isProfiled: true });
    section.results.push(...resultsOf(nameOf(load), run));
    problems.push(...run.problems.map((problem) => `${nameOf(load)}: ${problem}`));
  }
  try {
    const built = await buildOlder(BEFORE);
    const older = await runService(olderLoad, times, { built, isProfiled: true });
    section.results.push(...resultsOf(`before, ${nameOf(olderLoad)}`, older));
  } catch (error) {
    if (!(error instanceof NoOlderRevision)) throw error;
    section.remarks = [error.message];
  }
  return { ...section, problems };
}

function resultsOf(name: string, { profile = [], mainCpuMs, elapsedMs }: RunFigures): Result[] {
  const { samples, parts } = sharesOf(profile);
  const large = [...parts].filter(([, share]) => share >= LEAST).toSorted(([, a], [, b]) => b - a);
  const small = [...parts.values()].filter((share) => share < LEAST).reduce((sum, share) => sum + share, 0);
  return [
    resultOf(`${name}: samples`, '', [samples]),
    ...[['busy, of all the time', mainCpuMs / elapsedMs] as const, ...large, ['everything else', small] as const].map(
      ([part, share]) => resultOf(`${name}: ${part}`, '%', [100 * share]),
    ),
  ];
}
