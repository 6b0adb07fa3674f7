import { crc32, inflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { TextRows } from '../../../../service/history/export/formats/format.ts';
import { ZipFile } from '../../../../service/history/export/formats/zip-file.ts';
import { readCsv } from './support/csv-reader.ts';
import type { Kept } from './support/memory-source.ts';
import { fileOf } from './support/run.ts';

/** Reads a ZIP by its directory, as APPNOTE.TXT describes it, and checks what it says of its files. */
function unzip(bytes: Buffer): { name: string; text: string }[] {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06'));
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  const files: { name: string; text: string }[] = [];
  for (let file = 0; file < count; file += 1) {
    expect(bytes.readUInt32LE(at)).toBe(0x02014b50);
    const [crc, packed, size] = [16, 20, 24].map((offset) => bytes.readUInt32LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const local = bytes.readUInt32LE(at + 42);
    const begin = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const content = inflateRawSync(bytes.subarray(begin, begin + packed));
    expect(content.length).toBe(size);
    expect(crc32(content)).toBe(crc);
    files.push({ name: bytes.toString('utf8', at + 46, at + 46 + nameLength), text: content.toString() });
    at += 46 + nameLength + extra + comment;
  }
  expect(at).toBe(end);
  return files;
}

const keptOf = (count: number): Kept => ({
  family: 'usb',
  serial: 'E24638',
  channel: 'temperature',
  unit: '°C',
  readings: Array.from({ length: count }, (_, index) => [index * 1000, index / 8] as const),
});

describe('CSV in parts', () => {
  test.each([
    [25, 10, [10, 10, 5]],
    [20, 10, [10, 10]],
    [3, 10, [3]],
    [0, 10, [0]],
    [3, 1, [1, 1, 1]],
    [20_000, 7000, [7000, 7000, 6000]],
  ])('%i rows, %i in a file', async (count, splitRows, parts) => {
    const { bytes } = await fileOf([keptOf(count)], { splitRows, csv: { time: 'unix_ms' } });
    const files = unzip(bytes);
    expect(files.map(({ name }) => name)).toEqual(parts.map((_, place) => `mensura-test-000${place + 1}.csv`));
    const tables = files.map(({ text }) => readCsv(text.slice(1)));
    for (const [heading] of tables) expect(heading).toEqual(['time (ms since 1970)', 'E24638 temperature (°C)']);
    expect(tables.map((rows) => rows.length - 1)).toEqual(parts);
    const rows = tables.flatMap(([, ...others]) => others);
    expect(rows).toEqual(keptOf(count).readings.map((cells) => cells.map(String)));
  });
});

describe('what a ZIP cannot hold is refused in words', () => {
  const moments = { rows: 100, at: new Float64Array(100), values: [], readings: 0, entries: 0 };
  /** Text that cannot be made small. */
  const content: TextRows = {
    heading: '',
    *rows({ rows }) {
      for (let row = 0; row < rows; row += 1) {
        const bytes = crypto.getRandomValues(new Uint8Array(3000));
        yield Buffer.from(bytes).toString('base64');
      }
    },
  };
  const writeWith = async (splitRows: number, bounds: { bytes: number; files: number }): Promise<number> => {
    let sent = 0;
    const sink = { put: async (bytes: Uint8Array) => void (sent += bytes.length) };
    const zip = new ZipFile({ content, sink, splitRows, nameOf: String, bounds });
    await zip.start();
    await zip.writeRows(moments);
    await zip.end();
    return sent;
  };

  test('too large', async () => {
    const sent = await writeWith(50, { bytes: 1e6, files: 100 });
    expect(sent).toBeGreaterThan(100_000);
    await expect(writeWith(50, { bytes: sent - 1, files: 100 })).rejects.toThrow('The ZIP is limited to 4 GiB');
  });

  test('too many files', async () => {
    await expect(writeWith(10, { bytes: 1e6, files: 9 })).rejects.toThrow('The ZIP is limited to 9 files');
  });
});
