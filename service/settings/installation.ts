/** The id of this installation: made once, and the same ever after. Brokers and their subscribers know it. */
import { randomInt } from 'node:crypto';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { errorText, isDiskFull, MensuraError } from '../support/errors.ts';
import { JsonFile } from '../support/json-file.ts';

/** The name of the file in the data folder: each has one. */
export const INSTALLATION_FILE = 'installation.json';

/** Digits and letters that cannot be taken for each other: no I, L, O, U (Crockford's base 32). */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** How many random signs follow the `MS`: fifty bits. */
const LENGTH = 10;

const fileSchema = z.strictObject({
  id: z
    .string()
    .regex(new RegExp(`^MS[${SIGNS}]{${LENGTH}}$`))
    .optional(),
});

function newId(): string {
  return `MS${Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')}`;
}

export class Installation {
  readonly #file: JsonFile<typeof fileSchema>;
  #id: string | undefined;
  #failure: { error: unknown } | undefined;

  constructor(dataDir: string) {
    this.#file = new JsonFile(join(dataDir, INSTALLATION_FILE), fileSchema, () => ({}));
  }

  /** `MS` and ten signs, once started. */
  get id(): string {
    if (this.#id === undefined)
      throw new MensuraError('internal', 'The installation ID is not available before start().');
    return this.#id;
  }

  /** Why a new id is not in its file yet; undefined where it is. */
  get failure(): { error: unknown } | undefined {
    return this.#failure;
  }

  /**
   * Reads the id, or makes it. Where the disk has no room for a new one, it holds for this run until it is saved.
   * @returns what was wrong with the file, if anything was
   * @throws MensuraError `data-folder-unusable` when it cannot be read, or a new one cannot be saved for another reason
   */
  async start(): Promise<string | undefined> {
    const damage = await this.#file.read();
    this.#id = this.#file.value.id;
    if (this.#id !== undefined) return damage;
    const { path } = this.#file;
    this.#id = newId();
    try {
      await this.save();
    } catch (error) {
      if (isDiskFull(error)) {
        this.#failure = { error };
        return damage;
      }
      this.#id = undefined;
      throw new MensuraError(
        'data-folder-unusable',
        `Cannot write ${path}: ${errorText(error)}. Check that the disk has free space and that this user owns ${dirname(path)}, or choose another folder with --data-dir.`,
        { cause: error },
      );
    }
    return damage;
  }

  /** Writes the id. @throws what the file system says */
  async save(): Promise<void> {
    const { id } = this;
    await this.#file.update(() => ({ id }));
    this.#failure = undefined;
  }
}
