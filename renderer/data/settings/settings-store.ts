import {
  DisplayUnits,
  MAX_PINNED,
  type Settings,
  type SettingsInfo,
  type SettingsPatch,
} from '../../../service/contract/index.ts';
import { TaskQueue } from '../../../service/support/task-queue.ts';
import { RequestError, request } from '../requests.ts';
import { type Readable, ValueStore } from '../store.ts';
import type { EntityMirror } from '../stream/mirror.ts';

export class SettingsStore {
  readonly #all = new ValueStore<Settings | null>(null);
  /** Null while unknown. */
  readonly all: Readable<Settings | null> = this.#all;
  readonly #units = new ValueStore(new DisplayUnits());
  /** Contract units while the settings are unknown. */
  readonly units: Readable<DisplayUnits> = this.#units;
  readonly #patch: typeof patchSettings;
  #choices = '{}';
  readonly #changes = new TaskQueue();

  constructor(mirror: EntityMirror, patch: typeof patchSettings = patchSettings) {
    this.#patch = patch;
    mirror.onChange('settings', ({ value }) => {
      if (value) this.set(value);
    });
  }

  /** From an event or a response. */
  set(settings: Settings): void {
    this.#all.set(settings);
    const choices = JSON.stringify(settings.display_units);
    if (choices === this.#choices) return;
    this.#choices = choices;
    this.#units.set(new DisplayUnits(settings.display_units));
  }

  /**
   * Changes a list or a table, which is always sent as a whole: one change after another, so that none overwrites
   * another.
   * @param patchOf receives the settings when it is this change's turn
   * @throws RequestError
   */
  change(patchOf: (settings: Settings) => SettingsPatch): Promise<Settings> {
    return this.#changes.run(async () => {
      const settings = this.#all.get();
      if (!settings) throw new RequestError('Settings are still loading. Try again when the page shows them.');
      const answer = await this.#patch(patchOf(settings));
      this.set(answer);
      return answer;
    });
  }
}

/** Omitted settings stay. @throws RequestError */
export function patchSettings(patch: SettingsPatch): Promise<Settings> {
  return request<Settings>('/app/v1/settings', { method: 'PATCH', body: patch });
}

/** @throws RequestError */
export function fetchSettingsFacts(signal: AbortSignal): Promise<SettingsInfo> {
  return request<SettingsInfo>('/app/v1/settings/facts', { signal });
}

export function canPin(paths: readonly string[]): boolean {
  return paths.length < MAX_PINNED;
}

/**
 * Beyond the limit nothing changes.
 * @param path `channelPath(ref)`
 */
export function withPinToggled(paths: readonly string[], path: string): string[] {
  if (paths.includes(path)) return paths.filter((other) => other !== path);
  return canPin(paths) ? [...paths, path] : [...paths];
}
