import { existsSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import type { ProblemReport } from '../devices/problems.ts';
import { makeDataFolder } from '../settings/data-folder.ts';
import { INSTALLATION_FILE } from '../settings/installation.ts';
import { findRunningService } from '../settings/instance-file.ts';
import { MensuraError } from '../support/errors.ts';
import { type FolderLock, lockFolder } from '../support/folder-lock.ts';
import type { Logger } from '../support/logger.ts';
import { isOpenToOthers, makePrivate } from '../support/private-file.ts';

/** @throws MensuraError `data-folder-in-use`, `data-folder-unusable` */
export async function lockDataFolder(dataDir: string): Promise<FolderLock> {
  makeDataFolder(dataDir);
  const lock = lockFolder(dataDir);
  if (lock) return lock;
  throw inUse(dataDir, await findRunningService({ dataDir }));
}

/** @param url of the other Mensura; undefined if it does not prove itself */
export function inUse(dataDir: string, url?: string): MensuraError {
  const remedy = 'Quit it, or choose another folder with --data-dir.';
  return new MensuraError(
    'data-folder-in-use',
    url
      ? `Mensura is already running at ${url} with the data folder ${dataDir}. ${remedy}`
      : `The data folder ${dataDir} is in use by another Mensura. ${remedy}`,
  );
}

/** The permission bit of shared folders such as `/tmp`. */
const STICKY = 0o1000;

/**
 * Makes the data folder of an earlier run private to this user, because the permissions of its files do not protect all
 * of them. Call it before this run writes there. A new folder is private, and one that others may need is not changed.
 * @returns the problem if others have access
 */
export function closeDataFolder(dataDir: string, logger: Logger): ProblemReport | undefined {
  const { isChanged, isOpen } = isForMensuraAlone(dataDir)
    ? makePrivate(dataDir)
    : { isChanged: false, isOpen: isOpenToOthers(dataDir) };
  if (isChanged) logger.info(`made the data folder ${dataDir} private to this account`);
  if (!isOpen) return undefined;
  return {
    code: 'data-folder-open',
    subject: dataDir,
    text: `Other accounts of this computer can open the data folder ${dataDir}. Mensura's own files in it are private.`,
    remedy:
      'Choose a folder of its own for Mensura with --data-dir. Or, if nothing else uses this folder, make it your own and private (chmod 700).',
  };
}

/**
 * Whether an earlier run used this folder, and nothing suggests another use: not a shared or system folder, the user's
 * home or the root of a disk; no file of another user in it.
 */
function isForMensuraAlone(dataDir: string): boolean {
  try {
    const folder = realpathSync(dataDir);
    const above = dirname(folder);
    const { mode, dev, uid } = statSync(folder);
    return (
      existsSync(join(folder, INSTALLATION_FILE)) &&
      (mode & STICKY) === 0 &&
      !`${realpathSync(homedir())}${sep}`.startsWith(`${folder}${sep}`) &&
      above !== dirname(above) &&
      statSync(above).dev === dev &&
      readdirSync(folder).every((name) => lstatSync(join(folder, name)).uid === uid)
    );
  } catch {
    // An unreadable folder is not changed, and is reported.
    return false;
  }
}
