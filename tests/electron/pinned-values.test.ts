import { describe, expect, test } from 'vitest';
import type { DeviceNames } from '../../electron/device-words.ts';
import { pinnedValues } from '../../electron/pinned-values.ts';

interface Known {
  value?: number | null;
  state?: string;
  isAttached?: boolean;
  alias?: string;
  units?: Record<string, string>;
  paths?: string[];
}

function names({ value = 24.8765, state = 'measuring', isAttached = true, alias = '', units = {}, paths }: Known) {
  const product = { channels: { temperature: { description: 'Temperature', unit: '°C' } } };
  const reading = { value: value === null ? null : { magnitude: value, unit: '°C', timestamp: '' }, reason: '' };
  const device = {
    state,
    description: { productName: 'VCP-PTH450-CAL', product },
    readings: new Map([['temperature', reading]]),
  };
  return {
    registry: { get: () => (isAttached ? device : undefined) },
    names: { get: () => ({ alias, note: '', channelNames: {} }) },
    settings: { get: () => ({ display_units: units, pinned_channels: paths ?? ['usb/E1/temperature'] }) },
  } as unknown as DeviceNames;
}

const lines = (known: Known): string[] => pinnedValues(names(known)).map(({ line }) => line);

describe('pinnedValues', () => {
  test.each([
    ['by product and unit of the contract', {}, 'Temperature of VCP-PTH450-CAL: 24.88 °C'],
    [
      'in names and units of the user',
      { alias: 'Cold room', units: { '°C': '°F' } },
      'Temperature of Cold room: 76.78 °F',
    ],
    ['that is not valid', { value: null }, 'Temperature of VCP-PTH450-CAL: –'],
    ['of a silent device', { state: 'silent', value: null }, 'Temperature of VCP-PTH450-CAL: No data'],
    ['of a device that is gone', { isAttached: false }, 'temperature of E1: No data'],
  ])('tells a value %s', (_what, known, line) => {
    expect(lines(known)).toEqual([line]);
  });

  test('keeps the order of the user, and passes over what is no channel', () => {
    const paths = ['usb/E2/co2', 'nonsense', 'usb/E1/temperature'];
    expect(pinnedValues(names({ paths })).map(({ channel: { serial } }) => serial)).toEqual(['E2', 'E1']);
  });
});
