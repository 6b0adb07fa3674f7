/** The data folder belongs to one Mensura at a time, and to one user. */
import type { TroubleReport } from '../devices/troubles.ts';
import { makeDataFolder } from '../settings/data-folder.ts';
import { findRunningService } from '../settings/instance.ts';
import { MensuraError } from '../support/errors.ts';
import { type FolderLock, lockFolder } from '../support/folder-lock.ts';
import type { Logger } from '../support/logger.ts';
import { makePrivate } from '../support/private-file.ts';

/** @throws MensuraError `data-folder-in-use`, `data-folder-unusable` */
export async function claimDataFolder(dataDir: string): Promise<FolderLock> {
  makeDataFolder(dataDir);
  const lock = lockFolder(dataDir);
  if (lock) return lock;
  throw inUse(dataDir, await findRunningService({ dataDir }));
}

/** @param url where the other Mensura serves; undefined where it does not prove itself */
export function inUse(dataDir: string, url?: string): MensuraError {
  return new MensuraError(
    'data-folder-in-use',
    url
      ? `A Mensura is running already with the data folder ${dataDir}, at ${url}.`
      : `The data folder ${dataDir} belongs to another Mensura that is running. Stop that one, or give another folder with --data-dir.`,
  );
}

/**
 * Makes an existing data folder this user's alone: the permissions of its files would not keep others from them all.
 * @returns what is to be said where that is not possible
 */
export function closeDataFolder(dataDir: string, logger: Logger): TroubleReport | undefined {
  const { isChanged, isOpen } = makePrivate(dataDir);
  if (isChanged) logger.info(`Other users of this computer could open the data folder ${dataDir}; now only you can.`);
  if (!isOpen) return undefined;
  return {
    code: 'data-folder-open',
    subject: dataDir,
    text: `Other users of this computer can open the data folder ${dataDir}, which holds settings, passwords and measurements.`,
    remedy: 'Make the folder your own and private (chmod 700), or give another with --data-dir.',
  };
}
