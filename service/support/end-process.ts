/** The end of a program: within its deadline, whatever hangs. */
import { setTimeout as pause } from 'node:timers/promises';
import { withDeadline } from './deadline.ts';
import { errorText } from './errors.ts';
import type { Logger } from './logger.ts';

/** How long the service may take to stop, in milliseconds; then the process ends without waiting further. */
const STOP_DEADLINE_MS = 10_000;

/** How long file operations under way at the end may take, in milliseconds, and how often they are looked at. */
const SETTLE = { ms: 1000, lookMs: 20 } as const;

/** What Node calls operations on files, and questions for the names and addresses of computers. */
const FILES = /^FSReq/;
const NAMES = /^Get(?:AddrInfo|NameInfo)Req/;

/**
 * Stops the service, or gives up at the deadline; what went wrong is logged.
 * @param stop false where something has not ended, and may still be writing
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
 * Ends the process with this code. A usual end waits for every thread. One in a system call of a dead disk never comes
 * back, and one that asks a silent name server comes back late: the process is then replaced by a shell that ends with
 * the code. On Windows, which cannot do that, it ends itself with code 1.
 * @param isStopped false where a thread may hang
 * @param exit the usual end
 */
export async function endProcess(code: number, isStopped: boolean, exit: (code: number) => void): Promise<void> {
  if (isStopped) {
    for (let waited = 0; isBusyWith(FILES) && waited < SETTLE.ms; waited += SETTLE.lookMs) await pause(SETTLE.lookMs);
    if (!isBusyWith(FILES) && !isBusyWith(NAMES)) return exit(code);
  }
  if (process.platform !== 'win32') process.execve?.('/bin/sh', ['sh', '-c', `exit ${code}`]);
  process.kill(process.pid, 'SIGKILL');
}

/** Whether threads of Node's pool are in operations of a kind. */
function isBusyWith(kind: RegExp): boolean {
  return process.getActiveResourcesInfo().some((name) => kind.test(name));
}
