/** Numbers channels for use in batches, and tracks which of them the store does not have yet. */
import { isDeepStrictEqual } from 'node:util';
import type { DeviceState } from '../../devices/device-state.ts';
import { type DeviceDescription, type DeviceKey, deviceKey } from '../../devices/types.ts';
import { channelText } from '../../devices/uncorrected-channels.ts';
import type { DeclaredChannel } from '../types.ts';

export interface ChannelLimits {
  all: number;
  /** Part of it for devices of gateways, so that a gateway with ever new devices cannot crowd out local ones. */
  behindGateways: number;
}

/** Channels recorded in one run of the service. */
const MAX_CHANNELS: ChannelLimits = { all: 200_000, behindGateways: 150_000 };

interface DeviceSlots {
  /** As of the newest reading. */
  description: DeviceDescription;
  /** By channel, in its current unit. */
  readonly slots: Map<string, number>;
  /** By channel and unit, of the whole run: a channel that returns to a unit gets its former slot. */
  readonly all: Map<string, number>;
}

export class ChannelSlots {
  readonly #limits: ChannelLimits;
  readonly #devices = new Map<string, DeviceSlots>();
  /** Avoids building a key for each reading. */
  readonly #ofState = new WeakMap<DeviceState, DeviceSlots>();
  /** By slot. */
  readonly #known: DeclaredChannel[] = [];
  /** Not declared to the store yet, by slot. */
  readonly #undeclared = new Map<number, DeclaredChannel>();
  /** By slot: whether a reading came since the last gap. */
  #isOpen = new Uint8Array(1024);
  #behindGateways = 0;

  constructor(limits = MAX_CHANNELS) {
    this.#limits = limits;
  }

  /** Channels that the next batch declares, by slot; `declared` removes them. */
  get undeclared(): ReadonlyMap<number, DeclaredChannel> {
    return this.#undeclared;
  }

  /** @returns undefined at the limit of channels */
  slotOf(device: DeviceState, channel: string): number | undefined {
    const known = this.#ofState.get(device) ?? this.#slotsOfDevice(device);
    if (known.description !== device.description) this.#describe(known, device.description);
    return known.slots.get(channel) ?? this.#add(known, channel);
  }

  /** A reading came: a gap is due when its device disconnects. */
  open(slot: number): void {
    this.#isOpen[slot] = 1;
  }

  /** Slots of a device with a reading since their last gap; the caller adds a gap to each. */
  close(key: DeviceKey): number[] {
    return this.#close([...(this.#devices.get(deviceKey(key))?.all.values() ?? [])]);
  }

  /** The same for channels that a connected device does not have any more. */
  closeMissing({ description, product }: DeviceState): number[] {
    const slots = this.#devices.get(deviceKey(description))?.slots ?? new Map<string, number>();
    const missing = [...slots].filter(([channel]) => !Object.hasOwn(product.channels, channel));
    return this.#close(missing.map(([, slot]) => slot));
  }

  /** The same for all devices. */
  closeAll(): number[] {
    return this.#close([...this.#known.keys()]);
  }

  /** @param reported a former value of `undeclared` */
  declared(reported: ReadonlyMap<number, DeclaredChannel>): void {
    for (const [slot, channel] of reported) if (this.#undeclared.get(slot) === channel) this.#undeclared.delete(slot);
  }

  #close(slots: readonly number[]): number[] {
    const open = slots.filter((slot) => this.#isOpen[slot] === 1);
    for (const slot of open) this.#isOpen[slot] = 0;
    return open;
  }

  /** A reconnected device gets its former slots. */
  #slotsOfDevice(device: DeviceState): DeviceSlots {
    const id = deviceKey(device.description);
    const known = this.#devices.get(id) ?? { description: device.description, slots: new Map(), all: new Map() };
    this.#devices.set(id, known);
    this.#ofState.set(device, known);
    return known;
  }

  #describe(known: DeviceSlots, description: DeviceDescription): void {
    known.description = description;
    for (const [channel, slot] of known.slots) {
      const former = this.#known[slot];
      const declared = declarationOf(description, channel, slot);
      if (!former || isDeepStrictEqual(former, declared)) continue;
      // Pending rows of this slot have the former unit.
      if (former.unit === declared.unit) this.#declare(declared);
      else known.slots.delete(channel);
    }
  }

  #add(known: DeviceSlots, channel: string): number | undefined {
    const { product, labels = {} } = known.description;
    const { unit } = channelText(product, labels, channel);
    const name = JSON.stringify([channel, unit]);
    const slot = known.all.get(name) ?? this.#nextSlot(known.description);
    if (slot === undefined) {
      // Devices without a slot are not remembered: their number is unbounded.
      if (known.all.size === 0) this.#devices.delete(deviceKey(known.description));
      return undefined;
    }
    known.all.set(name, slot);
    known.slots.set(channel, slot);
    // Also if declared before: the store shows the unit declared last.
    this.#declare(declarationOf(known.description, channel, slot));
    return slot;
  }

  #nextSlot({ family }: DeviceDescription): number | undefined {
    const slot = this.#known.length;
    const { all, behindGateways } = this.#limits;
    const isBehind = family === 'gateway';
    if (slot >= all || (isBehind && this.#behindGateways >= behindGateways)) return undefined;
    if (isBehind) this.#behindGateways += 1;
    if (slot >= this.#isOpen.length) {
      const longer = new Uint8Array(this.#isOpen.length * 2);
      longer.set(this.#isOpen);
      this.#isOpen = longer;
    }
    return slot;
  }

  #declare(channel: DeclaredChannel): void {
    this.#known[channel.slot] = channel;
    // Reinsert, to preserve the order of declaration.
    this.#undeclared.delete(channel.slot);
    this.#undeclared.set(channel.slot, channel);
  }
}

/** @param channel of the device's product, or an uncorrected one */
export function declarationOf(from: DeviceDescription, channel: string, slot: number): DeclaredChannel {
  const { family, serial, product, productName, labels = {} } = from;
  const { unit, description, label, order } = channelText(product, labels, channel);
  return { slot, family, serial, channel, unit, description, label, product: productName, order };
}
