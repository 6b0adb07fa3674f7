/**
 * Reading from MQTT brokers, as those see it who read: mqtt/ does it, the gateway driver uses it, and neither knows the
 * other.
 */
import type { Emitter } from './emitter.ts';

/** A message that came from a broker. */
export interface BrokerMessage {
  topic: string;
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
  /** The broker confirmed the subscription: its retained messages follow. Everything before is of an earlier connection. */
  subscribed: undefined;
  message: BrokerMessage;
}

/** Topics that are read from one broker, from start to stop, over as many connections as that takes. */
export interface Subscription {
  readonly events: Emitter<SubscriptionEvents>;
  readonly status: SubscriptionStatus;
  start(): void;
  stop(): Promise<void>;
  connectNow(): void;
}

/** The brokers that MQTT clients are configured for, as somebody who reads there sees them. */
export interface BrokerSource {
  /**
   * A connection of its own, with the client's broker, account and certificates, and another client id.
   * @param client identifier of the MQTT client
   * @param key tells connections over the same client apart; stays the same over restarts
   * @param filters topics with wildcards
   * @returns undefined when there is no such client
   */
  subscribe(client: string, key: string, filters: readonly string[]): Subscription | undefined;
  /** Called with the identifier of a client whose configuration changed, came or went. */
  readonly changed: Emitter<{ client: string }>;
}
