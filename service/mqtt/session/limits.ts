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
   * The same with QoS 2, 1 to 65535; 20. Before MQTT 5 a broker cannot say how many it takes, and Mosquitto 2.0 confirms
   * and then loses what goes beyond its `max_inflight_messages`, 20 unless set.
   */
  inFlightQos2: number;
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
  inFlightQos2: 20,
  batch: 250,
  shortConnections: 4,
};
