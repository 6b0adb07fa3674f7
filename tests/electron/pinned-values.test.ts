import { describe, expect, test } from 'vitest';
import { pinnedValues, type ValueSource } from '../../electron/pinned-values.ts';

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
    computed: { list: () => [{ id: 'c1', computed: { decimals: 4 } }] },
  } as unknown as ValueSource;
}

const lines = (known: Known): string[] => pinnedValues(names(known)).map(({ line }) => line);

describe('pinnedValues', () => {
  test.each([
    ['with the product name and the unit of the contract', {}, 'VCP-PTH450-CAL, Temperature: 24.88 °C'],
    [
      'with the name and the unit chosen by the user',
      { alias: 'Cold room', units: { '°C': '°F' } },
      'Cold room, Temperature: 76.78 °F',
    ],
    ['without a valid reading', { value: null }, 'VCP-PTH450-CAL, Temperature: –'],
    ['of a silent device', { state: 'silent', value: null }, 'VCP-PTH450-CAL, Temperature: No data'],
    ['of a disconnected device', { isAttached: false }, 'E1, temperature: No data'],
  ])('shows a value %s', (_what, known, line) => {
    expect(lines(known)).toEqual([line]);
  });

  test('shows a computed channel by its name alone, with the decimals that the user has set', () => {
    const known = names({ alias: 'Margin', paths: ['computed/c1/temperature', 'usb/c1/temperature'] });
    const shown = ['Temperature: 24.8765 °C', 'Margin, Temperature: 24.88 °C'];
    expect(pinnedValues(known).map(({ line }) => line)).toEqual(shown);
  });

  test('keeps the order of the user and skips invalid channels', () => {
    const paths = ['usb/E2/co2', 'nonsense', 'usb/E1/temperature'];
    expect(pinnedValues(names({ paths })).map(({ channel: { serial } }) => serial)).toEqual(['E2', 'E1']);
  });
});
