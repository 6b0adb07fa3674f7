/** Runs benchmarks, each in a process of its own, one after the other or a few at a time. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { brokenSection, type Section } from './results.ts';
import type { OneTask } from './run-one.ts';

const PROGRAM = fileURLToPath(new URL('run-one.ts', import.meta.url));

export interface RunOptions {
  quick: boolean;
  /** Time after which a benchmark is ended and reported, in milliseconds. */
  patienceMs: number;
  /** Concurrent benchmarks: 1 if figures matter. */
  lanes: number;
}

/** The section of a benchmark, and its time in seconds. */
export interface Measured {
  section: Section;
  seconds: number;
}

/** Time for a hanging benchmark to end its processes, in milliseconds. */
const END_MS = 5000;

/** Runs one benchmark. Failures are problems of its section. */
async function runOne(name: string, { quick, patienceMs }: RunOptions): Promise<Measured> {
  process.stderr.write(`Measuring ${name}...\n`);
  const begin = performance.now();
  const child = fork(PROGRAM, [JSON.stringify({ name, quick } satisfies OneTask)], { serialization: 'advanced' });
  let section: Section | undefined;
  child.once('message', (message) => {
    section = message as Section;
  });
  const hangs = setTimeout(() => child.kill('SIGTERM'), patienceMs);
  const hangsStill = setTimeout(() => child.kill('SIGKILL'), patienceMs + END_MS);
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  clearTimeout(hangs);
  clearTimeout(hangsStill);
  const seconds = (performance.now() - begin) / 1000;
  const late = seconds * 1000 > patienceMs ? `did not end within ${patienceMs / 60_000} minutes; ` : '';
  const how = signal ? `by ${signal}` : `with code ${code}`;
  return {
    section: section ?? brokenSection(name, `${late}its process ended ${how} before the end of the measurement.`),
    seconds,
  };
}

/** Runs several, started and returned in their order. */
export async function runAll(names: readonly string[], options: RunOptions): Promise<ReadonlyMap<string, Measured>> {
  const measured = new Map<string, Measured>();
  const left = [...names];
  const lane = async (): Promise<void> => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      measured.set(name, await runOne(name, options));
    }
  };
  await Promise.all(Array.from({ length: options.lanes }, lane));
  return measured;
}
