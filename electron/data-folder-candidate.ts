import { access, constants, readdir, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { LOCATION_FILE } from '../service/settings/data-location.ts';
import { INSTALLATION_FILE } from '../service/settings/installation.ts';
import { withDeadline } from '../service/support/deadline.ts';
import { errorClause } from '../service/support/errors.ts';

/** Exists while data is copied into a folder, and after an interrupted copy. */
export const COPY_MARKER_FILE = 'mensura-copy-unfinished';

/** Files of the system and the location file, which do not count as content. */
const NOTHING: ReadonlySet<string> = new Set([LOCATION_FILE, '.DS_Store', 'Thumbs.db', 'desktop.ini', 'lost+found']);

/** Time limit for checking a folder, in milliseconds: a network drive may be disconnected. */
const CHECK_TIMEOUT_MS = 10_000;

/** `data`: Mensura data. `refused`: not usable, with a full sentence as the reason. */
export type DataFolderCandidate = { kind: 'empty' | 'data' } | { kind: 'refused'; reason: string };

/** Whether a folder can become the data folder. @param present the current data folder */
export async function inspectDataFolder(folder: string, present: string): Promise<DataFolderCandidate> {
  try {
    return await withDeadline(judge(folder, present), CHECK_TIMEOUT_MS, 'Checking the folder');
  } catch (error) {
    return refused(`${errorClause(error)}. Choose another folder.`);
  }
}

async function judge(folder: string, present: string): Promise<DataFolderCandidate> {
  const [target, source] = await Promise.all([realpath(folder), realpath(present)]);
  if (target === source) return refused('It is already the data folder. Choose another folder.');
  if (isWithin(target, source)) return refused('It is inside the current data folder. Choose a folder outside it.');
  await access(target, constants.W_OK | constants.X_OK);
  const names = await readdir(target);
  if (names.includes(COPY_MARKER_FILE)) {
    return refused('It contains an incomplete copy of Mensura data. Empty it, or choose another folder.');
  }
  if (names.every((name) => NOTHING.has(name))) return { kind: 'empty' };
  if (names.includes(INSTALLATION_FILE)) return { kind: 'data' };
  return refused('It contains other files. Choose an empty folder or one with Mensura data.');
}

function refused(reason: string): DataFolderCandidate {
  return { kind: 'refused', reason };
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '' && !way.startsWith('..') && !isAbsolute(way);
}

export function copyMarkerPath(folder: string): string {
  return join(folder, COPY_MARKER_FILE);
}
