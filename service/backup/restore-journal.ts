/** The pending restore or reset, on disk until it is done, so that the next start completes it after a crash. */
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { backupGroupSchema, backupSchema } from '../contract/index.ts';
import { syncFolder } from '../support/atomic-file.ts';
import { errorClause, errorText, MensuraError } from '../support/errors.ts';
import { JsonFile } from '../support/json-file.ts';
import type { Logger } from '../support/logger.ts';
import type { MaintenanceOptions } from './groups.ts';

const workSchema = z.strictObject({
  what: z.enum(['restore', 'reset']),
  backup: backupSchema,
  parts: z.array(backupGroupSchema),
  /** Path of the file with the previous settings. */
  kept: z.string(),
  /** Attempts so far: limited, since the restore itself may crash the process. */
  begun: z.int(),
});
const fileSchema = z.strictObject({ version: z.literal(1), work: workSchema.nullable() });

/** The pending replacement. */
export type RestoreJob = z.infer<typeof workSchema>;

export class RestoreJournal {
  readonly #file: JsonFile<typeof fileSchema>;
  readonly #logger: Logger;

  constructor({ dataDir, logger }: Pick<MaintenanceOptions, 'dataDir' | 'logger'>) {
    const path = join(dataDir, 'restore-under-way.json');
    this.#file = new JsonFile(path, fileSchema, () => ({ version: 1 as const, work: null }));
    this.#logger = logger;
  }

  /**
   * Reads the pending work.
   * @returns undefined without any; a sentence if the file was damaged and set aside
   * @throws MensuraError `data-folder-unusable`
   */
  async read(): Promise<RestoreJob | string | undefined> {
    return (await this.#file.read()) ?? this.#file.value.work ?? undefined;
  }

  /** Call before replacing the first group. @throws MensuraError `storage-failed`: then nothing may be changed */
  async start(work: RestoreJob): Promise<void> {
    try {
      await this.#file.update(() => ({ version: 1, work }));
    } catch (cause) {
      // A repeated one stays for the next start.
      if (work.begun === 1) await this.end();
      const text = `Cannot start the ${work.what}; nothing was changed: ${errorClause(cause)}. Check that the disk has free space and the data folder is writable, then try again.`;
      throw new MensuraError('storage-failed', text, { cause });
    }
  }

  /** The work is done: the next start must not replace later changes. */
  async end(): Promise<void> {
    const { path } = this.#file;
    try {
      await rm(path, { force: true });
      await syncFolder(dirname(path));
    } catch {
      // Windows cannot delete a file that another program has open, but can soon replace it.
      await this.#file
        .update(() => ({ version: 1, work: null }))
        .catch((error: unknown) => {
          this.#logger.warn(`cannot delete ${path} (the restore would repeat at the next start): ${errorText(error)}`);
        });
    }
  }
}
