import type { DeviceKey } from '../contract/index.ts';

/** What a mean was made of. */
export interface Spread {
  minimum: number;
  maximum: number;
  /** Readings in the interval, at least 1. */
  count: number;
}

export interface ChosenSample {
  channel: string;
  magnitude: number | null;
  /** Of a mean only. */
  spread?: Spread;
}

/** Values of one device and time that are to be sent. Never empty; each channel once. */
export interface ChosenSet {
  device: DeviceKey;
  /** Milliseconds since 1970, UTC. */
  at: number;
  samples: readonly ChosenSample[];
}
