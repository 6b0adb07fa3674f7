import { describe, expect, test } from 'vitest';
import { SseParser } from '../../../renderer/data/stream/sse-parser.ts';

describe('SseParser', () => {
  test('reads name, data and id of an event', () => {
    const parser = new SseParser();
    expect(parser.push('id: 7\nevent: readings\ndata: {"a":1}\n\n')).toEqual([{ event: 'readings', data: '{"a":1}' }]);
    expect(parser.lastEventId).toBe('7');
  });

  test.each(['\n', '\r\n', '\r'])('takes lines that end with %j, however they are cut', (end) => {
    const text = `event: a${end}data: 1${end}data: 2${end}${end}data: 3${end}${end}x`;
    const parser = new SseParser();
    const events = Array.from(text).flatMap((character) => parser.push(character));
    expect(events).toEqual([
      { event: 'a', data: '1\n2' },
      { event: 'message', data: '3' },
    ]);
  });

  test('ignores comments and fields it does not know', () => {
    expect(new SseParser().push(': alive\n\nretry: 100\nfoo: bar\ndata\n\n')).toEqual([{ event: 'message', data: '' }]);
  });

  test('an id stays until the next one', () => {
    const parser = new SseParser();
    parser.push('id: 1\ndata: a\n\ndata: b\n\n');
    expect(parser.lastEventId).toBe('1');
  });

  test('refuses an event without bounds', () => {
    const parser = new SseParser();
    const megabyte = 'x'.repeat(1024 * 1024);
    expect(() => {
      for (let count = 0; count < 6; count += 1) parser.push(megabyte);
    }).toThrow('too long');
  });
});
