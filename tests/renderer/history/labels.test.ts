import { describe, expect, test } from 'vitest';
import { formatBytes } from '../../../renderer/data/format/numbers.ts';
import { describeDeletions, describeForecast, formatDays, formatRate } from '../../../renderer/data/history/labels.ts';
import { storedDevices } from '../../../renderer/data/history/stored-devices.ts';
import type { HistoryStorage, StoredChannel } from '../../../service/contract/index.ts';

const GIB = 1024 ** 3;

const NOW = Date.parse('2026-11-21T12:00:00Z');

const STORAGE: HistoryStorage = {
  state: 'recording',
  bytes: 3 * GIB,
  limit_bytes: 10 * GIB,
  free_bytes: null,
  channels: 1,
  oldest_reading: '2026-08-24T12:00:00.000Z',
  oldest_minute: '2025-11-21T12:00:00.000Z',
  oldest_hour: '2024-11-21T12:00:00.000Z',
  stored_total: 0,
  pending: 0,
  dropped_total: 0,
  lag_ms: 0,
  bytes_per_reading: 5,
  readings_per_second: 80,
  expected_bytes: 8 * GIB,
  reaches_days: 112,
};

const LIMITS = { history_raw_days: 90, history_minute_days: 730, history_max_gib: 10 };

test.each([
  [0, '0 B'],
  [1023, '1,023 B'],
  [1024, '1.0 KiB'],
  [1.5 * 1024 ** 2, '1.5 MiB'],
  [10 * GIB, '10 GiB'],
  [2000 * GIB, '2.0 TiB'],
])('%d bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

test.each([
  [0.01, '1 hour'],
  [0.5, '12 hours'],
  [1, '1 day'],
  [41.7, '41 days'],
  [900, '2.5 years'],
])('%d days are %s', (days, text) => expect(formatDays(days)).toBe(text));

test.each([
  [1234, '1,234 readings/s'],
  [2.5, '2.5 readings/s'],
  [0.5, '30 readings/min'],
  [1 / 60, '1 reading/min'],
])('%d a second are %s', (rate, text) => expect(formatRate(rate)).toBe(text));

describe('the outlook', () => {
  const of = (change: Partial<HistoryStorage>): string => describeForecast({ ...STORAGE, ...change }, LIMITS);

  test('fits, or says how far the limit reaches', () => {
    expect(of({})).toContain('about 8.0 GiB after 90 days, within the limit.');
    expect(of({ expected_bytes: 23 * GIB, reaches_days: 39.9 })).toContain('The limit covers about 39 days');
  });

  test.each([
    [{ state: 'off' as const }, 'The history is not growing.'],
    [{ readings_per_second: 0 }, 'the future size cannot be estimated'],
    [{ expected_bytes: null }, 'estimated once readings are stored'],
  ])('says why it is not known: %j', (change, words) => expect(of(change)).toContain(words));
});

describe('what new limits delete', () => {
  test('is nothing while everything is younger and smaller', () => {
    expect(describeDeletions(STORAGE, LIMITS, NOW)).toEqual([]);
    const nothing = { ...STORAGE, oldest_reading: null, oldest_minute: null, oldest_hour: null, bytes: 0 };
    expect(
      describeDeletions(nothing, { history_raw_days: 1, history_minute_days: 1, history_max_gib: 0.05 }, NOW),
    ).toEqual([]);
  });

  test('is said from when, for readings, minutes and size apart', () => {
    const [raw, ...others] = describeDeletions(STORAGE, { ...LIMITS, history_raw_days: 10 }, NOW);
    expect(raw).toMatch(/^Raw readings before .*11.*; the oldest is from .*24/);
    expect(others).toEqual([]);
    expect(describeDeletions(STORAGE, { ...LIMITS, history_minute_days: 364 }, NOW)).toEqual([
      expect.stringMatching(/^Minute aggregates before /),
    ]);
    expect(describeDeletions(STORAGE, { ...LIMITS, history_max_gib: 2.5 }, NOW)).toEqual([
      'The oldest data, until the history shrinks from 3.0 GiB to 2.5 GiB.',
    ]);
  });
});

test('what is kept is listed by device, with its whole stretch and its newest product', () => {
  const channel = (serial: string, name: string, first: string, last: string, product: string): StoredChannel => ({
    family: 'usb',
    serial,
    channel: name,
    unit: '°C',
    description: name,
    label: '',
    product,
    first,
    last,
  });
  const devices = storedDevices([
    { ...channel('E0', 'a', '2026-02-01T00:00:00Z', '2026-02-02T00:00:00Z', 'behind'), family: 'gateway' },
    channel('E10', 'a', '2026-02-01T00:00:00Z', '2026-02-02T00:00:00Z', 'tenth'),
    channel('E1', 'a', '2026-01-02T00:00:00Z', '2026-01-03T00:00:00Z', 'old'),
    channel('E1', 'b', '2026-01-01T00:00:00Z', '2026-01-04T00:00:00Z', 'new'),
    channel('E2', 'a', '2026-02-01T00:00:00Z', '2026-02-02T00:00:00Z', 'other'),
  ]);
  expect(devices.map(({ key, product, channels }) => [key, product, channels.length])).toEqual([
    ['usb/E1', 'new', 2],
    ['usb/E2', 'other', 1],
    ['usb/E10', 'tenth', 1],
    ['gateway/E0', 'behind', 1],
  ]);
  const range = { first: Date.parse('2026-01-01T00:00:00Z'), last: Date.parse('2026-01-04T00:00:00Z') };
  expect(devices[0]).toMatchObject(range);
});
