/** Selects the data folder when none is given: the platform's default, or the one the user chose. */
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { removeTemporaryFiles, writeFileAtomic } from '../support/atomic-file.ts';
import { errorClause, errorText, MensuraError } from '../support/errors.ts';

/**
 * A file in the platform's default data folder that names another one:
 * `{"version": 1, "data_dir": "/media/disk/mensura"}`.
 */
export const LOCATION_FILE = 'location.json';

/** Some editors write a UTF-8 byte order mark. */
const BYTE_ORDER_MARK = /^\uFEFF/;

function locationPath(env: NodeJS.ProcessEnv): string {
  return join(defaultDataFolder(env), LOCATION_FILE);
}

/** Validated by hand: loading a schema library would delay the start. */
function chosenFolder(path: string): string | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    // ENOTDIR: part of the path is a file, so the location file is missing too.
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw unusable(`Cannot read ${path}, which sets the data folder: ${errorClause(error)}.`, path, error);
  }
  try {
    const { version, data_dir: folder } = JSON.parse(text.replace(BYTE_ORDER_MARK, '')) as Record<string, unknown>;
    if (version === 1 && typeof folder === 'string' && isAbsolute(folder)) return folder;
  } catch {
    // Invalid JSON gets the same error as a file without a folder.
  }
  throw unusable(`${path} does not set a data folder. Expected {"version": 1, "data_dir": "<absolute path>"}.`, path);
}

function unusable(what: string, path: string, cause?: unknown): MensuraError {
  const remedy = `Delete ${path} to use the folder that contains it, or choose one with --data-dir.`;
  return new MensuraError('data-folder-unusable', `${what} ${remedy}`, { cause });
}

/**
 * The data folder for this start.
 * @param given the value of `--data-dir` or `MENSURA_DATA_DIR`
 * @throws MensuraError `data-folder-unusable` if the chosen folder is missing (a drive that is not plugged in) or
 * cannot be determined: starting with another folder would look like lost readings
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
 * Makes later starts use this folder by default.
 * @throws the error of the file system, and MensuraError `data-folder-unusable`; the choice is then unchanged
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

/** The default data folder of this user on this platform. */
export function defaultDataFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): string {
  if (platform === 'win32') return join(env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), 'Mensura');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Mensura');
  return join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'mensura');
}

/**
 * Creates the folder for this user only.
 * @throws MensuraError `data-folder-unusable`
 */
export function makeDataFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new MensuraError(
      'data-folder-unusable',
      `Cannot create the data folder ${path}: ${errorText(error)}. Choose another with --data-dir.`,
      {
        cause: error,
      },
    );
  }
}
