import { expect, test } from 'vitest';
import { ReadingFormatter } from '../../../service/cli/commands/watch.ts';
import type { ReadingsEvent } from '../../../service/contract/index.ts';

const MOMENT: ReadingsEvent = {
  family: 'usb',
  serial: 'E\u001B1',
  timestamp: '2026-11-20T14:45:12.318Z',
  values: {
    co2: { magnitude: null, unit: 'ppm' },
    temperature: { magnitude: 21.123456789012344, unit: '°C' },
    count: { magnitude: 1e21, unit: '' },
  },
};

test('readings stand in columns as wide as what is known of their device', () => {
  const lines = new ReadingFormatter(false);
  lines.widen('E24638', ['co2', 'temperature']);
  lines.widen('日本語', []);
  expect(lines.of(MOMENT)).toEqual([
    '2026-11-20T14:45:12.318Z  E\\x1b1  co2          -  ppm\n',
    '2026-11-20T14:45:12.318Z  E\\x1b1  temperature  21.123456789012344  °C\n',
    '2026-11-20T14:45:12.318Z  E\\x1b1  count        1e+21  -\n',
  ]);
});

test('a reading as JSON has all that it needs by itself', () => {
  expect(new ReadingFormatter(true).of(MOMENT, 'co2')).toEqual([
    '{"timestamp":"2026-11-20T14:45:12.318Z","family":"usb","serial":"E\\u001b1","channel":"co2","magnitude":null,"unit":"ppm"}\n',
  ]);
});
