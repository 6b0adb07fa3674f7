/** The main thread's time under load by folder, package and engine. */
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
  /** The load at which the older revision is profiled too. */
  olderLoad: Load;
}

/** Parts with a smaller share are added up. */
const LEAST = 0.02;

export async function measureProfile({ loads, olderLoad, ...times }: ProfileOptions): Promise<Section> {
  const section: Section = {
    title: "Where the main thread's time goes",
    method:
      `Everything on as above. V8's profiler samples the main thread every 0.5 ms for ${times.durationMs} ms after ` +
      `${times.warmUpMs} ms of warm-up, once, in a process of its own; idle samples do not count. A part is the nearest ` +
      'folder or package of the program in the stack: functions of Node and of `service/support` count for their caller. ' +
      `Parts below ${100 * LEAST} % are added up. Busy: processor time of the main thread, including the profiler. ` +
      `Last, ${nameOf(olderLoad)} at revision ${BEFORE.slice(0, 7)}.`,
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
    ...[['busy', mainCpuMs / elapsedMs] as const, ...large, ['other', small] as const].map(([part, share]) =>
      resultOf(`${name}: ${part}`, '%', [100 * share]),
    ),
  ];
}
