import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type InvalidResponse,
  type ParsedResponse,
  parseResponse,
} from '../../../../../service/drivers/gateway/sensgate/parse-response.ts';
import { crc16 } from '../../../../emulator/crc.ts';
import { good as line } from '../../serial/support.ts';
import { ECHO, PTH, PTH_CAL, PTH_CAL_DAMAGED, PTH_HEADER, TMC } from './published.ts';

function read(body: string | Uint8Array, contentType = 'text/plain', status = 200): ParsedResponse | InvalidResponse {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return parseResponse({ path: '/sensgate/rvcp/devices', status, contentType, body: bytes });
}

function readGood(body: string | Uint8Array, contentType?: string): ParsedResponse {
  const answer = read(body, contentType);
  if (answer.kind !== 'good') throw new Error(`It is ${answer.kind}.`);
  return answer;
}

function serials(body: string): string[] {
  return readGood(body).devices.map(({ serial }) => serial);
}

const titles = (body: string): string[][] =>
  readGood(body).devices.map(({ columns }) => columns.map(({ title }) => title));

describe('plain text', () => {
  test('a published line is an instrument', () => {
    expect(readGood(`${PTH_CAL}\r\n`)).toEqual({
      kind: 'good',
      devices: [
        {
          product: 'VCP-PTH450-CAL',
          serial: 'E24638',
          fields: [
            { text: '102466', unit: 'Pa' },
            { text: '24.87', unit: 'C' },
            { text: '66.81', unit: '%' },
          ],
          columns: [
            { title: '', unit: 'Pa' },
            { title: '', unit: 'C' },
            { title: '', unit: '%' },
          ],
          node: undefined,
        },
      ],
      broken: new Set(),
      gatewaySerial: undefined,
      isCut: false,
    });
  });

  test.each(['\r\n', '\n', '\r', '\n\n  ', ' ', '; '])('lines apart by %j', (between) => {
    expect(serials([PTH_CAL, PTH, TMC].join(between))).toEqual(['E24638', 'E18890', 'E24640']);
  });

  test.each(['1: ', 'port 2 ', '3,', '\t', '"', '\uFEFF'])('something may stand before a line: %j', (before) => {
    expect(serials(`${before}${PTH_CAL}\n${before}${TMC}\n`)).toEqual(['E24638', 'E24640']);
  });

  test('a header gives its titles to the data after it, until the next header, and only where it fits', () => {
    const shaped = ['MS5611 Pressure', 'SHT31 Temperature', 'SHT31 Relative Humidity'];
    expect(titles([PTH_HEADER, PTH_CAL, PTH, TMC].join('\n'))).toEqual([shaped, shaped, ['', '']]);
    expect(titles([PTH_CAL, PTH_HEADER, PTH].join('\n'))).toEqual([['', '', ''], shaped]);
    const other = line('I', 'Product ID', 'Serial Number', 'Message', 'A', 'Pa', 'B', 'C', 'D', '%');
    expect(titles([PTH_HEADER, PTH_CAL, other, PTH].join('\n'))).toEqual([shaped, ['A', 'B', 'D']]);
  });

  test('of several lines of a serial number the last counts', () => {
    const later = line('D', 'VCP-PTH450-CAL', 'E24638', '', '102470', 'Pa', '25', 'C', 'ERROR', '%');
    const { devices } = readGood(`${PTH_CAL}\n${TMC}\n${later}`);
    expect(devices.map(({ serial, fields }) => [serial, fields.map(({ text }) => text)])).toEqual([
      ['E24638', ['102470', '25', 'ERROR']],
      ['E24640', ['23.512', '24.031']],
    ]);
  });

  test('a damaged line is no reading, and the others are', () => {
    const { devices, broken } = readGood(`${PTH_CAL_DAMAGED}\n${TMC}\n`);
    expect(devices.map(({ serial }) => serial)).toEqual(['E24640']);
    expect(broken).toEqual(new Set(['E24638']));
  });

  test.each([
    ['a check sum that does not fit', PTH_CAL_DAMAGED],
    ['no check sum', PTH_CAL.slice(0, -5)],
    ['half a check sum', PTH_CAL.slice(0, -2)],
    ['a check sum with a digit too many', `${PTH_CAL}0`],
    ['half a line', PTH_CAL.slice(0, 40)],
    ['half a header', PTH_HEADER.slice(0, 40)],
  ])('%s alone is a damaged answer', (_, body) => {
    expect(read(body)).toEqual({ kind: 'broken' });
  });

  test.each(['hello', 'ok\n', '12', 'null', 'I, for one, see no line * here', 'D,*0000'])('%j is not known', (body) => {
    expect(read(body)).toEqual({ kind: 'unknown' });
  });

  test.each(['', '\r\n'])('an answer that says nothing is that of a gateway without instruments: %j', (body) => {
    expect(readGood(body).devices).toEqual([]);
  });

  test.each([PTH_HEADER, ECHO])('a line without data is a gateway without instruments: %s', (body) => {
    expect(readGood(body).devices).toEqual([]);
  });

  test.each([
    ['no serial number', ['D', 'VCP-X', '', '', '1', 'C']],
    ['a serial number with a slash', ['D', 'VCP-X', 'a/b', '', '1', 'C']],
    ['a serial number that is far too long', ['D', 'VCP-X', 'E'.repeat(33), '', '1', 'C']],
    ['a product that is far too long', ['D', 'X'.repeat(65), 'E1', '', '1', 'C']],
    ['no values', ['D', 'VCP-X', 'E1', '']],
    ['absurdly many values', ['D', 'VCP-X', 'E1', '', ...Array.from({ length: 65 }, () => ['1', 'C']).flat()]],
  ])('a line with %s is left out', (_, fields) => {
    expect(serials(`${line(...fields)}${TMC}`)).toEqual(['E24640']);
  });
});

describe('JSON', () => {
  test.each([
    ['a text', PTH_CAL],
    ['a list', [PTH_CAL]],
    ['by serial number', { E24638: PTH_CAL }],
    ['by port', { 1: PTH_CAL }],
    ['objects in a list', { devices: [{ id: 'x', online: true, line: `${PTH_CAL}\r\n` }] }],
    ['many lines in a text', { text: `${PTH_HEADER}\r\n${PTH_CAL}\r\n` }],
    ['deep', { a: [{ b: [[{ c: PTH_CAL }]] }] }],
  ])('a line is found: %s', (_, value) => {
    const [instrument] = readGood(JSON.stringify(value), 'application/json').devices;
    expect(instrument).toMatchObject({ product: 'VCP-PTH450-CAL', serial: 'E24638' });
    expect(instrument?.fields.map(({ text }) => text)).toEqual(['102466', '24.87', '66.81']);
  });

  test('is read whatever the content type, and with escapes', () => {
    expect(serials(`{"a":"${PTH_CAL.replaceAll('%', '\\u0025').replaceAll(',', '\\u002c')}"}`)).toEqual(['E24638']);
    expect(serials(`\uFEFF {"a":"${PTH_CAL}"}`)).toEqual(['E24638']);
  });

  test.each([
    [{ 1: PTH_CAL }, 1],
    [{ 7: { line: PTH_CAL } }, 7],
    [{ 3: [PTH_HEADER, PTH_CAL] }, 3],
    [[{ port: 2, line: PTH_CAL }], 2],
    [[{ line: PTH_CAL, port: '4' }], 4],
    [[{ port: 0, lines: [PTH_CAL] }], 0],
    [{ port: 8080, line: PTH_CAL }, undefined],
    [{ port: 1.5, line: PTH_CAL }, undefined],
    [{ port: -1, line: PTH_CAL }, undefined],
    [{ port: 'left', line: PTH_CAL }, undefined],
    [{ port: 1, devices: [{ line: PTH_CAL }] }, undefined],
    [{ port: 1, device: { line: PTH_CAL } }, undefined],
    [{ '01': PTH_CAL }, undefined],
    [{ 300: PTH_CAL }, undefined],
    [[PTH_CAL], undefined],
  ])('a place that is plain is its number: %j', (value, node) => {
    expect(readGood(JSON.stringify(value)).devices.map((instrument) => instrument.node)).toEqual([node]);
  });

  test('a place that two claim is neither’s', () => {
    const { devices } = readGood(JSON.stringify([{ 1: PTH_CAL, 2: TMC }, { 1: PTH }]));
    expect(devices.map(({ serial, node }) => [serial, node])).toEqual([
      ['E24638', undefined],
      ['E24640', 2],
      ['E18890', undefined],
    ]);
  });

  test('a header ends with its object', () => {
    const shaped = ['MS5611 Pressure', 'SHT31 Temperature', 'SHT31 Relative Humidity'];
    expect(titles(JSON.stringify([{ i: PTH_HEADER, d: PTH_CAL }, { d: PTH }]))).toEqual([shaped, ['', '', '']]);
    expect(titles(JSON.stringify({ i: PTH_HEADER, list: [{ d: PTH_CAL }, { d: PTH }] }))).toEqual([shaped, shaped]);
    const other = line('I', 'Product ID', 'Serial Number', 'Message', 'A', 'Pa', 'B', 'C', 'D', '%').trim();
    const value = { i: PTH_HEADER, list: [{ i: other, d: PTH_CAL }, { d: PTH }] };
    expect(titles(JSON.stringify(value))).toEqual([['A', 'B', 'D'], shaped]);
  });

  test('the gateway’s own serial number, where exactly one is named', () => {
    const name = (value: unknown): string | undefined => readGood(JSON.stringify(value)).gatewaySerial;
    expect(name({ gateway: 'G00033', lines: [PTH_CAL] })).toBe('G00033');
    expect(name({ gateway: 'G00033', other: 'G00034', lines: [PTH_CAL] })).toBeUndefined();
    expect(name({ gateway: 'G00033b', lines: [PTH_CAL] })).toBeUndefined();
  });

  test.each(['[]', '{}', '{"devices": []}', '[[], {}]'])('nothing in it is no instruments: %s', (body) => {
    expect(readGood(body).devices).toEqual([]);
  });

  test.each(['{"error":"busy"}', '[1]', '{"count":0}', '{"a":null}', '"hello"', '{"gateway":"G00033","ports":[]}'])(
    '%s is not known',
    (body) => {
      expect(read(body, 'application/json')).toEqual({ kind: 'unknown' });
    },
  );

  test('half of it is damaged, though lines in it are whole', () => {
    expect(read(`["${PTH_CAL}","D,VCP-`)).toEqual({ kind: 'broken' });
    expect(read(JSON.stringify([PTH_CAL_DAMAGED]))).toEqual({ kind: 'broken' });
  });

  test('more than is looked at is said to be cut', () => {
    expect(readGood(JSON.stringify([PTH_CAL, ...Array.from({ length: 20_000 }, () => 0), TMC]))).toMatchObject({
      devices: [{ serial: 'E24638' }],
      isCut: true,
    });
    const deep = `${'['.repeat(33)}"${TMC}"${']'.repeat(33)}`;
    expect(readGood(`["${PTH_CAL}",${deep}]`)).toMatchObject({ devices: [{ serial: 'E24638' }], isCut: true });
  });
});

describe('what is no gateway', () => {
  test.each([
    ['text/html', '<!doctype html><title>Printer</title>'],
    ['text/plain', '\n <HTML><body>x'],
    ['text/html; charset=utf-8', PTH_CAL],
    ['application/xhtml+xml', '<?xml version="1.0"?><html/>'],
  ])('a web page (%s), though it quotes a line', (contentType, body) => {
    expect(read(body, contentType)).toEqual({ kind: 'page' });
  });

  test('bytes that are no text', () => {
    expect(read(Uint8Array.of(1, 2, 3, 0, 255))).toEqual({ kind: 'no-text' });
    expect(read(PTH_CAL, 'image/png')).toEqual({ kind: 'no-text' });
  });

  test.each([199, 302, 404, 500])('status %i, whatever comes with it', (status) => {
    expect(read(PTH_CAL, 'text/plain', status)).toEqual({ kind: 'status', status });
  });
});

/** Every data line with a check sum that fits, found by another way than the reader's: each asterisk, each beginning. */
function certain(text: string): Set<string> {
  const values = new Set<string>();
  for (const { index: star } of text.matchAll(/\*/g)) {
    const digits = text.slice(star + 1, star + 5);
    for (const { index } of text.slice(0, star).matchAll(/D,/g)) {
      const body = text.slice(index, star);
      if (crc16(Buffer.from(body, 'latin1')) !== Number.parseInt(digits, 16)) continue;
      const [, , serial = '', , ...rest] = body.split(',');
      values.add(
        `${serial.trim()} ${rest
          .filter((_, place) => place % 2 === 0)
          .join(' ')
          .trim()}`,
      );
    }
  }
  return values;
}

describe('any bytes', () => {
  const pieces = fc.oneof(
    fc.constantFrom(
      PTH_CAL,
      PTH,
      TMC,
      PTH_HEADER,
      ECHO,
      PTH_CAL_DAMAGED,
      '\r\n',
      '"',
      ',',
      '{',
      '[',
      ']',
      '}',
      ':',
      '*',
      'D,',
    ),
    fc.string({ maxLength: 8 }),
  );
  const body = fc.array(pieces, { maxLength: 20 }).map((list) => list.join(''));

  test('never throw, and every value comes from a line whose check sum fits', () => {
    fc.assert(
      fc.property(body, fc.nat(2000), fc.nat(255), (text, where, byte) => {
        const bytes = Buffer.from(text);
        if (where < bytes.length) bytes[where] = byte;
        const answer = read(bytes);
        if (answer.kind !== 'good') return;
        const sure = certain(bytes.toString('latin1'));
        for (const { serial, fields } of answer.devices) {
          expect(sure).toContain(`${serial} ${fields.map((field) => field.text).join(' ')}`);
        }
      }),
    );
    fc.assert(fc.property(fc.uint8Array({ maxLength: 500 }), fc.string(), (bytes, type) => void read(bytes, type)));
  });

  test('in JSON of any shape every line is found, and nothing else', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.boolean(), (value, isDamaged) => {
        const wrapped = JSON.stringify({ a: value, b: [{ c: isDamaged ? PTH_CAL_DAMAGED : PTH_CAL }] });
        const answer = read(wrapped, 'application/json');
        const expected = isDamaged ? { kind: 'broken' } : { kind: 'good', devices: [{ serial: 'E24638' }] };
        expect(answer).toMatchObject(expected);
      }),
    );
  });

  test.each([
    ['asterisks', '*'.repeat(1_000_000)],
    ['beginnings', 'D,'.repeat(500_000)],
    ['beginnings and asterisks', 'D,*'.repeat(333_333)],
    ['brackets', '['.repeat(1_000_000)],
    ['headers', `${PTH_HEADER}\n`.repeat(9000)],
    ['objects in objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ])('a megabyte of %s takes no time to speak of', (_, text) => {
    const before = process.cpuUsage();
    read(text);
    const { user, system } = process.cpuUsage(before);
    // Work that grows with the square of the length would take minutes of processor time.
    expect((user + system) / 1e6).toBeLessThan(10);
  });
});
