import { existsSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { COMPANIONS } from './database.ts';

/**
 * Renames a file that cannot be used, with what SQLite keeps beside it, to `history-damaged-<UTC time>.sqlite`.
 * @returns the new path
 * @throws what the file system throws
 */
export function setAside(path: string): string {
  const time = new Date().toISOString().replaceAll(/[-:]/g, '').replace('T', '-').replace('Z', '').replace('.', '-');
  const aside = join(dirname(path), `history-damaged-${time}.sqlite`);
  for (const companion of COMPANIONS) {
    if (existsSync(path + companion)) renameSync(path + companion, aside + companion);
  }
  return aside;
}
