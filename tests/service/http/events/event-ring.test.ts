import { describe, expect, test } from 'vitest';
import { EventRing } from '../../../../service/http/events/event-ring.ts';
import type { StreamEvent } from '../../../../service/http/events/stream-event.ts';

function event(sequence: number, bytes = 10): StreamEvent {
  const frame = Buffer.alloc(bytes);
  return { sequence, frame, body: frame, subject: { kind: 'gone', key: 'usb/E1' } };
}

function filled(options: { maxEvents: number; maxBytes: number }, sizes: readonly number[]): EventRing {
  const ring = new EventRing(options);
  for (const bytes of sizes) ring.push(event(ring.next, bytes));
  return ring;
}

const sequences = (events: readonly StreamEvent[] | undefined): number[] | undefined =>
  events?.map(({ sequence }) => sequence);

describe('recent events', () => {
  test('follow a given one', () => {
    const ring = filled({ maxEvents: 10, maxBytes: 1000 }, [1, 1, 1]);
    expect(sequences(ring.since(0))).toEqual([1, 2, 3]);
    expect(sequences(ring.since(2))).toEqual([3]);
    expect(sequences(ring.since(3))).toEqual([]);
    expect(ring.since(4)).toBeUndefined();
  });

  test('are limited in number', () => {
    const ring = filled({ maxEvents: 2, maxBytes: 1000 }, [1, 1, 1, 1]);
    expect(ring.since(1)).toBeUndefined();
    expect(sequences(ring.since(2))).toEqual([3, 4]);
  });

  test('are limited in bytes', () => {
    const ring = filled({ maxEvents: 100, maxBytes: 100 }, [40, 40, 40, 15]);
    expect(ring.since(0)).toBeUndefined();
    expect(sequences(ring.since(1))).toEqual([2, 3, 4]);
    ring.push(event(ring.next, 1000));
    expect(ring.since(4)).toBeUndefined();
    expect(sequences(ring.since(5))).toEqual([]);
  });

  test('start over after a gap', () => {
    const ring = filled({ maxEvents: 10, maxBytes: 1000 }, [1, 1]);
    ring.skip();
    expect(ring.since(2)).toBeUndefined();
    expect(ring.since(3)).toEqual([]);
    ring.push(event(ring.next));
    expect(sequences(ring.since(3))).toEqual([4]);
  });
});
