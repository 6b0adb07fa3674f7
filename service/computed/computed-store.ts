/** The configured computed channels: read once, changed one request at a time, written atomically. */
import { join } from 'node:path';
import * as z from 'zod';
import { computedInputSchema, MAX_COMPUTED_CHANNELS } from '../contract/index.ts';
import { JsonFile } from '../support/json-file.ts';
import type { Logger } from '../support/logger.ts';
import { persistChange } from '../support/saved-change.ts';
import { type Entries, parseEntries, type StoredEntry } from './entries.ts';

/** Also validates a file edited by hand, by the rules for new entries. */
const fileSchema = z
  .strictObject({
    version: z.literal(1),
    computed: z
      .array(z.strictObject({ id: z.string(), computed: computedInputSchema, reset_at: z.number().nullable() }))
      .max(MAX_COMPUTED_CHANNELS),
  })
  .superRefine(({ computed }, context) => {
    for (const { path, message } of parseEntries(computed.map(fromStored)).errors) {
      context.addIssue({ code: 'custom', path: ['computed', ...path.split('.')], message });
    }
  });

type ComputedFile = z.infer<typeof fileSchema>;

export class ComputedStore {
  readonly #file: JsonFile<typeof fileSchema>;
  readonly #logger: Logger;
  /** By the file's value, so that a change always follows the one before it. */
  readonly #parsed = new WeakMap<ComputedFile, Entries>();

  constructor(dataDir: string, logger: Logger) {
    this.#file = new JsonFile(join(dataDir, 'computed.json'), fileSchema, () => ({ version: 1, computed: [] }));
    this.#logger = logger;
  }

  /** In the order in which they were added. */
  get entries(): Entries {
    return this.#entriesIn(this.#file.value);
  }

  /**
   * Reads the file.
   * @returns what was wrong with it, if anything
   * @throws MensuraError `data-folder-unusable`
   */
  start(): Promise<string | undefined> {
    return this.#file.read();
  }

  /**
   * Changes the entries once the file is written.
   * @returns the entries before and after the change
   * @throws the MensuraError that `make` throws; MensuraError `storage-failed`: then nothing has changed
   */
  async change(make: (entries: Entries) => Entries): Promise<Record<'before' | 'after', Entries>> {
    let before = this.entries;
    let after = before;
    const apply = (file: ComputedFile): ComputedFile => {
      before = this.#entriesIn(file);
      after = make(before);
      const changed: ComputedFile = { version: 1, computed: Array.from(after.values(), toStored) };
      this.#parsed.set(changed, after);
      return changed;
    };
    await persistChange(this.#file, 'the computed channels', apply, this.#logger);
    return { before, after };
  }

  #entriesIn(file: ComputedFile): Entries {
    let entries = this.#parsed.get(file);
    if (!entries) this.#parsed.set(file, (entries = parseEntries(file.computed.map(fromStored)).entries));
    return entries;
  }
}

type EntryInFile = ComputedFile['computed'][number];

function toStored({ id, computed, resetAt }: StoredEntry): EntryInFile {
  return { id, computed, reset_at: resetAt };
}

function fromStored({ id, computed, reset_at: resetAt }: EntryInFile): StoredEntry {
  return { id, computed, resetAt };
}
