/** The types that drivers use to describe devices to the registry. */
import type { DeviceKey } from '../contract/device-key.ts';
import type { Alarm, ChannelLabels, Connections, EntityChange, Product, ProtocolName } from '../contract/index.ts';
import type { Emitter } from '../support/emitter.ts';

export { type DeviceKey, deviceKey } from '../contract/device-key.ts';

export interface AlarmSource {
  /** The active alarms of a device, by channel and kind. */
  active(device: DeviceKey): readonly Alarm[];
  readonly events: Pick<Emitter<{ alarm: EntityChange<'alarm'> }>, 'on'>;
}

/** Corrects the readings of one channel. */
export interface ChannelCorrector {
  /** The channel's unit when the correction was made; a channel with another one is not corrected. */
  readonly unit: string;
  /** @returns the corrected magnitude; null outside the range of the correction */
  correct(magnitude: number): number | null;
}

/** By channel. */
export type Correctors = ReadonlyMap<string, ChannelCorrector>;

/** Corrections by device. Undefined for a device without any. */
export interface CorrectionSource {
  /** Those in force now. */
  current(device: DeviceKey): Correctors | undefined;
  /** Those in force at a time: milliseconds since 1970. */
  at(device: DeviceKey, time: number): Correctors | undefined;
  /** The current ones of a device changed. */
  readonly events: Pick<Emitter<{ changed: DeviceKey }>, 'on'>;
}

/** A device as its driver knows it. */
export interface DeviceDescription extends DeviceKey {
  /** Real and virtual channels, in channel order. */
  product: Product;
  vendor: string;
  /** The product string that the device reports. */
  productName: string;
  firmware: { major: number; minor: number };
  connections: Connections;
  /** The supported protocols, not the current one. */
  protocols: Record<string, boolean>;
  /** The current protocol; null if unknown, as behind a gateway. */
  protocol: ProtocolName | null;
  /** The current sampling period, in milliseconds. */
  periodMs: number;
  simulated: boolean;
  /** The device's own names for its channels; unnamed channels are left out. */
  labels?: ChannelLabels;
  /** Columns of a known product that match none of its channels with certainty; left out if there are none. */
  unclear?: readonly UnclearColumn[];
  /** Why it has no readings, as a clause: its inputs are missing; left out otherwise. */
  missing?: string;
  /** The device came over MQTT and is never published to MQTT again. */
  cameOverMqtt?: true;
  /** Serial numbers of other gateways with the same device; left out if there are none. */
  alsoBehind?: readonly string[];
}

export interface UnclearColumn {
  /** Its heading, or empty, and its unit as the device writes it. */
  title: string;
  unit: string;
  /** The channel that shows it. */
  channel: string;
}

/** One channel's result in a sample set, in the unit of the channel's definition. */
export interface Sample {
  channel: string;
  /** Null for a sensor error. */
  magnitude: number | null;
  /** Why there is no magnitude: `sensor error`. */
  reason?: string;
}

/** Channels that are missing were not sampled. */
export interface SampleSet extends DeviceKey {
  /** When it arrived: milliseconds since 1970, UTC. */
  at: number;
  samples: readonly Sample[];
}

/** A disconnected device, and the reason as a sentence. */
export interface DetachReason extends DeviceKey {
  reason: string;
}
