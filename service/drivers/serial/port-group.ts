/** Which group may open a serial port: what a user without the right must join. */
import { readFile, stat } from 'node:fs/promises';

/** Groups that nobody should join to read an instrument. */
const NOT_FOR_USERS = new Set(['root', 'wheel', 'nogroup']);

/**
 * The name of the group that owns the port and may read and write it; undefined where there is none that a user should
 * join.
 */
export async function groupOfPort(path: string, groupFile = '/etc/group'): Promise<string | undefined> {
  const port = await stat(path).catch(() => undefined);
  const table = await readFile(groupFile, 'utf8').catch(() => '');
  if (!port || (port.mode & 0o060) !== 0o060) return undefined;
  const name = table
    .split('\n')
    .map((line) => line.split(':'))
    .find(([, , id]) => id === String(port.gid))?.[0];
  return name && !NOT_FOR_USERS.has(name) ? name : undefined;
}
