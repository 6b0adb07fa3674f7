/**
 * The parts of one MQTT client and what they say to each other:
 *
 *     registry -> DevicePublisher -> (each client) Feed -> Outbox -> Session -> broker
 *                                                     \-------------->/
 *
 * The publisher turns what happens in the registry into payloads, once for all clients. A client's feed gives them
 * topics. Readings go through the outbox, in order; what is retained goes by topic, the newest alone. The session takes
 * from both, what is retained first, as fast as the broker confirms.
 */
import type {
  ChannelLabels,
  MqttAdvanced,
  MqttClientFields,
  MqttError,
  MqttState,
  Product,
} from '../contract/index.ts';
import type { Sample } from '../devices/instrument.ts';
import type { Emitter } from '../support/emitter.ts';

/** What is never written in clear where others could read it; empty texts where there is none. */
export interface ClientSecrets {
  password: string;
  /** PEM texts. */
  ca: string;
  certificate: string;
  key: string;
}

/** Everything a client needs to know. */
export interface ClientConfig {
  identifier: string;
  fields: MqttClientFields;
  advanced: MqttAdvanced;
  /** Null when there are secrets that cannot be read here: the user must enter them again. */
  secrets: ClientSecrets | null;
}

/** A message with readings, on its way. */
export interface Message {
  /** Below the client's prefix, as in `E24638/measurement`: a client that is renamed publishes under its new name. */
  topic: string;
  /** JSON. */
  payload: string;
  /** When it was made: milliseconds since 1970. Its age counts from here. */
  at: number;
}

/** A device as it is published. */
export interface PublishedDevice {
  serial: string;
  product: Product;
  /** What tells channels of the same description apart. */
  labels: ChannelLabels;
  /** The payload of its `info` topic; the same text as long as nothing changed. */
  info: string;
  firmware: { major: number; minor: number };
  vendor: string;
  productName: string;
}

/** One sampling moment as it is published. */
export interface PublishedSampleSet {
  serial: string;
  /** Milliseconds since 1970. */
  at: number;
  /** The channels sampled then; one that turned invalid is there once, with magnitude null. Never empty. */
  samples: readonly (Pick<Sample, 'channel' | 'magnitude'> & { unit: string })[];
  /** The payload of the `measurement` topic. */
  payload: string;
}

export interface PublisherEvents {
  /** A device that appeared, or whose `info` changed. */
  device: PublishedDevice;
  /** The serial of a device that is no longer published. */
  gone: string;
  /** The serial of a device, published or not, whose alarms may be others now. */
  alarms: string;
  moment: PublishedSampleSet;
}

/** Turns what happens in the registry into payloads; knows which devices may be published. */
export interface DevicePublisher {
  start(): void;
  stop(): void;
  /** The devices that are published now. */
  readonly devices: ReadonlyMap<string, PublishedDevice>;
  /** The payload of a device's `alarm` topic; also of one that is not there now. */
  alarmsOf(serial: string): string;
  readonly events: Emitter<PublisherEvents>;
}

/** What the session hands to the broker. */
export interface PublishRequest {
  topic: string;
  payload: string;
  qos: 0 | 1 | 2;
  retain: boolean;
  /** MQTT 5 message expiry in seconds; left out for what never expires. */
  expiry?: number;
}

/** Why a message left its source. */
export type DeliveryOutcome =
  /** The broker confirmed it, or it was sent with QoS 0. */
  | { kind: 'delivered' }
  /** The broker refused it for good (MQTT 5 reason code), or it is larger than the broker takes: not sent again. */
  | { kind: 'refused'; text: string };

/**
 * Where a session takes messages from. The source decides the order; a message that was taken and not settled is given
 * again after `rewind`.
 */
export interface MessageSource {
  /** The next message not yet taken; undefined when there is none just now. */
  take(): PublishRequest | undefined;
  /** A message that was taken is done with. In the order of taking where the broker confirms in order. */
  settle(message: PublishRequest, outcome: DeliveryOutcome): void;
  /** A connection ended: everything taken and not settled is to be taken again, in the same order. */
  rewind(): void;
  /** Set by the session: to be called when `take` has something again after it had nothing. May be called too often. */
  onReady: (() => void) | undefined;
}

/** The queue of a client's readings: first in, first out, in memory while the broker keeps up, on disk when it does not. */
export interface Outbox extends MessageSource {
  /**
   * Takes up what an earlier run left.
   * @throws what the file system says when its folder cannot be used; the outbox then works in memory alone
   */
  start(): Promise<void>;
  /** Writes what waits, and closes. Nothing is lost by it. */
  stop(): Promise<void>;
  /** Stops and deletes everything, on disk too. */
  destroy(): Promise<void>;
  /** Adds a message at the tail. Never throws and never waits. */
  push(message: Message): void;
  /** Messages that wait, those on their way included. */
  readonly size: number;
  /** Bytes of topics and payloads that wait. */
  readonly bytes: number;
  /** Messages that were delivered since the start. */
  readonly delivered: number;
  /** The newest that was delivered, with its whole topic; null before the first. */
  readonly lastDelivered: (Message & { deliveredAt: number }) | null;
  /** Messages lost since the client was added: too old, too many, refused, or not kept. Survives restarts. */
  readonly dropped: number;
}

/**
 * What one client makes of what is published: gives the outbox its messages, and is itself the source of the retained
 * topics, of which only the newest payload of each counts.
 */
export interface ClientPublisher extends MessageSource {
  /** Takes readings from now on, before `start` or with it; they go to the outbox at once. */
  listen(): void;
  /** Takes no more readings. */
  unsubscribe(): void;
  /** Takes up what an earlier run published, so that it can be corrected or cleared, and says what holds now. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** What the broker says on the client's behalf when it is lost: `offline`, retained. */
  readonly will: PublishRequest;
  /** The last words of a client that stops. */
  readonly farewell: readonly PublishRequest[];
  /** The last words of a client that is removed: `offline`, and then every retained topic of its own cleared. */
  readonly clearing: readonly PublishRequest[];
}

export interface SessionStatus {
  state: MqttState;
  /** Milliseconds since 1970. */
  since: number;
  /**
   * Why it is not online. One that is online has the violation that ended the connection before, until this one has held
   * for a minute.
   */
  error: MqttError | null;
  /** When it will try again: milliseconds since 1970; null when it will not, or is online. */
  nextRetry: number | null;
}

export interface SessionEvents {
  /** The state, its error or its next attempt changed. */
  status: SessionStatus;
  /** A connection is up, before anything is taken from the sources. */
  online: undefined;
}

/**
 * One client's way to its broker: connects, takes from its sources as fast as the broker confirms, reconnects with
 * back-off. Never throws for what a broker or a network does.
 */
export interface Session {
  readonly events: Emitter<SessionEvents>;
  readonly status: SessionStatus;
  /** Connections that were ended because the broker violated the rules of MQTT. */
  readonly violations: number;
  /** Begins to connect; does nothing for a client that is not enabled. */
  start(): void;
  /** Connects now instead of when it is due; also after a single attempt that failed. */
  connectNow(): void;
  /**
   * The computer woke from sleep: a connection may be dead without having said so. Makes a new one at once, in the place
   * of the one there is or of the next attempt.
   */
  wake(): void;
  /**
   * Sends these last (with QoS 1, waiting at most two seconds for confirmations), disconnects in good order where
   * it is online, and ends. May be called twice. Nothing is taken from the sources after the call.
   */
  stop(farewell: readonly PublishRequest[]): Promise<void>;
}
