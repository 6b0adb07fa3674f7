/** Finds the program that has a serial port open, as far as the system shows it to this user. */
import { realpath } from 'node:fs/promises';
import { findOpenFileProcesses, type OpenFileProcess } from '../../support/open-files.ts';

/**
 * The programs with the port open, including this one.
 * @param proc folder of the process list
 */
export async function findProcessesUsingPort(path: string, proc?: string): Promise<OpenFileProcess[]> {
  const target = await realpath(path).catch(() => path);
  return findOpenFileProcesses((link) => link === target, proc);
}

/** The processes other than this one as text: `screen (process 812)`; empty if there are none. */
export function describeProcesses(holders: readonly OpenFileProcess[]): string {
  return holders
    .filter(({ pid }) => pid !== process.pid)
    .map(({ pid, name }) => `${name} (process ${pid})`)
    .join(' and ');
}
