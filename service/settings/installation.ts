/** The ID of this installation: generated once and never changed, because brokers and subscribers know it. */
import { randomInt } from 'node:crypto';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { errorText, isDiskFull, MensuraError } from '../support/errors.ts';
import { JsonFile } from '../support/json-file.ts';

export const INSTALLATION_FILE = 'installation.json';

/** Digits and letters that are not mistaken for each other: no I, L, O, U (Crockford's base 32). */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Number of random characters after `MS`: fifty bits. */
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

  /** `MS` and ten characters. Available after `start`. */
  get id(): string {
    if (this.#id === undefined)
      throw new MensuraError('internal', 'The installation ID is not available before start().');
    return this.#id;
  }

  /** Why a new ID is not in its file yet; undefined if it is. */
  get failure(): { error: unknown } | undefined {
    return this.#failure;
  }

  /**
   * Reads or generates the ID. If the disk is full, a new ID is valid for this run until it is saved.
   * @returns what was wrong with the file, if anything
   * @throws MensuraError `data-folder-unusable` when it cannot be read, or a new ID cannot be saved for another reason
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
        `Cannot write ${path}: ${errorText(error)}. Check that the disk has free space and that the account that runs Mensura owns ${dirname(path)}, or choose another folder with --data-dir.`,
        { cause: error },
      );
    }
    return damage;
  }

  /** @throws the error of the file system */
  async save(): Promise<void> {
    const { id } = this;
    await this.#file.update(() => ({ id }));
    this.#failure = undefined;
  }
}
