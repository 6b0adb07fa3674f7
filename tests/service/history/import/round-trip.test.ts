/** Files that exports write are read as what was exported. */
import { expect, test } from 'vitest';
import type { CsvOptions, ImportOptions } from '../../../../service/contract/index.ts';
import { csvRows } from '../../../../service/history/export/formats/text-file.ts';
import type { ExportPlan, PlannedChannel } from '../../../../service/history/export/plan.ts';
import { CsvRecords } from '../../../../service/history/import/csv-records.ts';
import { FileParser, type ParsedColumn } from '../../../../service/history/import/parse-file.ts';
import { recognize } from '../../../../service/history/import/recognize.ts';
import { type ChannelCatalog, planColumn } from '../../../../service/history/import/targets.ts';
import { zoneNamed } from '../../../../service/history/import/time-zone.ts';
import { berlin } from '../../../support/berlin.ts';

const NOTHING: ChannelCatalog = { stored: [], known: [] };
const OPTIONS: ImportOptions = { columns: [] };

const channelOf = (family: 'usb' | 'gateway', channel: string, unit: string, label = ''): PlannedChannel => ({
  family,
  serial: 'E24638',
  channel,
  unit,
  label,
  decimals: undefined,
});

const CHANNELS = [
  channelOf('usb', 'temperature', '°C'),
  channelOf('gateway', 'temperature', '°C'),
  channelOf('usb', 'temperature_2', '°C', 'Tank (B); "left", 2'),
  { ...channelOf('usb', 'relative_humidity', '%rh'), serial: '=1+2 "x"' },
];

/** Across the hour that occurs twice in Berlin: 2026-10-25, 00:00 to 02:00 UTC. */
const AT = Float64Array.from({ length: 9 }, (_, index) => Date.UTC(2026, 9, 24, 23, 30) + index * 1_200_000 + 318);
const VALUES = CHANNELS.map((_, channel) =>
  Float64Array.from(AT, (_at, row) => ((row + channel) % 4 === 0 ? Number.NaN : (row - 3.7) * 1e-7 ** (channel - 1))),
);

function textOf(layout: 'moments' | 'readings', csv: CsvOptions): string {
  const plan = { channels: CHANNELS, layout, csv } as unknown as ExportPlan;
  const { heading, rows } = csvRows(plan, { name: 'Europe/Berlin', offsetAt: berlin });
  const readings = AT.length * CHANNELS.length;
  const all = rows({ rows: AT.length, at: AT, values: VALUES, readings, entries: readings });
  return heading + [...all].join('');
}

function parse(text: string): { columns: ParsedColumn[]; names: (string | undefined)[]; unreadable: unknown[] } {
  const plain = text.replace(/^\uFEFF/, '');
  const records = new CsvRecords();
  const form = recognize([...records.add(plain), ...records.end()], OPTIONS);
  const zone = zoneNamed(form.timeZone);
  if (!zone) throw new Error('unknown zone');
  const columns = form.headings.flatMap((_, index) => (form.timeColumns.includes(index) ? [] : [index]));
  const parser = new FileParser({ form, zone, columns, until: Date.UTC(2030, 0) });
  // In pieces that split lines and characters.
  for (let start = 0; start < plain.length; start += 37) parser.add(plain.slice(start, start + 37));
  const file = parser.end();
  const names = file.columns.map(({ key }) => {
    if (!('column' in key)) return `${key.family}/${key.serial}/${key.channel}/${key.unit}`;
    const heading = form.headings[key.column];
    if (!heading) throw new Error('no heading');
    const request = { column: key.column + 1, heading, options: OPTIONS, file: 'export.csv', isGeneral: false };
    const { target, unit } = planColumn(request, NOTHING);
    return target ? `${target.family}/${target.serial}/${target.channel}/${unit}` : undefined;
  });
  return { columns: file.columns, names, unreadable: file.unreadable };
}

const FORMS = (['moments', 'readings'] as const).flatMap((layout) =>
  (['comma', 'semicolon', 'tab'] as const).flatMap((separator) =>
    (['point', 'comma'] as const).flatMap((decimal_mark) =>
      (['iso', 'local', 'serial', 'unix_ms'] as const).flatMap((time) =>
        separator === 'comma' && decimal_mark === 'comma' ? [] : [{ layout, separator, decimal_mark, time }],
      ),
    ),
  ),
);

test.each(FORMS)('$layout, $separator, decimal $decimal_mark, time $time', ({ layout, ...csv }) => {
  const { columns, names, unreadable } = parse(textOf(layout, { ...csv, decimals: 'all' }));
  expect(unreadable).toEqual([]);
  const expected = CHANNELS.map(({ family, serial, channel, unit }) => `${family}/${serial}/${channel}/${unit}`);
  expect(new Set(names)).toEqual(new Set(expected));
  for (const [index, name] of expected.entries()) {
    const column = columns[names.indexOf(name)];
    const rows = Array.from(AT, (at, row) => ({ at, value: VALUES[index]?.[row] ?? 0 })).filter(
      ({ value }) => layout === 'readings' || !Number.isNaN(value),
    );
    expect([...(column?.at ?? [])]).toEqual(rows.map(({ at }) => at));
    expect([...(column?.value ?? [])]).toEqual(rows.map(({ value }) => value));
  }
});
