import { describe, expect, test } from 'vitest';
import { GROUP_ROWS } from '../../../../service/history/export/formats/parquet-rows.ts';
import { differences } from './support/differences.ts';
import type { Kept } from './support/memory-source.ts';
import { readColumns } from './support/parquet-reader.ts';
import { fileOf } from './support/run.ts';

const BEGIN = Date.UTC(2026, 10, 20, 12);

const keptOf = (serial: string, channel: string, unit: string, readings: Kept['readings']): Kept => ({
  family: 'usb',
  serial,
  channel,
  unit,
  readings,
});

/** Two channels, of which one failed now and then and the other came half as often. */
function twoChannels(count: number): [Kept, Kept] {
  const moments = Array.from({ length: count }, (_, index) => BEGIN + index * 100);
  return [
    keptOf(
      'E24638',
      'temperature',
      '°C',
      moments.map((at, index) => [at, index % 100 === 7 ? Number.NaN : 20 + index / 7]),
    ),
    keptOf(
      'Ü/1.2',
      'pressure',
      'kPa',
      moments.filter((_, index) => index % 2 === 0).map((at, index) => [at, 100 + index / 3]),
    ),
  ];
}

describe('Parquet, read by Apache Arrow', () => {
  // Across the end of a row group.
  test.each([20_000, GROUP_ROWS + 1])('a row for each of %i moments', async (count) => {
    const [temperature, pressure] = twoChannels(count);
    const { bytes, rows } = await fileOf([temperature, pressure], { format: 'parquet' });
    expect(rows).toBe(count);
    const [at, first, second, ...others] = readColumns(bytes);
    expect(others).toEqual([]);
    expect(at).toMatchObject({ name: 'timestamp', type: 'tsm:UTC' });
    expect(
      differences(
        at?.values,
        temperature.readings.map(([moment]) => moment),
      ),
    ).toEqual([]);
    expect(first).toMatchObject({ name: 'usb/E24638/temperature', type: 'g' });
    const temperatures = temperature.readings.map(([, value]) => (Number.isNaN(value) ? null : value));
    expect(differences(first?.values, temperatures)).toEqual([]);
    expect(second).toMatchObject({ name: 'usb/%C3%9C%2F1.2/pressure', type: 'g' });
    const pressures = pressure.readings.map(([, value]) => value);
    const sparse = temperature.readings.map((_, row) => (row % 2 === 0 ? pressures[row / 2] : null));
    expect(differences(second?.values, sparse)).toEqual([]);
  });

  test('a row for each reading', async () => {
    const kept = twoChannels(20_000);
    const { bytes, readings } = await fileOf(kept, { format: 'parquet', layout: 'readings' });
    expect(readings).toBe(30_000);
    const columns = new Map(readColumns(bytes).map(({ name, type, values }) => [name, { type, values }]));
    expect([...columns.keys()]).toEqual(['timestamp', 'family', 'serial', 'channel', 'unit', 'magnitude']);
    expect([...columns.values()].map(({ type }) => type)).toEqual(['tsm:UTC', 'u', 'u', 'u', 'u', 'g']);
    const column = (name: string): readonly unknown[] => columns.get(name)?.values ?? [];
    for (const { serial, unit, readings: expected } of kept) {
      const rows = column('serial').flatMap((found, row) => (found === serial ? [row] : []));
      const moments = rows.map((row) => column('timestamp')[row]);
      expect(
        differences(
          moments,
          expected.map(([at]) => at),
        ),
      ).toEqual([]);
      const magnitudes = rows.map((row) => column('magnitude')[row]);
      const values = expected.map(([, value]) => (Number.isNaN(value) ? null : value));
      expect(differences(magnitudes, values)).toEqual([]);
      expect(new Set(rows.map((row) => column('unit')[row]))).toEqual(new Set([unit]));
    }
  });

  test('doubles of every kind come back bit for bit', async () => {
    const values = [0, -0, 5e-324, 1.7976931348623157e308, 1 / 3, -1e-300, 0.1 + 0.2];
    const { bytes } = await fileOf(
      [
        keptOf(
          'E1',
          'x',
          '',
          values.map((value, index) => [index, value]),
        ),
      ],
      {
        format: 'parquet',
      },
    );
    expect(readColumns(bytes)[1]?.values).toEqual(values);
  });

  test.each(['moments', 'readings'] as const)('nothing measured is a file without rows (%s)', async (layout) => {
    const { bytes } = await fileOf([keptOf('E1', 'x', '', [])], { format: 'parquet', layout });
    for (const { values } of readColumns(bytes)) expect(values).toEqual([]);
  });

  test('units and stretch are in the file', async () => {
    const { bytes } = await fileOf(twoChannels(10), { format: 'parquet', from: BEGIN, to: BEGIN + 1000 });
    const text = bytes.toString();
    expect(text).toContain('"unit":"°C"');
    expect(text).toContain('"from":"2026-11-20T12:00:00.000Z"');
  });
});
