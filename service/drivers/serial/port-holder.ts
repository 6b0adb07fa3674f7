/** Says which program has a serial port open, as far as the system tells this user. */
import { realpath } from 'node:fs/promises';
import { findOpenFileProcesses, type OpenFileProcess } from '../../support/open-files.ts';

/**
 * The programs that have the port open, this one included.
 * @param proc where the process list is
 */
export async function findProcessesUsingPort(path: string, proc?: string): Promise<OpenFileProcess[]> {
  const target = await realpath(path).catch(() => path);
  return findOpenFileProcesses((link) => link === target, proc);
}

/** Holders other than this process, in words: `screen (process 812)`; empty when there is none. */
export function describeProcesses(holders: readonly OpenFileProcess[]): string {
  return holders
    .filter(({ pid }) => pid !== process.pid)
    .map(({ pid, name }) => `${name} (process ${pid})`)
    .join(' and ');
}
