/** Reading from MQTT brokers. `mqtt/` implements it and the gateway driver uses it; neither imports the other. */
import type { Emitter } from './emitter.ts';

export interface BrokerMessage {
  topic: string;
  /** A view of the socket's buffer: copy it to use it after the call. */
  payload: Uint8Array;
  /** The broker stored the message, so it may be old. */
  retained: boolean;
  /**
   * Delays the acknowledgment of this message and everything behind it, up to a second, so that the broker holds more.
   * Left out if that is not possible.
   */
  slowDown?(ms: number): void;
}

/** The texts are MQTT's own (contract, `MqttError`). */
export interface SubscriptionStatus {
  /** As in the contract, `GatewayState`. */
  state: 'idle' | 'connecting' | 'online' | 'waiting' | 'failed';
  /** Milliseconds since 1970. */
  since: number;
  error: { text: string; remedy: string } | null;
  /** Milliseconds since 1970; null when no retry is scheduled. */
  nextRetry: number | null;
}

export interface SubscriptionEvents {
  status: SubscriptionStatus;
  /**
   * The broker acknowledged the subscription, or sent a message before it did. Its retained messages follow; earlier
   * messages belong to an earlier connection.
   */
  subscribed: undefined;
  message: BrokerMessage;
  /** A message over 256 KiB, which was discarded. */
  refused: { topic: string; bytes: number };
}

/** Topics read from one broker, from `start` to `stop`, over any number of connections. */
export interface Subscription {
  readonly events: Emitter<SubscriptionEvents>;
  readonly status: SubscriptionStatus;
  start(): void;
  /**
   * Disconnects for good; resolves within seconds, when the connection is closed. No message is emitted after the call.
   * May be called twice.
   */
  stop(): Promise<void>;
  /** Connects now instead of at the next retry. */
  connectNow(): void;
  /** Replaces the connection after the computer resumes. */
  wake(): void;
}

export interface BrokerSource {
  /**
   * Opens a separate connection with the client's broker, account and certificates, and another client ID. Changes of
   * the client do not affect it: subscribe again on `changed`. Also works for a disabled client.
   * @param client identifier of the MQTT client
   * @param key distinguishes connections over the same client, also over restarts. Two connections with the same key
   * end each other: stop the earlier one first
   * @param filters topics with wildcards, at least one
   * @returns undefined when there is no such client
   */
  subscribe(client: string, key: string, filters: readonly string[]): Subscription | undefined;
  /** Called with the identifier of a client that was added, deleted or changed in a way that affects reading. */
  readonly changed: Emitter<{ client: string }>;
}
