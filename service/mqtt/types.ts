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
import type { ChannelLabels, MqttAdvanced, MqttClientFields, MqttError, MqttState } from '../contract/index.ts';
import type { DeviceDescription, Sample } from '../devices/types.ts';

/** Never written in clear text where others could read it; empty if not set. */
export interface ClientSecrets {
  password: string;
  /** PEM texts. */
  ca: string;
  certificate: string;
  key: string;
}

/** Maximum length of a client ID in MQTT 3.1, in characters; every MQTT 3.1.1 broker must accept it (3.1.3.1). */
export const MAX_CLIENT_ID = 23;

export const NO_SECRETS: Readonly<ClientSecrets> = { password: '', ca: '', certificate: '', key: '' };

export interface ClientConfig {
  identifier: string;
  fields: MqttClientFields;
  advanced: MqttAdvanced;
  /** Null: the secrets are unreadable on this computer and must be entered again. */
  secrets: ClientSecrets | null;
}

/** By identifier. */
export type Clients = ReadonlyMap<string, ClientConfig>;

/** A queued message with readings. */
export interface Message {
  /** Below the client's prefix, as in `E24638/measurement`: a renamed client publishes under its new name. */
  topic: string;
  /** JSON. */
  payload: string;
  /** Created at, in milliseconds since 1970; its age counts from here. */
  at: number;
}

export interface PublishedDevice
  extends Pick<DeviceDescription, 'serial' | 'product' | 'firmware' | 'vendor' | 'productName'> {
  /** Distinguish channels with the same description. */
  labels: ChannelLabels;
  /** The payload of its `info` topic; the same string until it changes. */
  info: string;
}

export interface PublishedSampleSet {
  serial: string;
  /** Milliseconds since 1970. */
  at: number;
  /** The sampled channels; one that became invalid appears once, with magnitude null. Never empty. */
  samples: readonly (Pick<Sample, 'channel' | 'magnitude'> & { unit: string })[];
  /** The payload of the `measurement` topic. */
  payload: string;
}

export interface PublisherEvents {
  /** A device connected, or its `info` changed. */
  device: PublishedDevice;
  /** Serial number of a device that is no longer published. */
  removed: string;
  /** Serial number of a device, published or not, whose alarms may have changed. */
  alarms: string;
  sampleSet: PublishedSampleSet;
}

/** A message for the broker. */
export interface PublishRequest {
  topic: string;
  payload: string;
  qos: 0 | 1 | 2;
  retain: boolean;
  /** MQTT 5 message expiry in seconds; undefined: never. */
  expiry?: number;
}

/** Why a message left its source. */
export type DeliveryOutcome =
  /** Acknowledged, or sent with QoS 0. */
  | { kind: 'delivered' }
  /** Refused for good (MQTT 5 reason code) or larger than the broker's maximum: not sent again. */
  | { kind: 'refused'; text: string };

/** A source of messages, in its own order. Messages taken and not settled are returned again after `rewind`. */
export interface MessageSource {
  /** The next message not taken yet; undefined if there is none now. */
  take(): PublishRequest | undefined;
  /** Finishes a taken message; in the order of taking if the broker acknowledges in order. */
  settle(message: PublishRequest, outcome: DeliveryOutcome): void;
  /** A connection ended: messages taken and not settled must be taken again, in the same order. */
  rewind(): void;
  /** Set by the session: call it when `take` has messages again after it had none. Extra calls are harmless. */
  onReady: (() => void) | undefined;
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
