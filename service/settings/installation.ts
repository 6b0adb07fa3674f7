/** The id of this installation: made once, and the same ever after. Brokers and their subscribers know it. */
import { randomInt } from 'node:crypto';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { errorText, MensuraError } from '../support/errors.ts';
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

  constructor(dataDir: string) {
    this.#file = new JsonFile(join(dataDir, INSTALLATION_FILE), fileSchema, () => ({}));
  }

  /** `MS` and ten signs, once started. */
  get id(): string {
    const { id } = this.#file.value;
    if (id === undefined) throw new MensuraError('internal', 'The installation has no id before its start.');
    return id;
  }

  /**
   * Reads the id, or makes it.
   * @returns what was wrong with the file, if anything was
   * @throws MensuraError `data-folder-unusable` when it cannot be read, or a new one not be kept
   */
  async start(): Promise<string | undefined> {
    const damage = await this.#file.read();
    if (this.#file.value.id !== undefined) return damage;
    const { path } = this.#file;
    try {
      await this.#file.update(() => ({ id: newId() }));
    } catch (error) {
      throw new MensuraError(
        'data-folder-unusable',
        `The file ${path} cannot be written: ${errorText(error)}. See that the disk has room and that the folder ${dirname(path)} is this user's own, or give another with --data-dir.`,
        { cause: error },
      );
    }
    return damage;
  }
}
