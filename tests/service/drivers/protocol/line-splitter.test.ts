import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LineSplitter, MAX_LINE_BYTES } from '../../../../service/drivers/protocol/line-splitter.ts';

function split(...chunks: (string | Uint8Array)[]): (string | undefined)[] {
  const splitter = new LineSplitter();
  return chunks.flatMap((chunk) => splitter.push(typeof chunk === 'string' ? Buffer.from(chunk, 'latin1') : chunk));
}

describe('the line splitter', () => {
  test('takes CR LF and LF', () => {
    expect(split('one\r\ntwo\nthree\r\n')).toEqual(['one', 'two', 'three']);
  });

  test('joins what comes in pieces, also between CR and LF', () => {
    expect(split('o', 'ne\r', '\ntw', 'o\n')).toEqual(['one', 'two']);
  });

  test('leaves out empty lines, and what has no end yet', () => {
    expect(split('\r\n\n\r\none\n', 'no end')).toEqual(['one']);
  });

  test('keeps a line of the longest length and drops a longer one up to its end', () => {
    const longest = 'x'.repeat(MAX_LINE_BYTES);
    expect(split(`${longest}\n`, `${longest}x\n`, 'next\n')).toEqual([longest, undefined, 'next']);
    expect(split(...Array.from({ length: 3000 }, () => 'y'.repeat(100)), '\nnext\n')).toEqual([undefined, 'next']);
  });

  test('gives bytes over 127 as they are', () => {
    expect(split(Uint8Array.of(0x00, 0xb0, 0xff, 0x0a))).toEqual(['\x00\xb0\xff']);
  });

  test('gives the same lines however the bytes are cut', () => {
    const bytes = fc.uint8Array({ maxLength: 400 }).map((raw) => raw.map((byte) => (byte % 7 === 0 ? 0x0a : byte)));
    fc.assert(
      fc.property(bytes, fc.array(fc.nat(400), { maxLength: 10 }), (all, cuts) => {
        const places = [0, ...cuts.filter((cut) => cut < all.length).toSorted((a, b) => a - b), all.length];
        const pieces = places.slice(1).map((end, index) => all.subarray(places[index], end));
        expect(split(...pieces)).toEqual(split(all));
      }),
    );
  });
});
