/** Which data folder a start uses when none is given: the platform's own, or the one the user chose instead. */
import { readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { removeTemporaryFiles, writeFileAtomic } from '../support/atomic-file.ts';
import { errorClause, MensuraError } from '../support/errors.ts';
import { defaultDataFolder, makeDataFolder } from './data-folder.ts';

/** Stands in the platform's own data folder and names another: `{"version": 1, "data_dir": "/media/disk/mensura"}`. */
export const LOCATION_FILE = 'location.json';

/** What some editors put before a text. */
const BYTE_ORDER_MARK = /^\uFEFF/;

function locationPath(env: NodeJS.ProcessEnv): string {
  return join(defaultDataFolder(env), LOCATION_FILE);
}

/** What the file says. Checked by hand: a start should not wait for a schema library before it shows anything. */
function chosenFolder(path: string): string | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    // Neither is there a file below what is no folder.
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw unusable(`Cannot read ${path}, which sets the data folder: ${errorClause(error)}.`, path, error);
  }
  try {
    const { version, data_dir: folder } = JSON.parse(text.replace(BYTE_ORDER_MARK, '')) as Record<string, unknown>;
    if (version === 1 && typeof folder === 'string' && isAbsolute(folder)) return folder;
  } catch {
    // What is no JSON is told as what names no folder.
  }
  throw unusable(`${path} does not set a data folder. Expected {"version": 1, "data_dir": "<absolute path>"}.`, path);
}

function unusable(what: string, path: string, cause?: unknown): MensuraError {
  const remedy = `Delete ${path} to use the folder that contains it, or choose one with --data-dir.`;
  return new MensuraError('data-folder-unusable', `${what} ${remedy}`, { cause });
}

/**
 * The data folder of a start.
 * @param given what `--data-dir` or `MENSURA_DATA_DIR` says
 * @throws MensuraError `data-folder-unusable` where the chosen folder is gone (a drive that is not plugged in), or
 * cannot be known: another folder in its place would look like lost measurements
 */
export function locateDataFolder(given: string | undefined, env: NodeJS.ProcessEnv): string {
  if (given !== undefined) return resolve(given);
  const path = locationPath(env);
  const chosen = chosenFolder(path);
  if (chosen === undefined) return resolve(defaultDataFolder(env));
  try {
    if (statSync(chosen).isDirectory()) return chosen;
  } catch (error) {
    const what = `The data folder ${chosen} is not available: ${errorClause(error)}. If it is on an external drive, connect the drive.`;
    throw unusable(what, path, error);
  }
  throw unusable(`The data folder ${chosen} is not a folder.`, path);
}

/**
 * Has the starts to come use this folder, where none is given to them.
 * @throws what the file system says, and MensuraError `data-folder-unusable`; the choice is as before then
 */
export async function chooseDataFolder(folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const path = locationPath(env);
  await removeTemporaryFiles(defaultDataFolder(env), (name) => name === LOCATION_FILE);
  if (folder === resolve(defaultDataFolder(env))) {
    await rm(path, { force: true });
    return;
  }
  makeDataFolder(defaultDataFolder(env));
  await writeFileAtomic(path, `${JSON.stringify({ version: 1, data_dir: folder }, null, 2)}\n`);
}
