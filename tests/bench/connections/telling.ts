/** Messages between these programs and their parent. */

/** Of a server with event streams. */
export interface TellingTask {
  devices: number;
  periodMs: number;
}

/** How a client reads: everything, 1 kB per second, or nothing. */
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
  /** Connected clients. */
  open: number;
  /** Number of watched clients. */
  watched: number;
  /** Of each of their events since the last request: its timestamp, and milliseconds from that to its arrival. */
  stamps: number[];
  delays: number[];
}
