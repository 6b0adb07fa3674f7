/** Which programs have a file, port or socket open, by the process list of Linux. */
import { readdir, readlink } from 'node:fs/promises';
import { basename } from 'node:path';

export interface OpenFileProcess {
  pid: number;
  /** The program's name: `screen`. */
  name: string;
}

/**
 * The processes with an open file that fits; empty where the system has no such list or does not tell this user. Costs
 * a look at every process: for when something is wrong already.
 * @param fits is given what a descriptor leads to: `/dev/ttyACM0`, `socket:[41327]`
 * @param proc where the process list is
 */
export async function findOpenFileProcesses(
  fits: (target: string) => boolean,
  proc = '/proc',
): Promise<OpenFileProcess[]> {
  // Another user's processes, and processes that end meanwhile, cannot be looked into: they are left out.
  const pids = (await readdir(proc).catch(() => [])).filter((name) => /^\d+$/.test(name));
  const holders: OpenFileProcess[] = [];
  for (const pid of pids) {
    const folder = `${proc}/${pid}/fd`;
    const descriptors = await readdir(folder).catch(() => []);
    const targets = await Promise.all(descriptors.map((name) => readlink(`${folder}/${name}`).catch(() => '')));
    if (!targets.some(fits)) continue;
    // The short name in /proc is the main thread's, which some programs set to something else.
    const program = await readlink(`${proc}/${pid}/exe`).catch(() => 'a program');
    holders.push({ pid: Number(pid), name: basename(program) });
  }
  return holders;
}
