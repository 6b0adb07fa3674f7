/**
 * Runs one benchmark in a process of its own, so that it cannot disturb others. Started by `run.ts` with its task as
 * JSON in the first argument; sends its section as the only message.
 */
import { errorText } from '../../service/support/errors.ts';
import { benchmarks } from './benchmarks.ts';
import { brokenSection, type Section } from './results.ts';
import { unexpectedEnds } from './watch.ts';

export interface OneTask {
  name: string;
  quick: boolean;
}

/** Time to wait for the ends of processes after an error, in milliseconds. */
const AFTERMATH_MS = 500;

const { name, quick } = JSON.parse(process.argv[2] ?? '') as OneTask;

/** All other processes end with this one. */
function finish(section: Section): void {
  const problems = [...(section.problems ?? []), ...unexpectedEnds()];
  process.send?.({ ...section, ...(problems.length > 0 && { problems }) } satisfies Section, () => process.exit());
}

function fail(error: unknown): void {
  console.error(error);
  // The end of a process that caused this is reported slightly later.
  setTimeout(() => finish(brokenSection(name, errorText(error))), AFTERMATH_MS);
}

// This channel closes when the parent ends; the exit then ends all started processes.
process.once('disconnect', () => process.exit(1));
process.once('SIGTERM', () => process.exit(1));
process.on('uncaughtException', fail);
const measure = Object.values(benchmarks({ quick })).find((block) => name in block)?.[name];
if (!measure) throw new Error(`There is no benchmark "${name}".`);
try {
  finish(await measure());
} catch (error) {
  fail(error);
}
