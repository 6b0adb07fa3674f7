/** What a restore or a reset is about to do, on disk until it is done: one that a crash cut short is completed. */
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { backupSchema, settingPartSchema } from '../contract/index.ts';
import { syncFolder } from '../support/atomic-file.ts';
import { errorClause, errorText, MensuraError } from '../support/errors.ts';
import { JsonFile } from '../support/json-file.ts';
import type { Logger } from '../support/logger.ts';

const workSchema = z.strictObject({
  what: z.enum(['restore', 'reset']),
  backup: backupSchema,
  parts: z.array(settingPartSchema),
  /** The file with everything as it was before. */
  kept: z.string(),
  /** How often it was begun: one at which the program itself may die is not begun for ever. */
  begun: z.int(),
});
const fileSchema = z.strictObject({ version: z.literal(1), work: workSchema.nullable() });

/** What is replaced by what. */
export type RestoreJob = z.infer<typeof workSchema>;

export interface JournalOptions {
  dataDir: string;
  logger: Logger;
}

export class RestoreJournal {
  readonly #file: JsonFile<typeof fileSchema>;
  readonly #logger: Logger;

  constructor({ dataDir, logger }: JournalOptions) {
    const path = join(dataDir, 'restore-under-way.json');
    this.#file = new JsonFile(path, fileSchema, () => ({ version: 1 as const, work: null }));
    this.#logger = logger;
  }

  /**
   * What was begun and not ended.
   * @returns undefined where there is nothing; a sentence where the file is damaged, which was set aside then
   * @throws MensuraError `data-folder-unusable`
   */
  async read(): Promise<RestoreJob | string | undefined> {
    return (await this.#file.read()) ?? this.#file.value.work ?? undefined;
  }

  /** Before the first part is replaced. @throws MensuraError `storage-failed`: then nothing may be changed */
  async begin(work: RestoreJob): Promise<void> {
    try {
      await this.#file.update(() => ({ version: 1, work }));
    } catch (cause) {
      // One that is completed stays for the next start.
      if (work.begun === 1) await this.end();
      const text = `Cannot start the ${work.what}; nothing was changed: ${errorClause(cause)}. Check that the disk has free space and the data folder is writable, then try again.`;
      throw new MensuraError('storage-failed', text, { cause });
    }
  }

  /** Nothing is under way any more. What is set from now on must not be replaced at the next start. */
  async end(): Promise<void> {
    const { path } = this.#file;
    try {
      await rm(path, { force: true });
      await syncFolder(dirname(path));
    } catch {
      // On Windows a file that another program has open cannot be deleted; another may take its place a moment later.
      await this.#file
        .update(() => ({ version: 1, work: null }))
        .catch((error: unknown) => {
          this.#logger.warn(`cannot delete ${path} (the restore would repeat at the next start): ${errorText(error)}`);
        });
    }
  }
}
