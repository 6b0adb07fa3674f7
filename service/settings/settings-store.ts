/** The settings of the installation: read once, changed by patches, written crash-safe. */
import { join } from 'node:path';
import { ZodError } from 'zod';
import { type Settings, settingsSchema } from '../contract/index.ts';
import { Emitter } from '../support/emitter.ts';
import { errorText, MensuraError } from '../support/errors.ts';
import { JsonFile } from '../support/json-file.ts';
import type { Logger } from '../support/logger.ts';
import { SETTINGS_FILE } from './options.ts';

/** Some of the settings. One that is there but undefined is as if it had never been set. */
export type SettingsChange = { [Name in keyof Settings]?: Settings[Name] | undefined };

export class SettingsStore {
  /** All settings, whenever one changed. */
  readonly events: Emitter<{ changed: Settings }>;
  readonly #file: JsonFile<typeof settingsSchema>;

  constructor(dataDir: string, logger: Logger) {
    this.events = new Emitter((error) => logger.error(`A listener of settings failed: ${errorText(error)}`));
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
   * @throws ZodError for a value that the schema refuses; MensuraError `storage-failed`
   */
  async patch(patch: SettingsChange): Promise<Settings> {
    try {
      await this.#file.update((settings) => settingsSchema.parse({ ...settings, ...patch }));
    } catch (cause) {
      if (cause instanceof ZodError) throw cause;
      const text = `The settings could not be saved: ${errorText(cause)}. See that the disk has room.`;
      throw new MensuraError('storage-failed', text, { cause });
    }
    this.events.emit('changed', this.get());
    return this.get();
  }
}
