/** The largest costs before and after they were reduced: two revisions in one run. */
import { mqttObstacle } from '../mqtt/obstacle.ts';
import { type Result, resultOf, type Section } from '../results.ts';
import { type Load, nameOf } from './load.ts';
import { buildOlder, NoOlderRevision } from './older.ts';
import { type RunFigures, runService } from './run.ts';
import type { Times } from './window.ts';

/** The service before the costs of a reading were reduced (docs/limits.md). */
export const BEFORE = 'f0cd16d4845bd16d9a6bcc3556104c4792714583';

export interface BeforeAfterOptions extends Times {
  rounds: number;
  load: Load;
}

export async function measureBeforeAfter({ rounds, load, ...times }: BeforeAfterOptions): Promise<Section> {
  const section: Section = {
    title: 'The cost of a reading, before and after',
    method:
      `The service of revision ${BEFORE.slice(0, 7)}, built from git with today's packages, and the current one, in turn: ` +
      `${nameOf(load)}, everything on as above. ${rounds} rounds of ${times.durationMs} ms with fresh processes after ` +
      `${times.warmUpMs} ms of warm-up.`,
    results: [],
  };
  const obstacle = mqttObstacle();
  if (obstacle) return { ...section, skipped: obstacle };
  let built: string;
  try {
    built = await buildOlder(BEFORE);
  } catch (error) {
    if (!(error instanceof NoOlderRevision)) throw error;
    return { ...section, skipped: error.message };
  }
  const before: RunFigures[] = [];
  const now: RunFigures[] = [];
  for (let round = 0; round < rounds; round += 1) {
    before.push(await runService(load, times, { built }));
    now.push(await runService(load, times));
  }
  const problems = now.flatMap((run) => run.problems);
  return { ...section, results: resultsOf(before, now), problems };
}

const FIGURES: readonly [what: string, unit: string, pick: (run: RunFigures) => number][] = [
  ['processor time per reading, all threads', 'µs', ({ cpuPerReading }) => cpuPerReading],
  ['processor time per reading, main thread', 'µs', ({ mainCpuPerReading }) => mainCpuPerReading],
  ['garbage per reading', 'B', ({ garbagePerReading }) => garbagePerReading],
  ['resident memory', 'MiB', ({ residentMiB }) => residentMiB],
  ['reading to event, p50', 'ms', ({ delayP50 }) => delayP50],
  ['reading to subscriber, p50', 'ms', ({ mqttP50 }) => mqttP50],
  ['request, p50', 'ms', ({ apiP50 }) => apiP50],
];

function resultsOf(before: readonly RunFigures[], now: readonly RunFigures[]): Result[] {
  return FIGURES.flatMap(([what, unit, pick]) => [
    resultOf(`before: ${what}`, unit, before.map(pick)),
    resultOf(`now: ${what}`, unit, now.map(pick)),
    resultOf(
      `now over before: ${what}`,
      '',
      now.map((run, round) => {
        const former = before[round];
        return former ? pick(run) / pick(former) : Number.NaN;
      }),
    ),
  ]);
}
