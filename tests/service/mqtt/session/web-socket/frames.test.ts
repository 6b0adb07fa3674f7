import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FrameError, FrameReader } from '../../../../../service/mqtt/session/web-socket/frame-reader.ts';
import { acceptedKey } from '../../../../../service/mqtt/session/web-socket/upgrade.ts';
import { FRAME, writeFrame } from '../../../../../service/mqtt/session/web-socket/write-frame.ts';

/** A frame as a server writes it: not masked. */
function frame(first: number, payload: Uint8Array): Buffer {
  const { length } = payload;
  if (length < 126) return Buffer.concat([Buffer.from([first, length]), payload]);
  if (length < 65_536) return Buffer.concat([Buffer.from([first, 126, length >> 8, length & 0xff]), payload]);
  const head = Buffer.from([first, 127, 0, 0, 0, 0, 0, 0, 0, 0]);
  head.writeUInt32BE(length, 6);
  return Buffer.concat([head, payload]);
}

function reading(): { read(bytes: Uint8Array): Buffer; reader: FrameReader; pings: string[] } {
  const pings: string[] = [];
  const reader = new FrameReader((payload) => pings.push(payload.toString()));
  return { reader, pings, read: (bytes) => Buffer.concat(reader.read(Buffer.from(bytes))) };
}

describe('frames of a server', () => {
  test.each([0, 1, 125, 126, 65_535, 65_536, 300_000])('passes a payload of %i bytes', (length) => {
    const payload = randomBytes(length);
    expect(reading().read(frame(0x82, payload)).equals(payload)).toBe(true);
  });

  // RFC 6455, 5.7.
  test('joins the fragments of a message, with a ping between them', () => {
    const { read, pings } = reading();
    const bytes = Buffer.concat([
      frame(0x02, Buffer.from('Hel')),
      frame(0x89, Buffer.from('Hello')),
      frame(0x80, Buffer.from('lo')),
    ]);
    expect(read(bytes).toString()).toBe('Hello');
    expect(pings).toEqual(['Hello']);
  });

  test('passes the same however the bytes are divided', () => {
    const messages = fc.array(
      fc.record({ payload: fc.uint8Array({ maxLength: 400 }), parts: fc.integer({ min: 1, max: 3 }) }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(messages, fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1 }), (all, steps) => {
        const sent: Buffer[] = [];
        for (const { payload, parts } of all) {
          const size = Math.ceil(payload.length / parts) || 1;
          for (let part = 0; part < parts; part += 1) {
            const first = (part === 0 ? 0x02 : 0x00) | (part === parts - 1 ? 0x80 : 0);
            sent.push(
              frame(first, payload.subarray(part * size, (part + 1) * size)),
              frame(0x8a, payload.subarray(0, 9)),
            );
          }
        }
        const bytes = Buffer.concat(sent);
        const { reader } = reading();
        const passed: Buffer[] = [];
        for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
          const step = steps[turn % steps.length] ?? 1;
          passed.push(...reader.read(bytes.subarray(at, at + step)));
          at += step;
        }
        const expected = Buffer.concat(all.map(({ payload }) => payload));
        expect(Buffer.concat(passed).equals(expected)).toBe(true);
      }),
    );
  });

  test('passes the start of a frame of 256 MB before its end has arrived', () => {
    const head = Buffer.from([0x82, 127, 0, 0, 0, 0, 0x10, 0, 0, 0]);
    const { reader } = reading();
    for (let count = 0; count < 100; count += 1) {
      expect(
        Buffer.concat(reader.read(count === 0 ? Buffer.concat([head, Buffer.alloc(990)]) : Buffer.alloc(1000))),
      ).toHaveLength(count === 0 ? 990 : 1000);
    }
  });

  test.each([
    ['text', frame(0x81, Buffer.from('a')), 'text instead of binary data'],
    ['a compressed message', frame(0xc2, Buffer.from('a')), 'an unknown frame'],
    ['an unknown kind', frame(0x83, Buffer.from('a')), 'an unknown frame'],
    ['a masked frame', writeFrame(FRAME.binary, Buffer.from('a')), 'a masked frame'],
    ['a fragmented ping', frame(0x09, Buffer.from('a')), 'an invalid control frame'],
    ['a long ping', frame(0x89, Buffer.alloc(126)), 'an invalid control frame'],
    ['a continuation of nothing', frame(0x80, Buffer.from('a')), 'frames in the wrong order'],
    [
      'a message in a message',
      Buffer.concat([frame(0x02, Buffer.from('a')), frame(0x82, Buffer.from('b'))]),
      'frames in the wrong order',
    ],
    [
      'an impossible length',
      Buffer.from([0x82, 127, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
      'a frame with an impossible length',
    ],
  ])('refuses %s', (_, bytes, message) => {
    expect(() => reading().read(bytes)).toThrow(new FrameError(message));
  });

  test('ignores everything after a close frame', () => {
    const { read, reader } = reading();
    const bytes = [frame(0x82, Buffer.from('a')), frame(0x88, Buffer.from([3, 232])), frame(0x82, Buffer.from('b'))];
    expect(read(Buffer.concat(bytes)).toString()).toBe('a');
    expect(reader.isClosed).toBe(true);
    expect(read(Buffer.from('anything')).toString()).toBe('');
  });
});

// RFC 6455, 5.7: the masked "Hello" of the examples.
test('masks a frame as in the example of the RFC', () => {
  const mask = Buffer.from([0x37, 0xfa, 0x21, 0x3d]);
  const expected = Buffer.from([0x82, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58]);
  expect(writeFrame(FRAME.binary, Buffer.from('Hello'), mask)).toEqual(expected);
});

test.each([
  [125, [0x82, 0xfd]],
  [126, [0x82, 0xfe, 0, 126]],
  [65_536, [0x82, 0xff, 0, 0, 0, 0, 0, 1, 0, 0]],
])('writes the length %i', (length, head) => {
  const written = writeFrame(FRAME.binary, Buffer.alloc(length), Buffer.alloc(4));
  expect([...written.subarray(0, head.length)]).toEqual(head);
  expect(written).toHaveLength(head.length + 4 + length);
});

// RFC 6455, 1.3.
test('computes the accepted key of the RFC', () => {
  expect(acceptedKey('dGhlIHNhbXBsZSBub25jZQ==')).toBe('s3pPLMBiTxaQ9kYGzzhZRbK+xOo=');
});
