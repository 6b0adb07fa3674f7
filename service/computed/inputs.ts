/** The newest readings of all input channels, shared by the computed channels that use them. */
import { type ChannelRef, COMPUTED_CHANNEL, channelPath } from '../contract/index.ts';
import type { DeviceState } from '../devices/device-state.ts';
import { deviceKey } from '../devices/types.ts';

/** In a formula, the pressure at sea level of a device in pascals: `[usb/E24638/sea_level_pressure]`. */
const SEA_LEVEL_PRESSURE = 'sea_level_pressure';

/** Whether it is the setting of a device instead of a channel. It counts as read with each of its sample sets. */
export function isSeaLevelPressure({ family, channel }: ChannelRef): boolean {
  return family !== 'computed' && channel === SEA_LEVEL_PRESSURE;
}

/** The newest reading of a channel. */
export interface Input {
  readonly ref: ChannelRef;
  /** NaN: none, or not valid. */
  value: number;
  /** When it was taken: milliseconds since 1970. */
  at: number;
  /** The turn in which it was taken. */
  turn: number;
}

/** A device with input channels, connected or not. */
export interface InputDevice {
  /** Undefined while it is disconnected. */
  device: DeviceState | undefined;
  /** It is connected and not silent. */
  isActive: boolean;
  /** By channel. */
  readonly inputs: Map<string, Input>;
  /** One of them; undefined if no formula has it. */
  seaLevelPressure: Input | undefined;
}

/** Whether it is the value of a computed channel, existing or not. */
export function isComputed({ family, channel }: ChannelRef): boolean {
  return family === 'computed' && channel === COMPUTED_CHANNEL;
}

export class Inputs {
  /** By device key. */
  readonly devices = new Map<string, InputDevice>();
  readonly #inputs = new Map<string, Input>();
  readonly #former: ReadonlyMap<string, Input> | undefined;

  /** @param former the newest readings so far */
  constructor(former?: Inputs) {
    this.#former = former && former.#inputs;
  }

  /** The input of a channel, added on first use. */
  of(ref: ChannelRef): Input {
    const path = channelPath(ref);
    let input = this.#inputs.get(path);
    if (!input) {
      input = this.#former?.get(path) ?? { ref, value: Number.NaN, at: Number.NEGATIVE_INFINITY, turn: -1 };
      this.#inputs.set(path, input);
    }
    return input;
  }

  /** The device of a channel that is not computed, added on first use. */
  deviceOf(ref: ChannelRef): InputDevice {
    const key = deviceKey(ref);
    let device = this.devices.get(key);
    if (!device) {
      device = { device: undefined, isActive: false, inputs: new Map(), seaLevelPressure: undefined };
      this.devices.set(key, device);
    }
    const input = this.of(ref);
    device.inputs.set(ref.channel, input);
    if (isSeaLevelPressure(ref)) device.seaLevelPressure = input;
    return device;
  }
}
