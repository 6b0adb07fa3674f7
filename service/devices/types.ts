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
