/** Says which program has a serial port open, as far as the system tells this user. */
import { realpath } from 'node:fs/promises';
import { type FileHolder, findFileHolders } from '../../support/open-files.ts';

/**
 * The programs that have the port open, this one included.
 * @param proc where the process list is
 */
export async function findProcessesUsingPort(path: string, proc?: string): Promise<FileHolder[]> {
  const target = await realpath(path).catch(() => path);
  return findFileHolders((link) => link === target, proc);
}

/** Holders other than this process, in words: `screen (process 812)`; empty when there is none. */
export function describeProcesses(holders: readonly FileHolder[]): string {
  return holders
    .filter(({ pid }) => pid !== process.pid)
    .map(({ pid, name }) => `${name} (process ${pid})`)
    .join(' and ');
}
