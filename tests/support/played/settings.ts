/** Settings of devices and of the installation in memory. */
import {
  type DevicePatch,
  type Settings,
  type SettingsInfo,
  type SettingsPatch,
  settingsSchema,
} from '../../../service/contract/index.ts';
import { type DeviceKey, deviceKey } from '../../../service/devices/types.ts';
import type { DeviceSettings, SettingsAdministration } from '../../../service/http/options.ts';
import { Emitter } from '../../../service/support/emitter.ts';
import { fail, Played } from './played.ts';

/** The pressure at sea level of devices without their own, in pascals. */
const STANDARD_PA = 101_325;

export class PlayedDeviceSettings extends Played implements DeviceSettings {
  readonly events = new Emitter<{ changed: DeviceKey }>(fail);
  readonly patches: [string, DevicePatch][] = [];
  readonly #kept = new Map<string, ReturnType<DeviceSettings['get']>>();

  get(key: DeviceKey): ReturnType<DeviceSettings['get']> {
    const none = { alias: '', note: '', group: '', favorite: false, channelNames: {} };
    return this.#kept.get(deviceKey(key)) ?? { ...none, seaLevelPressure: { effective: STANDARD_PA, own: null } };
  }

  async patch(key: DeviceKey, patch: DevicePatch): Promise<void> {
    this.note('patch', key, patch);
    this.patches.push([deviceKey(key), patch]);
    const known = this.get(key);
    const named = Object.entries(patch.channels ?? {}).map(
      ([label, { alias = '', note = '' }]) => [label, { alias, note }] as const,
    );
    const own = patch.sea_level_pressure_pa === undefined ? known.seaLevelPressure.own : patch.sea_level_pressure_pa;
    this.put(key, {
      seaLevelPressure: { effective: own ?? STANDARD_PA, own },
      alias: patch.alias ?? known.alias,
      note: patch.note ?? known.note,
      group: patch.group ?? known.group,
      favorite: patch.favorite ?? known.favorite,
      channelNames: { ...known.channelNames, ...Object.fromEntries(named) },
    });
  }

  async renameGroup(group: string, name: string): Promise<number> {
    const of = [...this.#kept].filter(([, set]) => set.group === group);
    for (const [id, set] of of) {
      const [family, serial] = id.split('/') as [DeviceKey['family'], string];
      this.put({ family, serial }, { ...set, group: name });
    }
    return of.length;
  }

  /** Sets all of a device, and says so. */
  put(key: DeviceKey, set: ReturnType<DeviceSettings['get']>): void {
    this.#kept.set(deviceKey(key), set);
    this.events.emit('changed', key);
  }
}

export class PlayedSettings extends Played implements SettingsAdministration {
  readonly events = new Emitter<{ changed: Settings }>(fail);
  readonly patches: SettingsPatch[] = [];
  settings = settingsSchema.parse({});
  /** What is true of them in this run. */
  stated: SettingsInfo = {
    data_folder: '/home/user/.config/mensura',
    settings_file: '/home/user/.config/mensura/settings.json',
    platform: 'linux',
    knows_other_users: true,
    overridden: {},
    effective: {},
    pending: [],
  };

  get(): Settings {
    return this.settings;
  }

  facts(): SettingsInfo {
    return this.stated;
  }

  async patch(patch: SettingsPatch): Promise<Settings> {
    this.note('patch', patch);
    this.patches.push(patch);
    return this.put(patch);
  }

  /** Changes some, and says so. */
  put(change: SettingsPatch | Partial<Settings>): Settings {
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    this.settings = settingsSchema.parse({ ...this.settings, ...given });
    this.events.emit('changed', this.settings);
    return this.settings;
  }
}
