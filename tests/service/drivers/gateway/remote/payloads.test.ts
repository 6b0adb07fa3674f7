import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseTimestamp } from '../../../../../service/drivers/gateway/remote/live-readings.ts';
import { readAbout, readObject, readStatus } from '../../../../../service/drivers/gateway/remote/payloads.ts';
import { bytes } from './support.ts';

test('a status is online or offline, and nothing else', () => {
  expect(readStatus(bytes('online'))).toBe(true);
  expect(readStatus(bytes('offline'))).toBe(false);
  for (const text of ['', 'Online', 'onlines', 'offlin', 'online ', '{"state":"online"}']) {
    expect(readStatus(bytes(text))).toBeUndefined();
  }
});

test('a payload may be a part of a larger buffer', () => {
  const large = bytes('xxonlinexx');
  expect(readStatus(large.subarray(2, 8))).toBe(true);
});

test('an about names its installation', () => {
  const text = '{"installation":"MS0123456789","service_name":"mensura-device-service","version":"3.7.0"}';
  expect(readAbout(bytes(text))).toEqual({ installation: 'MS0123456789' });
  expect(readAbout(bytes('{"installation":"MS0123456789","later":1}'))).toEqual({ installation: 'MS0123456789' });
});

test.each([
  ['[]', 'is not a JSON object'],
  ['', 'is not a JSON object'],
  ['null', 'is not a JSON object'],
  ['{"installation":}', 'is not JSON'],
  ['{}', 'has no installation ID'],
  ['{"installation":"MS012345678"}', 'has no installation ID'],
  ['{"installation":"MS01234567890"}', 'has no installation ID'],
  ['{"installation":"XX0123456789"}', 'has no installation ID'],
  ['{"installation":{"a":1}}', 'has no installation ID'],
])('an about %s %s', (text, problem) => {
  expect(readAbout(bytes(text))).toEqual({ problem });
});

test('a payload of 64 KiB is read, and of one byte more is not', () => {
  const filled = (length: number): Uint8Array => bytes(`{"a":"${'x'.repeat(length - 8)}"}`);
  expect(readObject(filled(65_536))).toHaveProperty('value');
  expect(readObject(filled(65_537))).toEqual({ problem: 'has 65537 bytes, more than 65536' });
});

test('no bytes make the readers fail', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (payload) => {
      const wrapped = Uint8Array.of(0x7b, ...payload, 0x7d);
      for (const read of [readStatus, readObject, readAbout]) {
        expect(() => read(payload)).not.toThrow();
        expect(() => read(wrapped)).not.toThrow();
      }
    }),
  );
});

test('a timestamp is equal to the millisecond', () => {
  expect(parseTimestamp('2026-11-20T14:45:12.318Z')).toBe(Date.UTC(2026, 10, 20, 14, 45, 12, 318));
  expect(parseTimestamp('2028-02-29T00:00:00.000Z')).toBe(Date.UTC(2028, 1, 29));
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Date.UTC(9999, 11, 31) }), (at) => {
      expect(parseTimestamp(new Date(at).toISOString())).toBe(at);
    }),
  );
});

test.each([
  '2026-11-20T14:45:12Z',
  '2026-11-20T14:45:12.3180Z',
  '2026-11-20 14:45:12.318Z',
  '2026-11-20T14:45:12.318z',
  '2026-11-20T14:45:12.318+',
  '2026-02-29T00:00:00.000Z',
  '2026-11-31T00:00:00.000Z',
  '2026-11-20T24:00:00.000Z',
  '2026-13-20T14:45:12.318Z',
  'Fri Nov 20 2026 14:45:12',
  '',
  1_763_649_912_318,
  null,
  undefined,
])('%s is no timestamp', (text) => {
  expect(parseTimestamp(text)).toBeUndefined();
});
