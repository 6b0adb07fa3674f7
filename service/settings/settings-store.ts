/** The settings of the installation: read once, changed by patches, written crash-safe. */
import { join } from 'node:path';
import { type Settings, settingsSchema } from '../contract/index.ts';
import { JsonFile } from '../support/json-file.ts';
import { SETTINGS_FILE } from './options.ts';

export class SettingsStore {
  readonly #file: JsonFile<typeof settingsSchema>;

  constructor(dataDir: string) {
    this.#file = new JsonFile(join(dataDir, SETTINGS_FILE), settingsSchema, () => settingsSchema.parse({}));
  }

  /**
   * @returns what was wrong with the file, if anything was
   * @throws MensuraError `data-folder-unusable`
   */
  start(): Promise<string | undefined> {
    return this.#file.read();
  }

  get(): Settings {
    return this.#file.value;
  }

  /**
   * Changes some settings. They hold once the file is written.
   * @throws ZodError for a value that the schema refuses; what the file system says
   */
  patch(patch: Partial<Settings>): Promise<void> {
    return this.#file.update((settings) => settingsSchema.parse({ ...settings, ...patch }));
  }
}
