/**
 * Runs one benchmark in a process of its own: what it leaves behind, or what takes it down, meets no other. Started by
 * `run.ts` with its task as JSON in the first argument; sends its section as the only message.
 */
import { errorText } from '../../service/support/errors.ts';
import { benchmarks } from './benchmarks.ts';
import { brokenSection, type Section } from './results.ts';
import { unexpectedEnds } from './watch.ts';

export interface OneTask {
  name: string;
  quick: boolean;
}

/** How long the ends of processes are waited for after an error, in milliseconds. */
const AFTERMATH_MS = 500;

const { name, quick } = JSON.parse(process.argv[2] ?? '') as OneTask;

/** Nothing is left to do then: whatever still runs ends with this process. */
function finish(section: Section): void {
  const problems = [...(section.problems ?? []), ...unexpectedEnds()];
  process.send?.({ ...section, ...(problems.length > 0 && { problems }) } satisfies Section, () => process.exit());
}

function fail(error: unknown): void {
  console.error(error);
  // Whatever died and so caused this tells its end a moment later.
  setTimeout(() => finish(brokenSection(name, errorText(error))), AFTERMATH_MS);
}

// The parent's end closes this channel, however it ended; an exit in good order ends what was started.
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
