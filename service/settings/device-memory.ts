/**
 * The user's names, notes, groups, favorites, sampling periods and pressures at sea level of devices, stored whether or
 * not a device is connected.
 */
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import {
  type ChannelName,
  type DevicePatch,
  deviceMemorySchema,
  type Family,
  MAX_GROUP_LENGTH,
  MAX_NAMED_CHANNELS,
  MAX_REMEMBERED_DEVICES,
  type SavedDeviceSettings,
  SEA_LEVEL_PRESSURE_PA,
} from '../contract/index.ts';
import { type DeviceKey, deviceKey } from '../devices/types.ts';
import type { UserFields } from '../devices/views.ts';
import { Emitter } from '../support/emitter.ts';
import { errorText, invalidFields, isMensuraError, MensuraError } from '../support/errors.ts';
import { JsonFile } from '../support/json-file.ts';
import type { Logger } from '../support/logger.ts';
import { persistChange } from '../support/saved-change.ts';

/** A group written by another program is trimmed and cut, as a backup would not accept it otherwise. */
const storedSchema = deviceMemorySchema.extend({
  group: z
    .string()
    .transform((group) =>
      group
        .replace(/\p{Cc}/gu, ' ')
        .trim()
        .slice(0, MAX_GROUP_LENGTH)
        .trim(),
    )
    .optional(),
});

const fileSchema = z.strictObject({
  version: z.literal(1),
  devices: z.record(z.string(), storedSchema),
});

type Channels = NonNullable<SavedDeviceSettings['channels']>;

function channelNamesOf(channels: Channels): Record<string, ChannelName> {
  const names = Object.entries(channels).map(([label, { alias = '', note = '' }]) => [label, { alias, note }] as const);
  return Object.fromEntries(names);
}

/** Channels after a patch; empty entries are removed. */
function patchedChannels(known: Channels, patch: NonNullable<DevicePatch['channels']>): Channels {
  const labels = new Set([...Object.keys(known), ...Object.keys(patch)]);
  const entries = [...labels].map((label) => {
    const all = { ...known[label], ...patch[label] };
    return [label, Object.fromEntries(Object.entries(all).filter(([, text]) => text))] as const;
  });
  return Object.fromEntries(entries.filter(([, texts]) => Object.keys(texts).length > 0));
}

function patched(known: SavedDeviceSettings = {}, { channels, ...others }: DevicePatch): SavedDeviceSettings {
  const given = Object.entries(others).filter(([, value]) => value !== undefined);
  // Null clears a value.
  const all = Object.entries({ ...known, ...Object.fromEntries(given) }).filter(([, value]) => value !== null);
  const device: SavedDeviceSettings = Object.fromEntries(all);
  return channels ? { ...device, channels: patchedChannels(known.channels ?? {}, channels) } : device;
}

/** @throws MensuraError `bad-request` when too many channels would have names */
function requireChannelLimit({ channels = {} }: SavedDeviceSettings): void {
  if (Object.keys(channels).length <= MAX_NAMED_CHANNELS) return;
  throw new MensuraError(
    'bad-request',
    `The limit is ${MAX_NAMED_CHANNELS} named channels per device. Clear one first.`,
  );
}

/** @throws MensuraError `bad-request` for the alias of a computed channel */
function requireOwnAlias({ family }: DeviceKey, { alias }: DevicePatch): void {
  if (family !== 'computed' || alias === undefined) return;
  throw invalidFields([{ path: 'alias', message: 'is the name of the computed channel; change it there' }]);
}

type Change = readonly [key: DeviceKey, was: SavedDeviceSettings | undefined, is: SavedDeviceSettings | undefined];

function changesBetween(
  before: Readonly<Record<string, SavedDeviceSettings>>,
  after: Readonly<Record<string, SavedDeviceSettings>>,
): Change[] {
  const texts = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...texts].map((text) => [keyOf(text), before[text], after[text]]);
}

/** The inverse of `deviceKey`. */
function keyOf(text: string): DeviceKey {
  const slash = text.indexOf('/');
  return { family: text.slice(0, slash) as Family, serial: text.slice(slash + 1) };
}

export interface DeviceMemoryOptions {
  dataDir: string;
  logger: Logger;
  /** Sets the device's period; resolves when the device accepted it. */
  setPeriod(key: DeviceKey, periodMs: number): Promise<void>;
  /** The current period of a connected device, in milliseconds; undefined if it is not connected. */
  currentPeriod(key: DeviceKey): number | undefined;
  /** The pressure at sea level of devices without their own, in pascals. Left out: the standard atmosphere's. */
  commonSeaLevelPressure?(): number;
  /** The name of a computed channel, which is the alias of its device; undefined for another ID. Left out: none. */
  computedName?(id: string): string | undefined;
}

export class DeviceSettingsStore {
  readonly events: Emitter<{ changed: DeviceKey }>;
  readonly #file: JsonFile<typeof fileSchema>;
  readonly #options: DeviceMemoryOptions;

  constructor(options: DeviceMemoryOptions) {
    const { dataDir, logger } = options;
    this.#file = new JsonFile(join(dataDir, 'devices.json'), fileSchema, () => ({ version: 1 as const, devices: {} }));
    this.#options = options;
    this.events = new Emitter((error) => logger.error(`device settings listener failed: ${errorText(error)}`));
  }

  /**
   * @returns what was wrong with the file, if anything
   * @throws MensuraError `data-folder-unusable`
   */
  start(): Promise<string | undefined> {
    return this.#file.read();
  }

  get(key: DeviceKey): UserFields {
    const { alias: given = '', note = '', group = '', favorite = false, channels = {} } = this.#of(key) ?? {};
    const alias = key.family === 'computed' ? (this.#options.computedName?.(key.serial) ?? '') : given;
    const own = this.#of(key)?.sea_level_pressure_pa ?? null;
    const seaLevelPressure = { effective: own ?? this.#commonSeaLevelPressure(), own };
    return { alias, note, group, favorite, channelNames: channelNamesOf(channels), seaLevelPressure };
  }

  /** The pressure at sea level of a device, in pascals: its own, or the common one. */
  seaLevelPressureOf(key: DeviceKey): number {
    return this.#of(key)?.sea_level_pressure_pa ?? this.#commonSeaLevelPressure();
  }

  /** Reports those of the devices that have no pressure at sea level of their own: the common one has changed. */
  reportCommonSeaLevelPressure(keys: Iterable<DeviceKey>): void {
    for (const key of keys) {
      if (this.#of(key)?.sea_level_pressure_pa === undefined) this.events.emit('changed', key);
    }
  }

  #commonSeaLevelPressure(): number {
    return this.#options.commonSeaLevelPressure?.() ?? SEA_LEVEL_PRESSURE_PA.default;
  }

  /** The stored sampling period of a device, in milliseconds; undefined if none was set. */
  periodOf(key: DeviceKey): number | undefined {
    return this.#of(key)?.period_ms;
  }

  /**
   * Changes the stored settings and the period of the connected device. The device is changed first: if it refuses the
   * period, nothing of the patch is stored. If the file cannot be written, the device gets its previous period again.
   * @throws MensuraError `bad-request`, `instrument-failed`, `timeout`, `not-found`, `storage-failed`
   */
  async patch(key: DeviceKey, patch: DevicePatch): Promise<void> {
    requireOwnAlias(key, patch);
    this.#requirePlace(key);
    requireChannelLimit(patched(this.#of(key), patch));
    const before = this.#options.currentPeriod(key);
    if (patch.period_ms !== undefined) await this.#options.setPeriod(key, patch.period_ms);
    try {
      await this.#save(key, patch);
    } catch (error) {
      if (patch.period_ms !== undefined) await this.#putPeriodBack(key, before);
      throw error;
    }
    this.events.emit('changed', key);
  }

  async #save(key: DeviceKey, patch: DevicePatch): Promise<void> {
    const change = ({ version, devices }: z.infer<typeof fileSchema>): z.infer<typeof fileSchema> => {
      this.#requirePlace(key);
      const id = deviceKey(key);
      const device = patched(devices[id], patch);
      requireChannelLimit(device);
      return { version, devices: { ...devices, [id]: device } };
    };
    await persistChange(this.#file, 'the device settings', change, this.#options.logger);
  }

  /**
   * Renames a group in one write, also for devices that are not connected.
   * @param name that of another group joins the two; empty: the devices stay without a group
   * @returns the number of devices that were in the group
   * @throws MensuraError `not-found`, `storage-failed`
   */
  async renameGroup(group: string, name: string): Promise<number> {
    let ids: string[] = [];
    const change = ({ version, devices }: z.infer<typeof fileSchema>): z.infer<typeof fileSchema> => {
      ids = Object.keys(devices).filter((id) => devices[id]?.group === group);
      if (ids.length === 0) throw new MensuraError('not-found', `No device is in the group "${group}".`);
      const renamed = ids.map((id) => [id, { ...devices[id], group: name }] as const);
      return { version, devices: { ...devices, ...Object.fromEntries(renamed) } };
    };
    await persistChange(this.#file, 'the device settings', change, this.#options.logger);
    for (const id of ids) this.events.emit('changed', keyOf(id));
    return ids.length;
  }

  /** The device must match the stored settings: another period would last only until the next start. */
  async #putPeriodBack(key: DeviceKey, before: number | undefined): Promise<void> {
    const periodMs = this.periodOf(key) ?? before;
    if (periodMs === undefined) return;
    try {
      await this.#options.setPeriod(key, periodMs);
    } catch (error) {
      this.#options.logger.warn(
        `cannot reapply the sampling period of ${key.serial} (${periodMs} ms): ${errorText(error)}`,
      );
    }
  }

  /** All stored settings, by `family/serial`. */
  all(): Readonly<Record<string, SavedDeviceSettings>> {
    return this.#file.value.devices;
  }

  /**
   * Replaces all stored settings in one write, all or nothing. Does not change connected devices; see `sendPeriods`.
   * @returns undoes it
   * @throws MensuraError `storage-failed`
   */
  async replaceAll(devices: Readonly<Record<string, SavedDeviceSettings>>): Promise<() => Promise<void>> {
    let before = this.all();
    const change = (file: z.infer<typeof fileSchema>): z.infer<typeof fileSchema> => {
      before = file.devices;
      return { version: file.version, devices };
    };
    await persistChange(this.#file, 'the device settings', change, this.#options.logger);
    for (const [key, was, is] of changesBetween(before, devices)) {
      if (!isDeepStrictEqual(was, is)) this.events.emit('changed', key);
    }
    return async () => {
      await this.replaceAll(before);
    };
  }

  /**
   * Sends connected devices their stored periods; others get theirs when they connect.
   * @param before the previously stored settings
   * @param otherwise milliseconds, for a device that no longer has a stored period
   * @returns for each device that refused its period the reason, as a sentence
   */
  async sendPeriods(
    before: Readonly<Record<string, SavedDeviceSettings>>,
    otherwise: (key: DeviceKey) => number,
  ): Promise<string[]> {
    const changed = changesBetween(before, this.all()).filter(([, was, is]) => was?.period_ms !== is?.period_ms);
    const failures = await Promise.all(
      changed.map(async ([key, , is]) => {
        try {
          await this.#options.setPeriod(key, is?.period_ms ?? otherwise(key));
        } catch (error) {
          if (isMensuraError(error, 'not-found')) return [];
          return [`Cannot set the sampling period of ${key.serial}: ${errorText(error)}`];
        }
        return [];
      }),
    );
    return failures.flat();
  }

  /** A key's text begins with its family, so it never is a property that objects inherit. */
  #of(key: DeviceKey): SavedDeviceSettings | undefined {
    return this.#file.value.devices[deviceKey(key)];
  }

  /** @throws MensuraError `bad-request` when there are too many devices */
  #requirePlace(key: DeviceKey): void {
    if (this.#of(key) || Object.keys(this.#file.value.devices).length < MAX_REMEMBERED_DEVICES) return;
    throw new MensuraError('bad-request', `The limit is ${MAX_REMEMBERED_DEVICES} devices with saved settings.`);
  }
}
