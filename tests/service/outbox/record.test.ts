import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeRecord, encodeRecord, RECORD_OVERHEAD } from '../../../service/outbox/record.ts';

/**
 * Ordinal 1 (double 3FF0000000000000), time 2 (4000000000000000), topic `a/b`, payload `{}`; the CRC-32 (of ITU-T V.42,
 * the one of zlib and PNG) over all after it was computed with Python's binascii.crc32.
 */
const GOLDEN = Buffer.from(
  ['fffe4d01', '1179692a', '000000000000f03f', '0000000000000040', '02000000', '0300', '612f62', '7b7d'].join(''),
  'hex',
);

const message = fc.record({
  topic: fc.string({ unit: 'binary', maxLength: 30 }),
  payload: fc.string({ unit: 'binary', maxLength: 200 }),
  at: fc.double({ noNaN: true }),
});

function encode(ordinal: number, { topic, payload, at }: { topic: string; payload: string; at: number }): Buffer {
  const buffer = Buffer.alloc(RECORD_OVERHEAD + Buffer.byteLength(topic) + Buffer.byteLength(payload));
  expect(encodeRecord(buffer, 0, ordinal, { topic, payload, at })).toBe(buffer.length);
  return buffer;
}

describe('a record', () => {
  test('has the documented form', () => {
    expect(encode(1, { topic: 'a/b', payload: '{}', at: 2 }).toString('hex')).toBe(GOLDEN.toString('hex'));
    expect(decodeRecord(GOLDEN, 0)).toEqual({
      kind: 'whole',
      message: { topic: 'a/b', payload: '{}', at: 2, ordinal: 1, bytes: 5 },
      end: 35,
    });
  });

  test('is read as it was written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), message, (ordinal, written) => {
        const buffer = encode(ordinal, written);
        const bytes = buffer.length - RECORD_OVERHEAD;
        expect(decodeRecord(buffer, 0)).toEqual({
          kind: 'whole',
          message: { ...written, ordinal, bytes },
          end: buffer.length,
        });
      }),
    );
  });

  test('is never taken for whole when a part is missing or any bit is wrong', () => {
    fc.assert(
      fc.property(message, fc.nat(), fc.nat({ max: 7 }), (written, place, bit) => {
        const buffer = encode(7, written);
        const at = place % buffer.length;
        expect(decodeRecord(buffer.subarray(0, at), 0).kind).toBe('cut');
        buffer[at]! ^= 1 << bit;
        expect(decodeRecord(buffer, 0).kind).not.toBe('whole');
      }),
    );
  });

  test('is not seen in anything at random', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(decodeRecord(Buffer.from(bytes), 0).kind).not.toBe('whole');
        const withMagic = Buffer.concat([Buffer.from('fffe4d01', 'hex'), bytes]);
        expect(decodeRecord(withMagic, 0).kind).not.toBe('whole');
      }),
    );
  });
});
