/** What the programs of these benchmarks are told, and tell. */

/** Of a server that tells readings to event streams. */
export interface TellingTask {
  devices: number;
  periodMs: number;
}

/** How a client reads: all there is, 1 kB per second, or nothing. */
export type Pace = 'quick' | 'slow' | 'not at all';

export interface ClientsTask {
  url: string;
  clients: number;
  pace: Pace;
}

export interface ClientsCount {
  /** Events with readings, and the channel readings in them, of all clients together. */
  events: number;
  readings: number;
  /** How many clients are connected. */
  open: number;
  /** Some of the clients are watched: their number. */
  watched: number;
  /** Of each event that came to them since the last question: its time stamp, and milliseconds from that to its arrival. */
  stamps: number[];
  delays: number[];
}
