/** The data folder belongs to one Mensura at a time. */
import { makeDataFolder } from '../settings/data-folder.ts';
import { findRunningService } from '../settings/instance.ts';
import { MensuraError } from '../support/errors.ts';
import { type FolderLock, lockFolder } from '../support/folder-lock.ts';

/** @throws MensuraError `data-folder-in-use`, `data-folder-unusable` */
export async function claimDataFolder(dataDir: string): Promise<FolderLock> {
  makeDataFolder(dataDir);
  const lock = lockFolder(dataDir);
  if (lock) return lock;
  const url = await findRunningService({ dataDir });
  throw new MensuraError(
    'data-folder-in-use',
    url
      ? `A Mensura is running already with the data folder ${dataDir}, at ${url}.`
      : `The data folder ${dataDir} belongs to another Mensura that is running. Stop that one, or give another folder with --data-dir.`,
  );
}
