import { setTimeout as pause } from 'node:timers/promises';
import { withDeadline } from './deadline.ts';
import { errorText } from './errors.ts';
import type { Logger } from './logger.ts';

/** Time for the service to stop, in milliseconds; then the process ends anyway. */
const STOP_DEADLINE_MS = 10_000;

/** Time for file operations in progress at the end, and between two checks of them, in milliseconds. */
const SETTLE = { ms: 1000, checkMs: 20 } as const;

/** Node's names for file operations and for DNS lookups. */
const FILES = /^FSReq/;
const NAMES = /^Get(?:AddrInfo|NameInfo)Req/;

/**
 * Stops the service, or gives up at the deadline. Logs failures.
 * @param stop resolves to false if something still runs and may be writing
 * @returns the same
 */
export async function stopInTime(stop: () => Promise<boolean>, logger: Logger): Promise<boolean> {
  try {
    return await withDeadline(stop(), STOP_DEADLINE_MS, 'Stopping the service');
  } catch (error) {
    logger.error(`did not stop cleanly: ${errorText(error)}`, { error });
    return false;
  }
}

/**
 * Ends the process with this code. A normal exit waits for every thread: one in a system call on a dead disk never
 * returns, and a DNS lookup returns late. The process is then replaced by a shell that exits with the code; Windows
 * cannot do that, so there it kills itself with code 1.
 * @param isStopped false if a thread may hang
 * @param exit the normal exit
 */
export async function endProcess(code: number, isStopped: boolean, exit: (code: number) => void): Promise<void> {
  if (isStopped) {
    for (let waited = 0; isBusyWith(FILES) && waited < SETTLE.ms; waited += SETTLE.checkMs) await pause(SETTLE.checkMs);
    if (!isBusyWith(FILES) && !isBusyWith(NAMES)) return exit(code);
  }
  if (process.platform !== 'win32') process.execve?.('/bin/sh', ['sh', '-c', `exit ${code}`]);
  process.kill(process.pid, 'SIGKILL');
}

function isBusyWith(kind: RegExp): boolean {
  return process.getActiveResourcesInfo().some((name) => kind.test(name));
}
