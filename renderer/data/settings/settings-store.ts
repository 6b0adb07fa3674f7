import type { Settings, SettingsPatch } from '../../../service/contract/index.ts';
import { RequestError } from '../requests.ts';
import { type Readable, ValueStore } from '../store.ts';
import type { StreamEvent } from '../stream/messages.ts';
import { DisplayUnits } from '../units/display-units.ts';
import { patchSettings } from './requests.ts';

export class SettingsStore {
  readonly #all = new ValueStore<Settings | null>(null);
  readonly #units = new ValueStore(new DisplayUnits());
  readonly #patch: typeof patchSettings;
  #choices = '{}';
  /** Settles when the change before has its answer. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(patch: typeof patchSettings = patchSettings) {
    this.#patch = patch;
  }

  /** Null while they are not known. */
  get all(): Readable<Settings | null> {
    return this.#all;
  }

  /** How readings are shown; as the contract has them while the settings are not known. */
  get units(): Readable<DisplayUnits> {
    return this.#units;
  }

  /** Takes settings as the service told them, on the stream or in its answer to a change. */
  set(settings: Settings): void {
    this.#all.set(settings);
    const choices = JSON.stringify(settings.display_units);
    if (choices === this.#choices) return;
    this.#choices = choices;
    this.#units.set(new DisplayUnits(settings.display_units));
  }

  /**
   * Changes a setting that is a list or a table, of which the service is told the whole: one change after the other, so
   * that none is made to what another one is changing.
   * @param patchOf makes the patch of the settings as they are when it is this change's turn
   * @throws RequestError
   */
  change(patchOf: (settings: Settings) => SettingsPatch): Promise<Settings> {
    const changed = this.#last.then(async () => {
      const settings = this.#all.get();
      if (!settings) throw new RequestError('Settings have not loaded yet. Try again in a moment.');
      const answer = await this.#patch(patchOf(settings));
      this.set(answer);
      return answer;
    });
    this.#last = changed.catch(() => undefined);
    return changed;
  }

  take(events: readonly StreamEvent[]): void {
    for (const event of events) if (event.name === 'settings') this.set(event.data);
  }
}
