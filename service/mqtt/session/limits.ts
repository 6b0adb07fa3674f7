import type { ClientConfig } from '../types.ts';

/** Times are in milliseconds. */
export const DEFAULT_SESSION_LIMITS = {
  /** Time limit until the broker accepts a connection; at least 100. */
  connectTimeoutMs: 10_000,
  /** Duration after which a connection counts as stable and its loss as a new one; at least 100. */
  stableMs: 60_000,
  /** Minimum retry delay for errors that need a change; at least 10. */
  slowRetryMs: 60_000,
  /** Time limit for acknowledging the final messages; at least 10. */
  farewellMs: 2000,
  /** Time limit for the broker to close after DISCONNECT; at least 10. */
  closeMs: 1000,
  /** Time limit of a probe of the port; at least 100. */
  probeMs: 2000,
  /** Messages in flight, 1 to 65535. */
  inFlight: 500,
  /**
   * The same for QoS 2 before MQTT 5. A broker cannot announce its limit there, and Mosquitto 2.0 acknowledges and then
   * discards messages beyond its `max_inflight_messages`, by default 20.
   */
  inFlightUnreported: 20,
  /** The same if messages in flight are carried over. The next connection first repeats them one by one. */
  inFlightCarried: 100,
  /** Messages sent before yielding to the event loop; at least 1. */
  batch: 250,
  /** Consecutive short connections that count as a pattern. */
  shortConnections: 4,
};

export type SessionLimits = Readonly<typeof DEFAULT_SESSION_LIMITS>;

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
