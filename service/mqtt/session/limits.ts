import type { ClientConfig } from '../types.ts';

/** Times are in milliseconds. */
export interface SessionLimits {
  /** Time limit until the broker accepts a connection; at least 100, default 10,000. */
  connectTimeoutMs: number;
  /** Duration after which a connection counts as stable and its loss as a new one; at least 100, default 60,000. */
  stableMs: number;
  /** Minimum retry delay for errors that need a change; at least 10, default 60,000. */
  slowRetryMs: number;
  /** Time limit for acknowledging the final messages; at least 10, default 2000. */
  farewellMs: number;
  /** Time limit for the broker to close after DISCONNECT; at least 10, default 1000. */
  closeMs: number;
  /** Time limit of a probe of the port; at least 100, default 2000. */
  probeMs: number;
  /** Messages in flight, 1 to 65535, default 500. */
  inFlight: number;
  /**
   * The same for QoS 2 before MQTT 5, 1 to 65535, default 20. A broker cannot announce its limit there, and Mosquitto
   * 2.0 acknowledges and then discards messages beyond its `max_inflight_messages`, by default 20.
   */
  inFlightUnreported: number;
  /**
   * The same if messages in flight are carried over, 1 to 65535, default 100. The next connection first repeats them
   * one by one.
   */
  inFlightCarried: number;
  /** Messages sent before yielding to the event loop; at least 1, default 250. */
  batch: number;
  /** Consecutive short connections that count as a pattern; default 4. */
  shortConnections: number;
}

export const DEFAULT_SESSION_LIMITS: SessionLimits = {
  connectTimeoutMs: 10_000,
  stableMs: 60_000,
  slowRetryMs: 60_000,
  farewellMs: 2000,
  closeMs: 1000,
  probeMs: 2000,
  inFlight: 500,
  inFlightUnreported: 20,
  inFlightCarried: 100,
  batch: 250,
  shortConnections: 4,
};

/**
 * Whether messages in flight are carried over to the next connection: with QoS 2 and a session stored by the broker.
 * Then no message is delivered twice.
 */
export function isInFlight({ advanced, fields }: Pick<ClientConfig, 'advanced' | 'fields'>): boolean {
  return advanced.qos === 2 && !fields.clean_session;
}

/** Maximum messages in flight of this client, if the broker allows as many. */
export function receiveMaximum(config: Pick<ClientConfig, 'advanced' | 'fields'>, limits: SessionLimits): number {
  if (config.advanced.qos < 2) return limits.inFlight;
  if (config.fields.protocol_version < 5) return limits.inFlightUnreported;
  return isInFlight(config) ? limits.inFlightCarried : limits.inFlight;
}
