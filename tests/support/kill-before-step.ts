/**
 * Loaded into a process before its own code: kills it before one of its steps on the disk.
 *
 *   KILL_BEFORE   N: before the Nth call that changes something on the disk, counted from the start
 */
import fs from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

type Functions = Record<string, (...parameters: unknown[]) => unknown>;

let left = Number(process.env['KILL_BEFORE']);

function count(functions: Functions, names: readonly string[]): void {
  for (const name of names) {
    const real = functions[name];
    functions[name] = (...parameters) => {
      left -= 1;
      if (left === 0) process.kill(process.pid, 'SIGKILL');
      return real?.(...parameters);
    };
  }
}

count(fs as unknown as Functions, ['renameSync', 'writeSync', 'write', 'writev', 'fsync']);
count(promises as unknown as Functions, ['mkdir', 'open', 'rename', 'rm', 'utimes', 'writeFile']);
syncBuiltinESMExports();
