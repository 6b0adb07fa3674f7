/**
 * Reading from MQTT brokers, as those see it who read: mqtt/ does it, the gateway driver uses it, and neither knows the
 * other.
 */
import type { Emitter } from './emitter.ts';

/** A message that came from a broker. */
export interface BrokerMessage {
  topic: string;
  /** A part of what was read from the socket at once: whoever keeps it longer than the call copies it. */
  payload: Uint8Array;
  /** Whether the broker kept it, and it may be old. */
  retained: boolean;
}

/** How a subscription fares; the texts are MQTT's own (contract, `MqttError`). */
export interface SubscriptionStatus {
  /** As in the contract, `GatewayState`. */
  state: 'idle' | 'connecting' | 'online' | 'waiting' | 'failed';
  /** Milliseconds since 1970. */
  since: number;
  error: { text: string; remedy: string } | null;
  /** Milliseconds since 1970; null when none is planned. */
  nextRetry: number | null;
}

export interface SubscriptionEvents {
  status: SubscriptionStatus;
  /**
   * The broker confirmed the subscription, or sent a message before it did: its retained messages follow. Everything
   * before is of an earlier connection.
   */
  subscribed: undefined;
  message: BrokerMessage;
  /** A message was too large, over 256 KiB, and not read. */
  refused: { topic: string; bytes: number };
}

/** Topics that are read from one broker, from start to stop, over as many connections as that takes. */
export interface Subscription {
  readonly events: Emitter<SubscriptionEvents>;
  readonly status: SubscriptionStatus;
  /** Begins to connect. */
  start(): void;
  /**
   * Disconnects in good order where it is online, and ends for good; resolves within seconds, when the connection is
   * closed. No message is told of after the call. May be called twice.
   */
  stop(): Promise<void>;
  /** Connects now instead of when it is due. */
  connectNow(): void;
  /** The computer woke from sleep: makes a new connection, in the place of the one there is or of the next attempt. */
  wake(): void;
}

/** The brokers that MQTT clients are configured for, as somebody who reads there sees them. */
export interface BrokerSource {
  /**
   * A connection of its own, with the client's broker, account and certificates, and another client id. It follows no
   * change of the client: `changed` tells of one, and another subscription takes the place of this one. A client that is
   * not enabled publishes nothing, and its broker is read all the same.
   * @param client identifier of the MQTT client
   * @param key tells connections over the same client apart, and stays the same over restarts. Two with the same key at
   * a time end each other's connection: the earlier one is stopped first
   * @param filters topics with wildcards, one or more
   * @returns undefined when there is no such client
   */
  subscribe(client: string, key: string, filters: readonly string[]): Subscription | undefined;
  /** Called with the identifier of a client that came, went, or changed in what reading from its broker depends on. */
  readonly changed: Emitter<{ client: string }>;
}
