import { describe, expect, test } from 'vitest';
import { csvOptionsSchema, type IntervalValue } from '../../../../service/contract/index.ts';
import { DeviceRows } from '../../../../service/history/csv-log/device-rows.ts';
import { createCsvWriter } from '../../../../service/history/export/csv/csv-writer.ts';
import { describePth, describeTwoProbes } from '../../devices/support.ts';

test.each([
  // When clocks are put forward at 01:00 UTC, and when they are put back: the local day has 23 and 25 hours.
  ['forward', Date.UTC(2026, 2, 28, 23), 23, (at: number) => (at < Date.UTC(2026, 2, 29, 1) ? 60 : 120)],
  ['back', Date.UTC(2026, 9, 24, 22), 25, (at: number) => (at < Date.UTC(2026, 9, 25, 1) ? 120 : 60)],
] as const)('a day in which clocks are put %s is one row, and each hour of it one', (_, midnight, hours, offsetAt) => {
  const rowsEvery = (intervalMs: number): number[] => {
    const zone = { name: 'Europe/Berlin', offsetAt };
    const rows = new DeviceRows(describePth('E24638'), {
      writer: createCsvWriter(csvOptionsSchema.parse({}), zone),
      zone,
      intervalMs,
      values: ['newest'],
    });
    const quarters = Array.from({ length: hours * 4 }, (__, index) => midnight + (index + 0.5) * 900_000);
    const taken = quarters.flatMap((at) => rows.take(at, [{ channel: 'temperature', magnitude: 1 }]));
    return [...taken, ...rows.due(Number.POSITIVE_INFINITY)].map(({ at }) => (at - midnight) / 3_600_000);
  };
  expect(rowsEvery(86_400_000)).toEqual([hours]);
  expect(rowsEvery(3_600_000)).toEqual(Array.from({ length: hours }, (__, index) => index + 1));
  expect(rowsEvery(7_200_000)).toHaveLength(12);
});

test('a value has the displayed decimals of its channel, those of a computed one as they are now', () => {
  const zone = { name: 'UTC', offsetAt: () => 0 };
  const writer = createCsvWriter(csvOptionsSchema.parse({ time: 'unix_ms' }), zone);
  const textOf = (rows: DeviceRows): string | undefined =>
    rows.take(0, [{ channel: 'temperature', magnitude: 2 / 3 }]).at(0)?.text;
  const measured = describePth('E24638');
  expect(textOf(new DeviceRows(measured, { writer, zone, intervalMs: 0, values: ['newest'] }))).toContain(',0.67,');
  let decimals = 4;
  const computed = { ...measured, family: 'computed', serial: 'c1' } as const;
  const rows = new DeviceRows(computed, {
    writer,
    zone,
    intervalMs: 0,
    values: ['newest'],
    computedDecimals: () => decimals,
  });
  expect(textOf(rows)).toContain(',0.6667,');
  decimals = 1;
  rows.describe(computed);
  expect(textOf(rows)).toContain(',0.7,');
});

describe('an interval with several values', () => {
  const zone = { name: 'UTC', offsetAt: () => 0 };
  const writer = createCsvWriter(csvOptionsSchema.parse({ time: 'unix_ms' }), zone);
  const create = (values: readonly IntervalValue[]): DeviceRows =>
    new DeviceRows(describeTwoProbes('E1'), { writer, zone, intervalMs: 1000, values });

  test('has a column for each', () => {
    const rows = create(['mean', 'min', 'max', 'count', 'newest']);
    const names = ['temperature [Tank A]', 'temperature_2 [Tank B]', 'relative_humidity'];
    const headings = names.flatMap((name, place) =>
      ['mean', 'min', 'max', 'count', 'newest'].map(
        (value) => `${name} ${value}${value === 'count' ? '' : place === 2 ? ' (%rh)' : ' (°C)'}`,
      ),
    );
    expect(rows.heading).toBe(`time (ms since 1970),${headings.join(',')}\r\n`);
    const taken = [
      ...rows.take(100, [
        { channel: 'temperature', magnitude: 1 },
        { channel: 'temperature_2', magnitude: null },
      ]),
      ...rows.take(500, [{ channel: 'temperature', magnitude: 2.5 }]),
      ...rows.take(1000, [{ channel: 'temperature', magnitude: null }]),
      ...rows.take(1500, [{ channel: 'relative_humidity', magnitude: 40 }]),
      ...rows.due(Number.POSITIVE_INFINITY),
    ];
    expect(taken.map(({ text }) => text)).toEqual([
      '1000,1.75,1,2.5,2,,,,,0,,,,,,\r\n',
      '2000,,,,,,,,,,,40,40,40,1,40\r\n',
    ]);
  });

  test('has the headings of readings for the newest alone', () => {
    expect(create(['newest']).heading).toContain(',temperature [Tank A] (°C),');
    expect(create(['mean']).heading).toContain(',temperature [Tank A] mean (°C),');
  });
});

test('a heading has the label of a channel that others are described like', () => {
  const zone = { name: 'UTC', offsetAt: () => 0 };
  const writer = createCsvWriter(csvOptionsSchema.parse({}), zone);
  const { heading } = new DeviceRows(describeTwoProbes('E1'), { writer, zone, intervalMs: 0, values: ['newest'] });
  expect(heading).toBe('time (UTC),temperature [Tank A] (°C),temperature_2 [Tank B] (°C),relative_humidity (%rh)\r\n');
});
