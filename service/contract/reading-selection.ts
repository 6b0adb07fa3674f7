/** The devices and channels of a choice. Shared with the window, which shows what a choice would send. */
import { UNCORRECTED_SUFFIX } from './corrections.ts';
import { type DeviceKey, deviceKey } from './device-key.ts';
import { familySchema } from './devices.ts';
import type { ReadingChoice } from './reading-choice.ts';

type Selected = Pick<
  ReadingChoice,
  'families' | 'devices' | 'device_list' | 'channels' | 'channel_list' | 'uncorrected'
>;

function isSent(mode: ReadingChoice['devices'], isInList: boolean): boolean {
  return mode === 'all' || isInList === (mode === 'only');
}

/** A choice of devices and channels, ready for many questions. */
export class ReadingSelection {
  readonly #choice: Selected;
  readonly #devices: ReadonlySet<string>;
  readonly #channels: ReadonlySet<string>;

  constructor(choice: Selected) {
    this.#choice = choice;
    this.#devices = new Set(choice.device_list);
    this.#channels = new Set(choice.channel_list);
  }

  hasDevice(device: DeviceKey): boolean {
    const { families, devices } = this.#choice;
    return families.includes(device.family) && isSent(devices, this.#devices.has(deviceKey(device)));
  }

  /** An uncorrected channel is selected with its corrected one, or by its own name. */
  hasChannel(channel: string): boolean {
    const { channels, uncorrected } = this.#choice;
    if (!channel.endsWith(UNCORRECTED_SUFFIX)) return isSent(channels, this.#channels.has(channel));
    if (!uncorrected) return false;
    const corrected = channel.slice(0, -UNCORRECTED_SUFFIX.length);
    const isInList = this.#channels.has(channel) || this.#channels.has(corrected);
    return isSent(channels, isInList);
  }
}

/** Whether a choice takes every device and channel, without uncorrected values. */
export function selectsAll({ families, devices, channels, uncorrected }: Selected): boolean {
  const hasAllFamilies = familySchema.options.every((family) => families.includes(family));
  return hasAllFamilies && devices === 'all' && channels === 'all' && !uncorrected;
}

/** Whether a choice sends every reading of every device, as measured. */
export function isDefaultChoice(choice: ReadingChoice): boolean {
  const { interval_s, only_changes, decimals } = choice;
  return selectsAll(choice) && interval_s === 0 && !only_changes && decimals === null;
}
