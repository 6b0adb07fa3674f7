import type { AppDevice, ProtocolName } from '../../../service/contract/index.ts';

/** Stands for the device of a computed channel, which has the same name as its device. */
export const COMPUTED_FAMILY = 'Computed';

/** The user's name, else the product. */
export function deviceName({ alias, device }: AppDevice): string {
  return alias || device.info.product;
}

/** `Cold room (E24638)`; a computed channel has its name alone, because its ID means nothing to the user. */
export function deviceTitle(device: AppDevice): string {
  return device.family === 'computed' ? deviceName(device) : `${deviceName(device)} (${device.serial})`;
}

export type BadgeTone = 'plain' | 'good' | 'warning' | 'bad';

export interface Badge {
  word: string;
  tone: BadgeTone;
}

const STATES: Readonly<Record<AppDevice['state'], Badge | null>> = {
  measuring: null,
  starting: { word: 'Starting', tone: 'plain' },
  failing: { word: 'No valid readings', tone: 'bad' },
  silent: { word: 'No data', tone: 'warning' },
  disconnected: { word: 'Disconnected', tone: 'plain' },
};

/** Null while readings arrive. */
export function stateBadge({ state }: AppDevice): Badge | null {
  return STATES[state];
}

/** Null for a device at this computer. */
export function nodeBadge({ device }: AppDevice): Badge | null {
  const { gateway } = device.connections;
  return gateway ? { word: `Node ${gateway.node_id}`, tone: 'plain' } : null;
}

export const MODE_WORDS: Readonly<Record<ProtocolName, string>> = { usb: 'USB', vcp: 'VCP' };

export const OPPOSITE_MODE: Readonly<Record<ProtocolName, ProtocolName>> = { usb: 'vcp', vcp: 'usb' };

/** Part of a sentence. */
export const MODE_HELP: Readonly<Record<ProtocolName, string>> = {
  usb: 'uses the vendor’s USB protocol, without a serial port',
  vcp: 'appears as a serial port (virtual COM port)',
};

const SENTENCES: Readonly<Record<AppDevice['state'], string>> = {
  measuring: 'Receiving readings.',
  starting: 'Waiting for the first reading.',
  failing: 'Responding, but no channel has a valid reading.',
  silent: 'Connected, but not sending data.',
  disconnected: 'Not connected. The values are the last ones.',
};

/** For tooltips. */
export function describeState({ state }: AppDevice): string {
  return SENTENCES[state];
}

export function wayBack({ family, simulated }: Pick<AppDevice, 'family' | 'simulated'>): string {
  if (simulated) return 'To show it again, turn on “Show simulated devices” in Settings.';
  if (family === 'computed') return 'It reappears here when Mensura has started it.';
  if (family === 'usb') return 'Plug the device in again: it reappears here automatically.';
  return 'It reappears here when its gateway receives data from it.';
}

/** The message for an invalid sampling period. @param range `100 ms to 60 s` */
export function invalidPeriod(range: string): string {
  return `Enter a sampling period from ${range}, in whole milliseconds.`;
}

/** In milliseconds. */
export function periodOf({ device }: AppDevice): number {
  return Object.values(device.channels)[0]?.period_ms ?? 0;
}
