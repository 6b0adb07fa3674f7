/** The settings of the installation: read once, changed by patches, written crash-safe. */
import { join } from 'node:path';
import { type Settings, settingsSchema } from '../contract/index.ts';
import { JsonFile } from '../support/json-file.ts';
import { SETTINGS_FILE } from './options.ts';

export class SettingsStore {
  readonly #file: JsonFile<typeof settingsSchema>;
  #settings: Settings = settingsSchema.parse({});

  constructor(dataDir: string) {
    this.#file = new JsonFile(join(dataDir, SETTINGS_FILE), settingsSchema, () => settingsSchema.parse({}));
  }

  /** @returns what was wrong with the file, if anything was */
  async start(): Promise<string | undefined> {
    const { value, damage } = await this.#file.read();
    this.#settings = value;
    return damage;
  }

  get(): Settings {
    return this.#settings;
  }

  /**
   * Changes some settings. They hold once the file is written.
   * @throws ZodError for a value that the schema refuses; what the file system says
   */
  async patch(patch: Partial<Settings>): Promise<void> {
    const next = settingsSchema.parse({ ...this.#settings, ...patch });
    await this.#file.write(next);
    this.#settings = next;
  }
}
