/** The installation's settings as every window of it knows them, from the event stream. */
import type { Settings } from '../../../service/contract/index.ts';
import { type Readable, ValueStore } from '../store.ts';
import type { StreamEvent } from '../stream/messages.ts';
import { DisplayUnits } from '../units/display-units.ts';

export class SettingsStore {
  readonly #all = new ValueStore<Settings | null>(null);
  readonly #units = new ValueStore(new DisplayUnits());
  #choices = '{}';

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

  take(events: readonly StreamEvent[]): void {
    for (const event of events) if (event.name === 'settings') this.set(event.data);
  }
}
