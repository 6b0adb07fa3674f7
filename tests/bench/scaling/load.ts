/** How many instruments measure how often. */
export interface Load {
  devices: number;
  /** Milliseconds. */
  periodMs: number;
}

/** Channels of each of the instruments: three real ones and four that are computed of them. */
export const CHANNELS = 7;

/** As in `200 devices at 10 Hz`. */
export function nameOf({ devices, periodMs }: Load): string {
  return `${devices} ${devices === 1 ? 'device' : 'devices'} at ${1000 / periodMs} Hz`;
}

/** Channel readings per second. */
export function readingsPerSecond({ devices, periodMs }: Load): number {
  return (devices * CHANNELS * 1000) / periodMs;
}
