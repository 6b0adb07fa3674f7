import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  clientTopics,
  deviceTopics,
  levelText,
  prefixError,
  prefixesOverlap,
  topicLevel,
} from '../../../service/contract/mqtt-topics.ts';

describe('a topic prefix', () => {
  test.each(['lab', 'plant/hall 2', 'a/b/c', 'Größe', '😀', '%', 'a$b', '.', ' '])('can be %s', (prefix) => {
    expect(prefixError(prefix)).toBeUndefined();
  });

  test.each([
    ['$SYS', /start with \$/],
    ['$', /start with \$/],
    ['a+', /\+, # or/],
    ['a/+/b', /\+, # or/],
    ['#', /\+, # or/],
    ['a\0', /control characters/],
    ['a\nb', /control characters/],
    ['a\u007F', /control characters/],
    ['a\u0085', /control characters/],
    ['\uD83D', /invalid Unicode character/],
    ['', /must not start or end with \/ or contain \/\//],
    ['/a', /must not start or end with \/ or contain \/\//],
    ['a/', /must not start or end with \/ or contain \/\//],
    ['a//b', /must not start or end with \/ or contain \/\//],
  ])('cannot be %j', (prefix, problem) => {
    expect(prefixError(prefix)).toMatch(problem);
  });
});

describe('overlapping prefixes', () => {
  test.each([
    ['lab', 'lab', true],
    ['lab', 'lab/room', true],
    ['lab/room/1', 'lab', true],
    ['lab', 'lab2', false],
    ['lab/room', 'lab/room2', false],
    ['lab', 'Lab', false],
    ['a/b', 'b', false],
  ])('%s and %s: %s', (one, other, meet) => {
    expect(prefixesOverlap(one, other)).toBe(meet);
    expect(prefixesOverlap(other, one)).toBe(meet);
  });
});

describe('a topic level', () => {
  test.each([
    ['E24638', 'E24638'],
    ['0403-1-12', '0403-1-12'],
    ['a/b', 'a%2Fb'],
    ['+', '%2B'],
    ['#1', '%231'],
    ['100%', '100%25'],
    ['a\0b', 'a%00b'],
    ['a\u0085', 'a%C2%85'],
    ['a b', 'a b'],
    ['Größe 😀', 'Größe 😀'],
    ['$SYS', '$SYS'],
  ])('%j is %s', (text, level) => {
    expect(topicLevel(text)).toBe(level);
  });

  test('is valid in MQTT and reversible for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const level = topicLevel(text);
        // oxlint-disable-next-line no-control-regex -- control characters are what must not be there
        expect(level).not.toMatch(/[/+#\u0000-\u001F\u007F-\u009F]/);
        expect(decodeURIComponent(level)).toBe(text);
        expect(levelText(level)).toBe(text);
      }),
    );
  });

  test.each(['%', '%zz', '%C3', '%61', '%2f', 'a+b', '#'])('is not %j', (level) => {
    expect(levelText(level)).toBeUndefined();
  });

  test('accepts half of a surrogate pair', () => {
    expect(topicLevel('a\uD83D')).toBe('a\uFFFD');
  });
});

test('device topics match the table in docs/mqtt.md', () => {
  expect(clientTopics('plant/hall 2')).toEqual({ status: 'plant/hall 2/status', about: 'plant/hall 2/about' });
  const { channel, ...topics } = deviceTopics('lab', 'a/b');
  expect(topics).toEqual({
    alarm: 'lab/a%2Fb/alarm',
    measurement: 'lab/a%2Fb/measurement',
    info: 'lab/a%2Fb/info',
    status: 'lab/a%2Fb/status',
  });
  expect(channel('temperature')).toBe('lab/a%2Fb/channel/temperature');
  expect(channel('a+b')).toBe('lab/a%2Fb/channel/a%2Bb');
});
