/** Says which program has a serial port open, as far as the system tells this user. */
import { readdir, readFile, readlink, realpath } from 'node:fs/promises';

export interface PortHolder {
  pid: number;
  /** The program's short name: `screen`. */
  name: string;
}

/**
 * The programs that have the port open, this one included, by the process list of Linux; empty where the system has no
 * such list or does not tell this user. Costs a look at every process: for when something is wrong already.
 * @param proc where the process list is
 */
export async function findPortHolders(path: string, proc = '/proc'): Promise<PortHolder[]> {
  const target = await realpath(path).catch(() => path);
  // Another user's processes, and processes that end meanwhile, cannot be looked into: they are left out.
  const pids = (await readdir(proc).catch(() => [])).filter((name) => /^\d+$/.test(name));
  const holders: PortHolder[] = [];
  for (const pid of pids) {
    const folder = `${proc}/${pid}/fd`;
    const descriptors = await readdir(folder).catch(() => []);
    const links = await Promise.all(descriptors.map((name) => readlink(`${folder}/${name}`).catch(() => '')));
    if (!links.includes(target)) continue;
    const name = await readFile(`${proc}/${pid}/comm`, 'utf8').catch(() => 'a program');
    holders.push({ pid: Number(pid), name: name.trim() });
  }
  return holders;
}

/** Holders other than this process, in words: `screen (process 812)`; empty when there is none. */
export function describeHolders(holders: readonly PortHolder[]): string {
  return holders
    .filter(({ pid }) => pid !== process.pid)
    .map(({ pid, name }) => `${name} (process ${pid})`)
    .join(' and ');
}
