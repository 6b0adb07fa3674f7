/** What a driver tells of an instrument: the vocabulary between drivers and registry. */
import type { ChannelLabels, Connections, Family, Product, ProtocolName } from '../contract/index.ts';

/** What identifies a device: family and serial (decisions: one serial in both families is two devices). */
export interface DeviceKey {
  family: Family;
  serial: string;
}

/** A key as one string, for maps. A family has no slash, so the two cannot run together. */
export function keyText(key: DeviceKey): string {
  return `${key.family}/${key.serial}`;
}

/** An instrument as its driver knows it. */
export interface DeviceDescription extends DeviceKey {
  /** Real and virtual channels, in channel order. */
  product: Product;
  vendor: string;
  /** The product string the instrument gives of itself. */
  productName: string;
  firmware: { major: number; minor: number };
  connections: Connections;
  /** What the product can speak, not what it speaks now. */
  protocols: Record<string, boolean>;
  /** What it speaks now; null where that is not known, as behind a gateway. */
  protocol: ProtocolName | null;
  /** Sampling period in milliseconds: what the driver samples at. */
  periodMs: number;
  simulated: boolean;
  /** What the device itself calls its channels; a channel without a label is left out. */
  labels?: ChannelLabels;
  /** Columns of a known product that fit none of its channels for certain; left out where there are none. */
  unclear?: readonly UnclearColumn[];
  /** It came over MQTT: it is never published to MQTT again. */
  cameOverMqtt?: true;
  /** Serials of other gateways that have the same instrument; left out where there are none. */
  alsoBehind?: readonly string[];
}

/** A column whose meaning is not certain. */
export interface UnclearColumn {
  /** Its heading, empty where none came, and its unit as the device writes it. */
  title: string;
  unit: string;
  /** The channel that shows it. */
  channel: string;
}

/** One channel's result at one sampling moment, in the unit of the channel's definition. */
export interface Sample {
  channel: string;
  /** The full double, null when the instrument gave no valid value. */
  magnitude: number | null;
  /** Why there is none, in plain words: `sensor error`. */
  reason?: string;
}

/** What an instrument gave at one moment; channels it does not name were not sampled then. */
export interface SampleSet extends DeviceKey {
  /** When it arrived: milliseconds since 1970, UTC. */
  at: number;
  samples: readonly Sample[];
}

/** An instrument that went away, and why, in plain words. */
export interface DetachReason extends DeviceKey {
  reason: string;
}
