import type { ClientConfig } from '../types.ts';

/** Times and counts of a session. All times are milliseconds. */
export interface SessionLimits {
  /** How long it may take until the broker accepts a connection, 100 or more; 10000. */
  connectTimeoutMs: number;
  /** How long a connection must hold to count as stable, so that the next loss is no repetition, 100 or more; 60000. */
  stableMs: number;
  /** The least pause before the next attempt where something must be changed first, 10 or more; 60000. */
  slowRetryMs: number;
  /** How long the last words may take to be confirmed, 10 or more; 2000. */
  farewellMs: number;
  /** How long the broker may take to close a connection that was ended in good order, 10 or more; 1000. */
  closeMs: number;
  /** How long finding out what else speaks on a port may take, 100 or more; 2000. */
  probeMs: number;
  /** Most messages that wait for the broker's confirmation at a time, 1 to 65535; 500. */
  inFlight: number;
  /**
   * The same with QoS 2 before MQTT 5, 1 to 65535; 20. There a broker cannot say how many it takes, and Mosquitto 2.0
   * confirms and then loses what goes beyond its `max_inflight_messages`, 20 unless set.
   */
  inFlightUnreported: number;
  /**
   * The same where what is on its way is carried over to the next connection, 1 to 65535; 100. It is repeated one by one
   * there, before anything else.
   */
  inFlightCarried: number;
  /** Most messages that are sent before others of this process get their turn, 1 or more; 250. */
  batch: number;
  /** How many connections in a row the broker may close soon after taking them until that is seen as a pattern; 4. */
  shortConnections: number;
}

export const DEFAULT_LIMITS: SessionLimits = {
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
 * Whether what is on its way is carried over from one connection to the next: with QoS 2, and a session that the broker
 * keeps. Nothing is then delivered twice.
 */
export function isInFlight({ advanced, fields }: Pick<ClientConfig, 'advanced' | 'fields'>): boolean {
  return advanced.qos === 2 && !fields.clean_session;
}

/** Most messages of this client on their way at a time, as far as the broker grants as many. */
export function receiveMaximum(config: Pick<ClientConfig, 'advanced' | 'fields'>, limits: SessionLimits): number {
  if (config.advanced.qos < 2) return limits.inFlight;
  if (config.fields.protocol_version < 5) return limits.inFlightUnreported;
  return isInFlight(config) ? limits.inFlightCarried : limits.inFlight;
}
