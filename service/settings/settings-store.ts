/** The settings of the installation: read once, changed by patches, written atomically. */
import { join } from 'node:path';
import { type Settings, settingsSchema } from '../contract/index.ts';
import { Emitter } from '../support/emitter.ts';
import { errorText } from '../support/errors.ts';
import { JsonFile } from '../support/json-file.ts';
import type { Logger } from '../support/logger.ts';
import { persistChange } from '../support/saved-change.ts';
import { SETTINGS_FILE } from './options.ts';

/** A member with the value undefined returns to its default. */
export type SettingsChange = { [Name in keyof Settings]?: Settings[Name] | undefined };

export class SettingsStore {
  /** All settings, after any change. */
  readonly events: Emitter<{ changed: Settings }>;
  readonly #file: JsonFile<typeof settingsSchema>;
  readonly #logger: Logger;

  constructor(dataDir: string, logger: Logger) {
    this.#logger = logger;
    this.events = new Emitter((error) => logger.error(`listener failed: ${errorText(error)}`));
    this.#file = new JsonFile(join(dataDir, SETTINGS_FILE), settingsSchema, () => settingsSchema.parse({}));
  }

  /**
   * @returns what was wrong with the file, if anything
   * @throws MensuraError `data-folder-unusable`
   */
  start(): Promise<string | undefined> {
    return this.#file.read();
  }

  get(): Settings {
    return this.#file.value;
  }

  /**
   * The settings after a change, without changing them.
   * @throws ZodError for a value that the schema refuses
   */
  preview(change: SettingsChange): Settings {
    return settingsSchema.parse({ ...this.get(), ...change });
  }

  /**
   * Changes settings; they apply once the file is written.
   * @throws ZodError for a value that the schema refuses; MensuraError `storage-failed`: then nothing has changed
   */
  async patch(change: SettingsChange): Promise<Settings> {
    this.preview(change);
    const changed = (): Settings => this.preview(change);
    await persistChange(this.#file, 'the settings', changed, this.#logger);
    this.events.emit('changed', this.get());
    return this.get();
  }
}
