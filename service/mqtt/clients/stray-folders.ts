/** Folders of removed clients, left by a removal that was interrupted. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorText } from '../../support/errors.ts';
import type { Logger } from '../../support/logger.ts';
import { folderNameOf } from './client-id.ts';

/** Names made by `folderNameOf`; other files are not ours to delete. */
const OURS = /^[\da-f]{32}$/;

/** On Windows, a virus scanner may briefly hold a file. */
export const RM_OPTIONS = { recursive: true, force: true, maxRetries: 5, retryDelay: 100 } as const;

/**
 * Deletes the files of removed clients; otherwise a new client of that identifier would publish their readings.
 * @param folder holds a folder for each client
 */
export async function removeOrphanedFolders(
  folder: string,
  identifiers: Iterable<string>,
  logger: Logger,
): Promise<void> {
  const known = new Set([...identifiers].map(folderNameOf));
  try {
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    for (const name of names) if (OURS.test(name) && !known.has(name)) await rm(join(folder, name), RM_OPTIONS);
  } catch (error) {
    logger.warn(`cannot delete leftover outbox folders in ${folder}: ${errorText(error)}`);
  }
}
