/** Finds the programs that have a file, port or socket open, from the process list of Linux. */
import { readdir, readlink } from 'node:fs/promises';
import { basename } from 'node:path';

export interface OpenFileProcess {
  pid: number;
  /** Such as `screen`. */
  name: string;
}

/**
 * Processes with a matching open file; empty if the system has no such list or hides it from this user. Inspects every
 * process, so call it only after a failure.
 * @param fits receives the target of a descriptor: `/dev/ttyACM0`, `socket:[41327]`
 * @param proc folder of the process list
 */
export async function findOpenFileProcesses(
  fits: (target: string) => boolean,
  proc = '/proc',
): Promise<OpenFileProcess[]> {
  // Other accounts' processes and processes that have ended cannot be read and are skipped.
  const pids = (await readdir(proc).catch(() => [])).filter((name) => /^\d+$/.test(name));
  const holders: OpenFileProcess[] = [];
  for (const pid of pids) {
    const folder = `${proc}/${pid}/fd`;
    const descriptors = await readdir(folder).catch(() => []);
    const targets = await Promise.all(descriptors.map((name) => readlink(`${folder}/${name}`).catch(() => '')));
    if (!targets.some(fits)) continue;
    // The short name in /proc is that of the main thread, which some programs change.
    const program = await readlink(`${proc}/${pid}/exe`).catch(() => 'a program');
    holders.push({ pid: Number(pid), name: basename(program) });
  }
  return holders;
}
