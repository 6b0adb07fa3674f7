/**
 * The parts of one MQTT client:
 *
 *     registry -> DevicePublisher -> (each client) ClientPublisher -> Outbox -> Session -> broker
 *                                                                \-------------->/
 *
 * The publisher turns events of the registry into payloads, once for all clients. A client's publisher adds topics.
 * Readings pass through the outbox, in order; of retained topics only the newest payload counts, and the session takes
 * them from the client's publisher directly. It takes retained messages first, as fast as the broker acknowledges.
 */

import type { Spread } from '../choice/types.ts';
import type {
  ChannelLabels,
  Device,
  DeviceKey,
  MqttAdvanced,
  MqttClientFields,
  MqttError,
  MqttState,
} from '../contract/index.ts';
import type { DeviceDescription, Sample } from '../devices/types.ts';
import type { Secrets } from '../secrets/secrets.ts';

export type { DeliveryOutcome, Message, MessageSource, PublishRequest } from '../outbox/types.ts';
export { NO_SECRETS, type Secrets as ClientSecrets } from '../secrets/secrets.ts';

/** Maximum length of a client ID in MQTT 3.1, in characters; every MQTT 3.1.1 broker must accept it (3.1.3.1). */
export const MAX_CLIENT_ID = 23;

export interface ClientConfig {
  identifier: string;
  fields: MqttClientFields;
  advanced: MqttAdvanced;
  /** Null: the secrets are unreadable on this computer and must be entered again. */
  secrets: Secrets | null;
}

/** By identifier. */
export type Clients = ReadonlyMap<string, ClientConfig>;

/** The user's names of a device and its channels. */
export interface DeviceNames {
  /** Empty if there is none. */
  alias: string;
  channelNames: Readonly<Record<string, { alias: string }>>;
}

/** Where the user's names come from. */
export interface NameSource {
  get(device: DeviceKey): DeviceNames;
  readonly events: { on(event: 'changed', listener: (device: DeviceKey) => void): () => void };
}

export interface PublishedDevice
  extends Pick<DeviceDescription, 'family' | 'serial' | 'product' | 'firmware' | 'vendor' | 'productName'> {
  /** Distinguish channels with the same description. */
  labels: ChannelLabels;
  names: DeviceNames;
  /** In the `info` topic, without readings. */
  device: Device;
  /** Device, labels and product with the uncorrected channels, which only some clients publish; undefined without any. */
  uncorrected: Pick<PublishedDevice, 'device' | 'labels' | 'product'> | undefined;
  /** The payload of its `info` topic; the same string until it changes. */
  info: string;
}

export interface PublishedSampleSet {
  serial: string;
  /** Milliseconds since 1970. */
  at: number;
  /** The sampled channels; one that became invalid appears once, with magnitude null. Never empty. */
  samples: readonly (Pick<Sample, 'channel' | 'magnitude'> & { unit: string; spread?: Spread })[];
  /** The payload of the `measurement` topic; written when it is first read. */
  readonly payload: string;
}

export interface PublisherEvents {
  /** A device connected, or its `info` changed. */
  device: PublishedDevice;
  /** Serial number of a device that is no longer published. */
  removed: string;
  /** Serial number of a device, published or not, whose alarms may have changed. */
  alarms: string;
  sampleSet: PublishedSampleSet;
  /** The uncorrected channels of a sample set, after the others; null may be repeated. */
  uncorrected: Pick<PublishedSampleSet, 'serial' | 'at'> & { samples: readonly Sample[] };
}

export interface SessionStatus {
  state: MqttState;
  /** Milliseconds since 1970. */
  since: number;
  /** Why it is not online. While online: why the previous connection ended, if by a violation, for a minute. */
  error: MqttError | null;
  /** Next attempt, in milliseconds since 1970; null if there is none, or while online. */
  nextRetry: number | null;
}

export interface SessionEvents {
  /** The state, its error or its next attempt changed. */
  status: SessionStatus;
  /** Connected; emitted before messages are taken from the sources. */
  online: undefined;
}
