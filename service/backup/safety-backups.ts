import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Backup } from '../contract/index.ts';
import { removeTemporaryFiles, writeFileAtomic } from '../support/atomic-file.ts';
import { errorClause, errorText, MensuraError } from '../support/errors.ts';
import type { Logger } from '../support/logger.ts';
import { makeFolder } from '../support/private-file.ts';
import type { MaintenanceOptions } from './groups.ts';

/** Limit of such backups; the oldest is deleted first. */
const MAX_BACKUPS = 10;

/** Names made here; other files are not ours to delete. They sort by time. */
const OURS = /^mensura-before-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.json$/;

export class SafetyBackups {
  readonly #folder: string;
  readonly #logger: Logger;

  constructor({ dataDir, logger }: Pick<MaintenanceOptions, 'dataDir' | 'logger'>) {
    this.#folder = join(dataDir, 'backups');
    this.#logger = logger;
  }

  /**
   * Writes a backup that only the user can read.
   * @returns its path
   * @throws MensuraError `storage-failed`
   */
  async save(backup: Backup): Promise<string> {
    const path = join(this.#folder, `mensura-before-${backup.made.replaceAll(/[:.]/g, '-')}.json`);
    try {
      await makeFolder(this.#folder);
      await writeFileAtomic(path, `${JSON.stringify(backup, null, 2)}\n`);
    } catch (cause) {
      const text = `Cannot save the current state to ${path}; nothing was changed: ${errorClause(cause)}. Check that the disk has free space and the data folder is writable, then try again.`;
      throw new MensuraError('storage-failed', text, { cause });
    }
    await this.#deleteOld(path);
    return path;
  }

  /** @param newest is never deleted, even with an older name after the clock was set back */
  async #deleteOld(newest: string): Promise<void> {
    await removeTemporaryFiles(this.#folder, (name) => OURS.test(name));
    try {
      const ours = (await readdir(this.#folder)).filter((name) => OURS.test(name)).toSorted();
      const others = ours.map((name) => join(this.#folder, name)).filter((path) => path !== newest);
      for (const path of others.slice(0, 1 - MAX_BACKUPS)) await rm(path, { force: true });
    } catch (error) {
      this.#logger.warn(`cannot delete old backups in ${this.#folder}: ${errorText(error)}`);
    }
  }
}
