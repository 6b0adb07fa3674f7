/** The newest readings of all input channels, shared by the computed channels that use them. */
import { type ChannelRef, COMPUTED_CHANNEL, channelPath } from '../contract/index.ts';
import type { DeviceState } from '../devices/device-state.ts';
import { deviceKey } from '../devices/types.ts';

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
      device = { device: undefined, isActive: false, inputs: new Map() };
      this.devices.set(key, device);
    }
    device.inputs.set(ref.channel, this.of(ref));
    return device;
  }
}
