/** Messages that wait for their receiver, a broker or a database. */

/** A queued message with readings. */
export interface Message {
  /** Below the client's prefix, as in `E24638/measurement`: a renamed client publishes under its new name. */
  topic: string;
  /** JSON. */
  payload: string;
  /** Created at, in milliseconds since 1970; its age counts from here. */
  at: number;
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
