/** The built service as a bare process: what it prints where, and how it ends. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DIST } from '../../build/paths.ts';
import { atEnd } from './at-end.ts';
import { type Heard, hear } from './hear.ts';
import { until } from './until.ts';

export interface ServiceProcess extends Heard {
  /** Waits for the ready line and answers the address in it. */
  ready(): Promise<string>;
}

/** How long a start may take on a busy machine, in milliseconds: a bound, not an expectation. */
const READY_MS = 60_000;

/** A folder that is removed at the end of the test file. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mensura-run-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Starts it with exactly these flags; variables of the real environment that would steer it are left out.
 * @param prefix a command that runs it, as `nsenter` does
 */
export function launch(args: string[], env: Record<string, string> = {}, prefix: string[] = []): ServiceProcess {
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('MENSURA_')));
  const [command = '', ...rest] = [...prefix, process.execPath, join(DIST, 'service/main.mjs'), ...args];
  const child = spawn(command, rest, { env: { ...clean, ...env } });
  const heard = hear(child);
  atEnd(async () => {
    child.kill('SIGKILL');
    await heard.exit;
  });
  return {
    ...heard,
    ready: async () => {
      const ended = heard.exit.then((code) => {
        throw new Error(`The service ended with code ${code}. It said:\n${heard.out()}${heard.err()}`);
      });
      const told = until('the ready line', () => /^.*(http:\/\/\S+?:\d+).*\n/.exec(heard.out())?.[1], READY_MS);
      return Promise.race([told, ended]);
    },
  };
}
