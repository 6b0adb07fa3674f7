import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

export function countPages(database: DatabaseSync): { used: number; free: number; size: number } {
  const number = (pragma: string): number => Number(database.prepare(`PRAGMA ${pragma}`).get()?.[pragma]);
  const free = number('freelist_count');
  return { used: number('page_count') - free, free, size: number('page_size') };
}

/** The bytes of a file; 0 if it does not exist. */
export function fileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
