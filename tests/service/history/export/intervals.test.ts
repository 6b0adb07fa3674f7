/** Exports by interval: whole files written by hand, and random readings against the definition. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { INTERVAL_VALUES, type IntervalValue } from '../../../../service/contract/index.ts';
import type { TimeZone } from '../../../../service/history/export/csv/time-zone.ts';
import { IntervalSummary } from '../../../../service/history/export/interval-summary.ts';
import { readCsv } from './support/csv-reader.ts';
import type { Kept } from './support/memory-source.ts';
import { readColumns } from './support/parquet-reader.ts';
import { type FileWish, fileOf } from './support/run.ts';

const BEGIN = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;

const temperature: Kept = {
  family: 'usb',
  serial: 'E24638',
  channel: 'temperature',
  unit: '°C',
  readings: [
    [BEGIN + 1000, 20],
    [BEGIN + 30_000, 20.5],
    // The end belongs to the interval.
    [BEGIN + MINUTE, 22.25],
    // Sensor errors alone.
    [BEGIN + MINUTE + 1, Number.NaN],
    [BEGIN + MINUTE + 2, Number.NaN],
    // Nothing for a minute; then an error after a value.
    [BEGIN + 3 * MINUTE + 5000, -1],
    [BEGIN + 3 * MINUTE + 6000, Number.NaN],
  ],
};
const pressure: Kept = {
  family: 'gateway',
  serial: '=1+1',
  channel: 'pressure',
  unit: 'kPa',
  label: 'Lid',
  readings: [
    [BEGIN + 2000, 101],
    [BEGIN + 3000, 102],
    [BEGIN + 3 * MINUTE + 5000, 100],
  ],
};

const byMinute = (...values: IntervalValue[]): FileWish => ({ interval: { intervalMs: MINUTE, values } });

async function textOf(wish: FileWish, kept: readonly Kept[] = [temperature, pressure]): Promise<string> {
  return (await fileOf(kept, wish)).bytes.toString();
}

describe('CSV by interval', () => {
  test('a row for each interval, at its end', async () => {
    const csv = { decimals: 'channel' } as const;
    expect(await textOf({ ...byMinute('mean', 'min', 'max', 'count', 'newest'), csv })).toBe(
      [
        '\uFEFFtime (UTC),E24638 temperature mean (°C),E24638 temperature min (°C),E24638 temperature max (°C),E24638 temperature count,E24638 temperature newest (°C),' +
          "'=1+1 pressure [Lid] mean (kPa),'=1+1 pressure [Lid] min (kPa),'=1+1 pressure [Lid] max (kPa),'=1+1 pressure [Lid] count,'=1+1 pressure [Lid] newest (kPa)",
        '2026-11-20T12:01:00.000Z,20.92,20,22.25,3,22.25,101.5,101,102,2,102',
        '2026-11-20T12:02:00.000Z,,,,0,,,,,,',
        '2026-11-20T12:04:00.000Z,-1,-1,-1,1,,100,100,100,1,100',
        '',
      ].join('\r\n'),
    );
  });

  test('a row for each interval and channel', async () => {
    expect(await textOf({ ...byMinute('count', 'mean'), layout: 'readings', csv: { time: 'unix_ms' } })).toBe(
      [
        '\uFEFFtime (ms since 1970),family,serial,channel,count,mean,unit',
        `${BEGIN + MINUTE},usb,E24638,temperature,3,20.916666666666668,°C`,
        `${BEGIN + MINUTE},gateway,'=1+1,pressure,2,101.5,kPa`,
        `${BEGIN + 2 * MINUTE},usb,E24638,temperature,0,,°C`,
        `${BEGIN + 4 * MINUTE},usb,E24638,temperature,1,-1,°C`,
        `${BEGIN + 4 * MINUTE},gateway,'=1+1,pressure,1,100,kPa`,
        '',
      ].join('\r\n'),
    );
  });

  test('readings outside the range do not count', async () => {
    const range = { from: BEGIN + 2000, to: BEGIN + MINUTE };
    expect(await textOf({ ...byMinute('count'), ...range, csv: { time: 'unix_ms' } }, [temperature])).toBe(
      `\uFEFFtime (ms since 1970),E24638 temperature count\r\n${BEGIN + MINUTE},1\r\n`,
    );
  });

  test('rows and readings are counted', async () => {
    expect(await fileOf([temperature, pressure], byMinute('mean'))).toMatchObject({ rows: 3, readings: 10 });
    const layout = 'readings';
    expect(await fileOf([temperature, pressure], { ...byMinute('mean'), layout })).toMatchObject({ rows: 5 });
  });

  test('nothing measured leaves the heading', async () => {
    expect(await textOf(byMinute('max'), [{ ...temperature, readings: [] }])).toBe(
      '\uFEFFtime (UTC),E24638 temperature max (°C)\r\n',
    );
  });
});

test('JSON Lines by interval', async () => {
  const path = 'usb/E24638/temperature';
  const other = 'gateway/%3D1%2B1/pressure';
  const wish: FileWish = { ...byMinute('min', 'count'), format: 'jsonl' };
  expect(await textOf(wish)).toBe(
    [
      `{"timestamp":"2026-11-20T12:01:00.000Z","values":{"${path}":{"min":20,"count":3,"unit":"°C"},"${other}":{"min":101,"count":2,"unit":"kPa"}}}`,
      `{"timestamp":"2026-11-20T12:02:00.000Z","values":{"${path}":{"min":null,"count":0,"unit":"°C"}}}`,
      `{"timestamp":"2026-11-20T12:04:00.000Z","values":{"${path}":{"min":-1,"count":1,"unit":"°C"},"${other}":{"min":100,"count":1,"unit":"kPa"}}}`,
      '',
    ].join('\n'),
  );
  const [, second] = (await textOf({ ...wish, layout: 'readings' })).split('\n');
  expect(second).toBe(
    '{"timestamp":"2026-11-20T12:01:00.000Z","family":"gateway","serial":"=1+1","channel":"pressure","min":101,"count":2,"unit":"kPa"}',
  );
});

describe('Parquet by interval', () => {
  const columnsOf = async (wish: FileWish) => {
    const { bytes } = await fileOf([temperature, pressure], {
      ...byMinute('mean', 'count'),
      ...wish,
      format: 'parquet',
    });
    return { text: bytes.toString('latin1'), columns: readColumns(bytes) };
  };

  test('a column for each channel and value', async () => {
    const { columns, text } = await columnsOf({});
    expect(columns).toEqual([
      { name: 'timestamp', type: 'tsm:UTC', values: [1, 2, 4].map((minute) => BEGIN + minute * MINUTE) },
      { name: 'usb/E24638/temperature/mean', type: 'g', values: [20.916666666666668, null, -1] },
      { name: 'usb/E24638/temperature/count', type: 'i', values: [3, 0, 1] },
      { name: 'gateway/%3D1%2B1/pressure/mean', type: 'g', values: [101.5, null, 100] },
      { name: 'gateway/%3D1%2B1/pressure/count', type: 'i', values: [2, null, 1] },
    ]);
    expect(text).toContain('"interval_s":60,"values":["mean","count"]');
  });

  test('a column for each value', async () => {
    const { columns } = await columnsOf({ layout: 'readings' });
    expect(columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'timestamp tsm:UTC',
      ...['family', 'serial', 'channel', 'unit'].map((name) => `${name} u`),
      'mean g',
      'count i',
    ]);
    expect(columns.slice(5).map(({ values }) => values)).toEqual([
      [20.916666666666668, 101.5, null, -1, 100],
      [3, 2, 0, 1, 1],
    ]);
  });
});

test('days of the local clock, also when clocks are put back', async () => {
  const change = Date.UTC(2026, 9, 25, 1);
  const zone: TimeZone = { name: 'Europe/Berlin', offsetAt: (at) => (at < change ? 120 : 60) };
  const midnight = Date.UTC(2026, 9, 24, 22);
  const readings = Array.from({ length: 26 * 4 }, (_, index) => [midnight + (index + 0.5) * 900_000, 1] as const);
  const rowsEvery = async (intervalMs: number, time: 'local' | 'unix_ms') => {
    const interval = { intervalMs, values: ['count'] as const };
    const text = await textOf({ interval, zone, csv: { time } }, [{ ...temperature, readings }]);
    return readCsv(text.slice(1)).slice(1);
  };
  expect(await rowsEvery(86_400_000, 'local')).toEqual([
    ['2026-10-26 00:00:00.000', '100'],
    ['2026-10-27 00:00:00.000', '4'],
  ]);
  const hours = await rowsEvery(3_600_000, 'unix_ms');
  expect(hours).toEqual(Array.from({ length: 26 }, (_, hour) => [`${midnight + (hour + 1) * 3_600_000}`, '4']));
  expect((await rowsEvery(3_600_000, 'local')).slice(1, 4).map(([at]) => at)).toEqual([
    '2026-10-25 02:00:00.000',
    // The hour that occurs twice: 02:00 to 03:00 in summer time ends as 02:00 in standard time.
    '2026-10-25 02:00:00.000',
    '2026-10-25 03:00:00.000',
  ]);
});

/** An exact integer in units of 2^-1074, the smallest double. */
function exactly(value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, Math.abs(value));
  const bits = view.getBigUint64(0);
  const exponent = bits >> 52n;
  const fraction = bits & 0xf_ffff_ffff_ffffn;
  const size = exponent === 0n ? fraction : (fraction | (1n << 52n)) << (exponent - 1n);
  return value < 0 ? -size : size;
}

/** Whether a mean is at most one unit in its last place from the exact one. */
function isMeanOf(mean: number, values: readonly number[]): boolean {
  const sum = values.reduce((total, value) => total + exactly(value), 0n);
  const difference = exactly(mean) * BigInt(values.length) - sum;
  const largest = Math.max(...values.map(Math.abs));
  // Digits that cancel out may be lost below the 100th bit of the largest value.
  const unit = exactly(mean) === 0n ? 1n : exactly(Math.abs(mean)) >> 52n;
  const bound = (unit > 0n ? unit : 1n) + (exactly(largest) >> 100n);
  return (difference < 0n ? -difference : difference) <= bound * BigInt(values.length);
}

const value = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -100_000, max: 100_000 }).map((count) => count / 700) },
  { weight: 1, arbitrary: fc.double({ noDefaultInfinity: true, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(Number.NaN, 1e308, -1e308, 1e16, 1, -1e16) },
);
const readingsList = fc
  .array(fc.tuple(fc.integer({ min: -5000, max: 5000 }), value), { maxLength: 80 })
  .map((readings) => readings.toSorted(([a], [b]) => a - b));

test.each([
  [[1e16, 1, -1e16], 1 / 3],
  [Array.from({ length: 10 }, () => 0.1), 0.1],
  [[1e308, 1e308, 1.5e308], 1.1666666666666667e308],
  [[-1e308, -1e308], -1e308],
])('the mean of %j is %d', (values, mean) => {
  const summary = new IntervalSummary();
  for (const one of values) summary.add(one);
  // Of values whose sum is no double, the last digit may differ.
  expect(summary.value('mean') / mean).toBeCloseTo(1, 14);
});

test('random readings agree with the definition, whatever the size of slices', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(readingsList, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 3000 }),
      fc.integer({ min: 1, max: 20 }),
      async (lists, intervalMs, sliceReadings) => {
        const kept = lists.map((readings, index): Kept => ({ ...temperature, channel: `c${index}`, readings }));
        const interval = { intervalMs, values: INTERVAL_VALUES };
        const wish: FileWish = { interval, sliceReadings, format: 'jsonl', layout: 'readings' };
        const lines = (await textOf(wish, kept)).split('\n').slice(0, -1);
        const entries = new Map(
          lines.map((line) => {
            const entry = JSON.parse(line) as Record<string, unknown>;
            const key: string = `${Date.parse(entry['timestamp'] as string)} ${entry['channel'] as string}`;
            return [key, entry] as const;
          }),
        );
        expect(entries.size).toBe(lines.length);
        const expected = new Map<string, number[]>();
        for (const { channel, readings } of kept) {
          for (const [at, magnitude] of readings) {
            const key = `${Math.ceil(at / intervalMs) * intervalMs + 0} ${channel}`;
            expected.set(key, [...(expected.get(key) ?? []), magnitude]);
          }
        }
        expect([...entries.keys()].toSorted()).toEqual([...expected.keys()].toSorted());
        for (const [key, all] of expected) {
          const values = all.filter(Number.isFinite);
          const { newest, mean, min, max, count } = entries.get(key) as Record<IntervalValue, number | null>;
          expect(count).toBe(values.length);
          const last = all.at(-1) as number;
          expect(newest).toBe(Number.isFinite(last) ? last + 0 : null);
          expect(min).toBe(values.length > 0 ? Math.min(...values) + 0 : null);
          expect(max).toBe(values.length > 0 ? Math.max(...values) + 0 : null);
          if (values.length === 0) expect(mean).toBeNull();
          else expect(isMeanOf(mean as number, values)).toBe(true);
        }
      },
    ),
    { numRuns: 150, seed: 1 },
  );
});
