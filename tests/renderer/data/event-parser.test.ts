import { describe, expect, test } from 'vitest';
import { createEventParser, type ServerEvent } from '../../../renderer/data/stream/event-stream.ts';

/** The events of a text, fed in these pieces. */
function eventsOf(...pieces: string[]): ServerEvent[] {
  const events: ServerEvent[] = [];
  const parser = createEventParser((event) => events.push(event));
  for (const piece of pieces) parser.feed(piece);
  return events;
}

describe('createEventParser', () => {
  test('reads name, data and id of an event', () => {
    expect(eventsOf('id: 7\nevent: readings\ndata: {"a":1}\n\n')).toEqual([
      { event: 'readings', data: '{"a":1}', lastEventId: '7' },
    ]);
  });

  test.each(['\n', '\r\n', '\r'])('takes lines that end with %j, however they are cut', (end) => {
    const text = `event: a${end}data: 1${end}data: 2${end}${end}data: 3${end}${end}x`;
    expect(eventsOf(...Array.from(text))).toEqual([
      { event: 'a', data: '1\n2', lastEventId: '' },
      { event: 'message', data: '3', lastEventId: '' },
    ]);
  });

  test('ignores comments and fields it does not know', () => {
    expect(eventsOf(': alive\n\nretry: 100\nfoo: bar\ndata\n\n')).toEqual([
      { event: 'message', data: '', lastEventId: '' },
    ]);
  });

  test('an id stays until the next one', () => {
    const ids = eventsOf('id: 1\ndata: a\n\ndata: b\n\nid: 2\ndata: c\n\n').map(({ lastEventId }) => lastEventId);
    expect(ids).toEqual(['1', '1', '2']);
  });

  test.each([
    ['one line', 'data: x', 'x'.repeat(1024 * 1024)],
    ['lines', '', `data: ${'x'.repeat(1024 * 1024)}\n`],
    ['lines without a character', '', 'data\n'.repeat(1024 * 1024)],
  ])('refuses an event without bounds, of %s', (_what, first, piece) => {
    expect(() => eventsOf(first, ...Array.from({ length: 6 }, () => piece))).toThrow('oversized event');
  });
});
