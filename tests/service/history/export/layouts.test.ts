import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCsv } from './support/csv-reader.ts';
import type { Kept } from './support/memory-source.ts';
import { type FileWish, fileOf } from './support/run.ts';

const BEGIN = Date.UTC(2026, 10, 20, 12);

const temperature: Kept = {
  family: 'usb',
  serial: 'E24638',
  channel: 'temperature',
  unit: '°C',
  readings: [
    [BEGIN, 21.5],
    [BEGIN + 1000, Number.NaN],
    [BEGIN + 2000, -3.25],
  ],
};
const pressure: Kept = {
  family: 'gateway',
  serial: '=1+1',
  channel: 'pressure',
  unit: 'kPa',
  readings: [
    [BEGIN + 500, 101.325],
    [BEGIN + 2000, 101.5],
    [BEGIN + 2000, 101.75],
  ],
};

async function textOf(kept: readonly Kept[], wish: FileWish): Promise<string> {
  return (await fileOf(kept, wish)).bytes.toString();
}

describe('CSV', () => {
  test('a row for each moment', async () => {
    expect(await textOf([temperature, pressure], { csv: { separator: 'semicolon', decimal_mark: 'comma' } })).toBe(
      [
        "\uFEFFtime (UTC);E24638 temperature (°C);'=1+1 pressure (kPa)",
        '2026-11-20T12:00:00.000Z;21,5;',
        '2026-11-20T12:00:00.500Z;;101,325',
        '2026-11-20T12:00:01.000Z;;',
        '2026-11-20T12:00:02.000Z;-3,25;101,5',
        '2026-11-20T12:00:02.000Z;;101,75',
        '',
      ].join('\r\n'),
    );
  });

  test('decimals as displayed', async () => {
    const csv = { time: 'unix_ms', decimals: 'channel' } as const;
    const long: Kept = {
      ...temperature,
      readings: [
        [BEGIN, 22.158770122835122],
        [BEGIN + 1, -0.001],
        [BEGIN + 2, 21.5],
      ],
    };
    expect((await textOf([long], { csv })).split('\r\n').slice(1, -1)).toEqual([
      `${BEGIN},22.16`,
      `${BEGIN + 1},0`,
      `${BEGIN + 2},21.5`,
    ]);
    const [, first] = (await textOf([long], { csv, layout: 'readings' })).split('\r\n');
    expect(first).toBe(`${BEGIN},usb,E24638,temperature,22.16,°C`);
    const [, whole] = (await textOf([long], { csv: { ...csv, decimals: 'all' } })).split('\r\n');
    expect(whole).toBe(`${BEGIN},22.158770122835122`);
  });

  test('a row for each reading', async () => {
    expect(await textOf([temperature, pressure], { layout: 'readings', csv: { time: 'unix_ms' } })).toBe(
      [
        '\uFEFFtime (ms since 1970),family,serial,channel,magnitude,unit',
        `${BEGIN},usb,E24638,temperature,21.5,°C`,
        `${BEGIN + 500},gateway,'=1+1,pressure,101.325,kPa`,
        `${BEGIN + 1000},usb,E24638,temperature,,°C`,
        `${BEGIN + 2000},usb,E24638,temperature,-3.25,°C`,
        `${BEGIN + 2000},gateway,'=1+1,pressure,101.5,kPa`,
        `${BEGIN + 2000},gateway,'=1+1,pressure,101.75,kPa`,
        '',
      ].join('\r\n'),
    );
  });

  test('columns of one serial number in both families differ', async () => {
    const twin: Kept = { ...temperature, family: 'gateway', readings: [] };
    const [heading] = readCsv((await textOf([temperature, twin], {})).slice(1));
    expect(heading).toEqual(['time (UTC)', 'usb E24638 temperature (°C)', 'gateway E24638 temperature (°C)']);
  });

  test('a column has the label that tells it from others', async () => {
    const labelled = { ...temperature, channel: 'temperature_2', label: 'Tank B', readings: [] };
    expect(await textOf([temperature, labelled], { from: BEGIN - 1000, to: BEGIN })).toContain(
      'time (UTC),E24638 temperature (°C),E24638 temperature_2 [Tank B] (°C)\r\n',
    );
  });

  test('nothing measured leaves the heading', async () => {
    expect(await textOf([{ ...temperature, readings: [] }], {})).toBe('\uFEFFtime (UTC),E24638 temperature (°C)\r\n');
  });

  test('the counts are of rows and readings', async () => {
    expect(await fileOf([temperature, pressure])).toMatchObject({ rows: 5, readings: 6 });
    expect(await fileOf([temperature, pressure], { layout: 'readings' })).toMatchObject({ rows: 6, readings: 6 });
  });
});

describe('JSON Lines', () => {
  const linesOf = async (wish: FileWish): Promise<unknown[]> => {
    const text = await textOf([temperature, pressure], { format: 'jsonl', ...wish });
    expect(text.endsWith('\n')).toBe(true);
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
  };

  test('an object for each moment, with the channels that were measured then', async () => {
    const path = 'usb/E24638/temperature';
    const other = 'gateway/%3D1%2B1/pressure';
    expect(await linesOf({})).toEqual([
      { timestamp: '2026-11-20T12:00:00.000Z', values: { [path]: { magnitude: 21.5, unit: '°C' } } },
      { timestamp: '2026-11-20T12:00:00.500Z', values: { [other]: { magnitude: 101.325, unit: 'kPa' } } },
      { timestamp: '2026-11-20T12:00:01.000Z', values: { [path]: { magnitude: null, unit: '°C' } } },
      {
        timestamp: '2026-11-20T12:00:02.000Z',
        values: { [path]: { magnitude: -3.25, unit: '°C' }, [other]: { magnitude: 101.5, unit: 'kPa' } },
      },
      { timestamp: '2026-11-20T12:00:02.000Z', values: { [other]: { magnitude: 101.75, unit: 'kPa' } } },
    ]);
  });

  test('an object for each reading', async () => {
    const [first, second, third] = await linesOf({ layout: 'readings' });
    const { family, serial, channel, unit } = temperature;
    const same = { family, serial, channel, unit };
    expect(first).toEqual({ timestamp: '2026-11-20T12:00:00.000Z', ...same, magnitude: 21.5 });
    expect(second).toMatchObject({ serial: '=1+1', magnitude: 101.325 });
    expect(third).toEqual({ timestamp: '2026-11-20T12:00:01.000Z', ...same, magnitude: null });
  });
});

const value = fc.oneof(fc.double({ noDefaultInfinity: true }), fc.integer(), fc.constant(Number.NaN));
const name = fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.constantFrom('=x', '\r\n', '"', ';,\t', "'"));
const channels = fc.uniqueArray(
  fc.record({
    family: fc.constantFrom('usb' as const, 'gateway' as const),
    serial: name,
    channel: name,
    unit: name,
    readings: fc
      .array(fc.tuple(fc.integer({ min: -50, max: 50 }), value), { maxLength: 60 })
      .map((readings) => readings.toSorted(([a], [b]) => a - b)),
  }),
  { minLength: 1, maxLength: 4, selector: ({ family, serial, channel }) => JSON.stringify([family, serial, channel]) },
);
const form = fc.record({
  separator: fc.constantFrom('comma' as const, 'semicolon' as const, 'tab' as const),
  decimal_mark: fc.constantFrom('point' as const, 'comma' as const),
});
const MARKS = { comma: ',', semicolon: ';', tab: '\t' };

describe('whatever was measured', () => {
  test('comes back from CSV cell by cell, however the slices fall', async () => {
    await fc.assert(
      fc.asyncProperty(channels, form, fc.integer({ min: 1, max: 20 }), async (kept, csv, sliceReadings) => {
        fc.pre(csv.separator !== 'comma' || csv.decimal_mark !== 'comma');
        const wish: FileWish = { layout: 'readings', csv: { ...csv, time: 'unix_ms' }, sliceReadings };
        const text = (await textOf(kept, wish)).slice(1);
        const [, ...rows] = readCsv(text, MARKS[csv.separator]);
        const got = rows.map(([at, , serial, channel, magnitude, unit]) => [
          Number(at),
          serial?.replace(/^'/, ''),
          channel?.replace(/^'/, ''),
          magnitude === '' ? Number.NaN : Number(magnitude?.replace(',', '.')),
          unit?.replace(/^'/, ''),
        ]);
        const bare = (word: string): string => word.toWellFormed().replace(/^'/, '');
        const expected = kept
          .flatMap(({ readings, ...ref }) => readings.map(([at, magnitude]) => ({ ...ref, at, magnitude })))
          .toSorted((a, b) => a.at - b.at)
          .map(({ at, serial, channel, magnitude, unit }) => [
            at,
            bare(serial),
            bare(channel),
            magnitude === 0 ? 0 : magnitude,
            bare(unit),
          ]);
        // Within one moment, readings come by channel, and by their turn within a channel.
        const sorted = (list: unknown[][]): string[] => list.map((cells) => JSON.stringify(cells)).toSorted();
        expect(got.map(([at]) => at)).toEqual(expected.map(([at]) => at));
        expect(sorted(got)).toEqual(sorted(expected));
      }),
    );
  });

  test('stands in rows of moments as a slow way would put it', async () => {
    await fc.assert(
      fc.asyncProperty(channels, fc.integer({ min: 1, max: 20 }), async (kept, sliceReadings) => {
        const text = (await textOf(kept, { csv: { time: 'unix_ms' }, sliceReadings })).slice(1);
        const [, ...rows] = readCsv(text);
        expect(rows).toEqual(slowRows(kept));
      }),
    );
  });
});

/** Each moment as often as the channel with the most readings of it has. */
function slowRows(kept: readonly Kept[]): string[][] {
  const moments = [...new Set(kept.flatMap(({ readings }) => readings.map(([at]) => at)))].toSorted((a, b) => a - b);
  return moments.flatMap((moment) => {
    const columns = kept.map(({ readings }) => readings.filter(([at]) => at === moment).map(([, number]) => number));
    const height = Math.max(...columns.map((column) => column.length));
    return Array.from({ length: height }, (_, turn) => [
      String(moment),
      ...columns.map((column) => {
        const number = column[turn];
        return number === undefined || Number.isNaN(number) ? '' : String(number);
      }),
    ]);
  });
}
