import { expect, test } from 'vitest';
import { type CsvRecord, CsvRecords, cellsOf, recordsIn } from '../../../../service/history/import/csv-records.ts';
import { generalHeading, ownHeading } from '../../../../service/history/import/headings.ts';
import { FileParser } from '../../../../service/history/import/parse-file.ts';
import { recognize } from '../../../../service/history/import/recognize.ts';
import { zoneNamed } from '../../../../service/history/import/time-zone.ts';

/** Many times what it takes; a way that reads everything again for each line takes far longer. */
const SOON_MS = 2000;

const UTC = zoneNamed('Etc/UTC') ?? { name: '', offsetOf: () => 0 };

function recordsOf(text: string, separators?: string): CsvRecord[] {
  const records = new CsvRecords(separators);
  return [...records.add(text), ...records.end()];
}

/** Milliseconds that something takes. */
function timeOf(action: () => unknown): number {
  const start = performance.now();
  action();
  return performance.now() - start;
}

test.each([
  ['time,Level 12" tank\n1,2\n', ['time,Level 12" tank', '1,2']],
  ['a,"b\nc"\n1,2', ['a,"b\nc"', '1,2']],
  ['a, "b\nc""\n" ,d\n1,2', ['a, "b\nc""\n" ,d', '1,2']],
  ['"a"b",c\n1,2', ['"a"b",c', '1,2']],
  ['a\t"\n";"\n"\n1', ['a\t"\n";"\n"', '1']],
])('splits %j into records', (text, records) => {
  expect(recordsOf(text).map((record) => record.text)).toEqual(records);
});

test('stops after the first records', () => {
  expect(recordsIn('a\n\n"b\nc"\nd', 2).map(({ text }) => text)).toEqual(['a', '"b\nc"']);
  expect(recordsIn('a\nb', 9)).toEqual(recordsOf('a\nb'));
});

test('opens a cell only after the separator of the file, if it is known', () => {
  expect(recordsOf('a;"b,c\n1,2', ',').map(({ text }) => text)).toEqual(['a;"b,c', '1,2']);
});

test.each([
  ['time,Level 12" tank,3"', ['time', 'Level 12" tank', '3"']],
  ['"a, ""b""", "c" ,"d\ne"', ['a, "b"', 'c', 'd\ne']],
  [',"",', ['', '', '']],
])('splits the record %j into cells', (text, cells) => {
  expect(cellsOf(text, ',')).toEqual(cells);
});

test('reads all lines under a heading with a single quotation mark', () => {
  const text = 'time,Level 12" tank\n2026-11-20T15:00:00Z,1\n2026-11-20T15:00:01Z,2\n';
  const form = recognize(recordsOf(text), {});
  const parser = new FileParser({ form, zone: UTC, columns: [1], until: Date.UTC(2027, 0) });
  parser.add(text);
  expect(parser.end()).toMatchObject({ lines: 2, unreadableLines: 0, columns: [{ value: Float64Array.of(1, 2) }] });
});

test('a quotation mark that stays open does not make each line slower', () => {
  const lines = `time,"Level\n${'1\n'.repeat(120_000)}`;
  expect(timeOf(() => recordsOf(lines))).toBeLessThan(SOON_MS);
});

test('long cells are recognized soon, and have no unit', () => {
  const long = `${'x'.repeat(5)}${' '.repeat(60_000)}x`;
  const cells = [long, `2026-11-20 15:00${long}`, `1${'1'.repeat(60_000)}x`];
  for (const cell of cells) {
    const rows = `a,b\n${cell},${cell.slice(0, 5000)}\n`;
    expect(timeOf(() => expect(() => recognize(recordsOf(rows), {})).toThrow('not recognized'))).toBeLessThan(SOON_MS);
    expect(timeOf(() => ownHeading(`${cell} (°C)`))).toBeLessThan(SOON_MS);
  }
  expect(timeOf(() => ownHeading('a [a '.repeat(60)))).toBeLessThan(SOON_MS);
  expect(generalHeading(`${'x'.repeat(300)} (°C)`).unit).toBe('');
  expect(generalHeading(`${'x'.repeat(290)} (°C)`).unit).toBe('°C');
});
