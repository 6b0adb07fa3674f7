/** A number of devices with channels and a sampling period. */
export interface Load {
  devices: number;
  /** Of each device, real and virtual. */
  channels: Channels;
  /** Milliseconds. */
  periodMs: number;
}

/** Products by number of channels: one real one, two and three virtual ones, three and four. */
export const PRODUCTS = { 1: 'VCP-RTD300-CAL', 5: 'VCP-TRH450-CAL', 7: 'VCP-PTH450-CAL' } as const;

type Channels = keyof typeof PRODUCTS;

/** Omitted from names. */
const USUAL_CHANNELS = 7;

export function loadOf(devices: number, hertz: number, channels: Channels = USUAL_CHANNELS): Load {
  return { devices, channels, periodMs: 1000 / hertz };
}

/** As in `200 devices at 10 Hz` with seven channels each, else `280 devices of 5 channels at 10 Hz`. */
export function nameOf({ devices, channels, periodMs }: Load): string {
  const of = channels === USUAL_CHANNELS ? '' : ` of ${counted(channels, 'channel')}`;
  return `${counted(devices, 'device')}${of} at ${1000 / periodMs} Hz`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** Channel readings per second. */
export function readingsPerSecond({ devices, channels, periodMs }: Load): number {
  return (devices * channels * 1000) / periodMs;
}

/** Events, and messages to the broker, per second: one for each sample set of a device. */
export function eventsPerSecond({ devices, periodMs }: Load): number {
  return (devices * 1000) / periodMs;
}
