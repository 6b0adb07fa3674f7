import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OversizeFilter, type SkippedMessage } from '../../../../service/mqtt/session/oversize-filter.ts';

/** Small enough for tests to be quick, and above the longest topic. */
const LARGEST = 70_000;

/** A packet by hand: MQTT 3.1.1, 2.2. */
function packet(first: number, body: Buffer): Buffer {
  const length: number[] = [];
  let rest = body.length;
  do {
    const more = rest >= 128 ? 0x80 : 0;
    length.push((rest % 128) | more);
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  return Buffer.concat([Buffer.from([first, ...length]), body]);
}

function publish(topic: string, payload: number, qos: 0 | 1 | 2 = 0, id = 0): Buffer {
  const name = Buffer.from(topic);
  const size = Buffer.from([name.length >> 8, name.length & 0xff]);
  const number = qos > 0 ? Buffer.from([id >> 8, id & 0xff]) : Buffer.alloc(0);
  return packet(0x30 | (qos << 1), Buffer.concat([size, name, number, Buffer.alloc(payload, 'p')]));
}

/** What passes when the bytes come in pieces of these sizes, over and over. */
function sift(bytes: Buffer, sizes: readonly number[] = [bytes.length]): { passed: Buffer; out: SkippedMessage[] } {
  const out: SkippedMessage[] = [];
  const sieve = new OversizeFilter(LARGEST, (message) => out.push(message));
  const passed: Buffer[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    passed.push(...sieve.pass(bytes.subarray(at, at + size)));
    at += size;
  }
  return { passed: Buffer.concat(passed), out };
}

describe('one message', () => {
  // First byte, three bytes of length, topic length, topic.
  const overhead = 1 + 3 + 2 + 3;

  test('at the bound passes, and one byte above it does not', () => {
    const good = publish('a/b', LARGEST - overhead);
    expect(good).toHaveLength(LARGEST);
    expect(sift(good)).toEqual({ passed: good, out: [] });
    const bad = publish('a/b', LARGEST - overhead + 1);
    expect(sift(bad)).toEqual({
      passed: Buffer.alloc(0),
      out: [{ topic: 'a/b', bytes: LARGEST + 1, id: undefined }],
    });
  });

  test('its number is told where it must be confirmed', () => {
    expect(sift(publish('größe', 80_000, 1, 0x1234)).out).toMatchObject([{ topic: 'größe', id: 0x1234 }]);
    expect(sift(publish('x', 80_000, 2, 65_535)).out).toMatchObject([{ topic: 'x', id: 65_535 }]);
  });

  test('the longest topic there is', () => {
    const topic = 't'.repeat(65_535);
    expect(sift(publish(topic, 80_000, 1, 7), [1000]).out).toMatchObject([{ topic, id: 7 }]);
  });

  test('the largest that MQTT can express is not gathered', () => {
    const out: SkippedMessage[] = [];
    const sieve = new OversizeFilter(LARGEST, (message) => out.push(message));
    const chunk = Buffer.alloc(65_536);
    const begin = Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f, 0, 1, 0x74]);
    expect(sieve.pass(begin)).toEqual([]);
    let rest = 268_435_455 - 3;
    const before = process.memoryUsage().rss;
    for (; rest > chunk.length; rest -= chunk.length) expect(sieve.pass(chunk)).toHaveLength(0);
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1_048_576);
    const ping = Buffer.from([0xd0, 0]);
    expect(Buffer.concat(sieve.pass(Buffer.concat([chunk.subarray(0, rest), ping])))).toEqual(ping);
    expect(out).toEqual([{ topic: 't', bytes: 268_435_460, id: undefined }]);
  });

  test('a large packet that is no message passes: others judge it', () => {
    const other = packet(0x90, Buffer.alloc(100_000));
    expect(sift(other, [999])).toEqual({ passed: other, out: [] });
  });
});

test('what is no MQTT passes as it is', () => {
  const broken = Buffer.concat([
    publish('a', 3),
    Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff, 0x01]),
    Buffer.from('rest'),
  ]);
  expect(sift(broken, [3]).passed).toEqual(broken);
});

test('any packets, cut anywhere: the large messages are missing, and nothing else', () => {
  const small = fc.record({ topic: fc.string({ maxLength: 20 }), payload: fc.nat(400), large: fc.constant(false) });
  const large = fc.record({
    topic: fc.string({ maxLength: 20 }),
    payload: fc.integer({ min: 70_000, max: 90_000 }),
    large: fc.constant(true),
  });
  const one = fc.record({
    message: fc.oneof({ weight: 4, arbitrary: small }, large),
    id: fc.integer({ min: 1, max: 65_535 }),
  });
  const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 70_000 })), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 8 }), sizes, (messages, pieces) => {
      const packets = messages.map(({ message, id }) => ({
        ...message,
        id,
        bytes: publish(message.topic, message.payload, 1, id),
      }));
      const { passed, out } = sift(Buffer.concat(packets.map(({ bytes }) => bytes)), pieces);
      const kept = packets.filter((each) => !each.large);
      expect(passed.equals(Buffer.concat(kept.map(({ bytes }) => bytes)))).toBe(true);
      expect(out).toEqual(
        packets
          .filter((each) => each.large)
          .map(({ topic, id, bytes }) => ({ topic: Buffer.from(topic).toString(), id, bytes: bytes.length })),
      );
    }),
  );
});
