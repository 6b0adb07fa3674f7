/** Runs the built headless service as a child process, the way a user does. Build first (`npm run build`). */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DIST } from '../../build/paths.ts';

/** How long the service may take to say that it is ready, in milliseconds: a bound, not an expectation. */
const READY_TIMEOUT_MS = 60_000;

export interface RunningService {
  /** The base address, as the ready line gives it: `http://127.0.0.1:41234`. */
  url: string;
  port: number;
  dataDir: string;
  process: ChildProcess;
  /** Everything it has printed so far. */
  output(): string;
  /** Stops it as a user would (SIGTERM) and answers its exit code; removes the data folder unless it was given. */
  stop(): Promise<number | null>;
}

export interface StartServiceOptions {
  /** Further flags. `--port 0` and a fresh data folder are always given. */
  args?: string[];
  env?: Record<string, string>;
  /** A data folder to keep, instead of a fresh one. */
  dataDir?: string;
  /** Words in front of the command, as of a program that runs it as another user. */
  prefix?: readonly string[];
  /** How long it may take to be ready, in milliseconds, where the computer is slow. */
  patienceMs?: number;
}

/** Starts `dist/service/main.mjs` on a free port and waits for its ready line. */
export async function startService({
  args = [],
  env = {},
  dataDir,
  prefix = [],
  patienceMs = READY_TIMEOUT_MS,
}: StartServiceOptions = {}): Promise<RunningService> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'mensura-test-')));
  const command = [process.execPath, join(DIST, 'service/main.mjs'), '--port', '0', '--data-dir', folder, ...args];
  const [program = '', ...words] = [...prefix, ...command];
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  let output = '';
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const url = await new Promise<string>((resolve, reject) => {
    const deadline = setTimeout(() => fail(`was not ready after ${patienceMs} ms`), patienceMs);
    const fail = (what: string): void => {
      clearTimeout(deadline);
      child.kill('SIGKILL');
      reject(new Error(`The service ${what}. It printed:\n${output}`));
    };
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const found = /(http:\/\/127\.0\.0\.1:\d+)/.exec(output)?.[1];
      if (!found) return;
      clearTimeout(deadline);
      resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.once('exit', (code) => fail(`ended with code ${code}`));
  });
  return {
    url,
    port: Number(new URL(url).port),
    dataDir: folder,
    process: child,
    output: () => output,
    stop: async () => {
      child.kill('SIGTERM');
      const code = await exited;
      if (!dataDir) await rm(folder, { recursive: true, force: true });
      return code;
    },
  };
}
