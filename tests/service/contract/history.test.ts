/** The rules of the history that service and GUI share: how channels are written, and how wide buckets are. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  BUCKET_WIDTHS_MS,
  bucketWidth,
  channelPath,
  HISTORY_LEVEL_MS,
  parseChannelPath,
} from '../../../service/contract/index.ts';

const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((word) => word.isWellFormed());

describe('the channel path', () => {
  test('is reversible for any parts', () => {
    fc.assert(
      fc.property(fc.constantFrom('usb', 'gateway'), text, text, (family, serial, channel) => {
        const path = channelPath({ family, serial, channel });
        expect(path.split('/')).toHaveLength(3);
        expect(parseChannelPath(path)).toEqual({ family, serial, channel });
      }),
    );
  });

  test('has the documented form', () => {
    expect(channelPath({ family: 'usb', serial: 'E24638', channel: 'temperature' })).toBe('usb/E24638/temperature');
    expect(channelPath({ family: 'gateway', serial: 'a/b', channel: 'ä %' })).toBe('gateway/a%2Fb/%C3%A4%20%25');
  });

  test.each([
    '',
    'usb',
    'usb/E24638',
    'usb/E24638/',
    'usb//temperature',
    'usb/a/b/c',
    'mqtt/a/b',
    'usb/%/b',
    'usb/a/%E4',
  ])('rejects %j', (path) => {
    expect(parseChannelPath(path)).toBeUndefined();
  });
});

describe('bucket widths', () => {
  test('ascend from a millisecond to 364 days', () => {
    expect(BUCKET_WIDTHS_MS).toEqual([...new Set(BUCKET_WIDTHS_MS)].toSorted((a, b) => a - b));
    expect(BUCKET_WIDTHS_MS.at(0)).toBe(1);
    expect(BUCKET_WIDTHS_MS.at(-1)).toBe(364 * 86_400_000);
  });

  test('are whole minutes from a minute on and whole hours from an hour on', () => {
    const { minute, hour } = HISTORY_LEVEL_MS;
    for (const width of BUCKET_WIDTHS_MS) {
      expect(Number.isInteger(width)).toBe(true);
      if (width >= minute) expect(width % minute).toBe(0);
      if (width >= hour) expect(width % hour).toBe(0);
      // Below an hour they divide it, so that buckets end where a level may end.
      if (width < hour) expect(hour % width).toBe(0);
    }
    expect(BUCKET_WIDTHS_MS).toContain(minute);
    expect(BUCKET_WIDTHS_MS).toContain(hour);
  });

  const bucketsTouched = (from: number, to: number, width: number): number =>
    Math.ceil(to / width) - Math.floor(from / width);
  const stretch = fc
    .tuple(
      fc.integer({ min: -(10 ** 12), max: 4 * 10 ** 12 }),
      fc.oneof(
        fc.integer({ min: 1, max: 10 ** 6 }),
        fc.integer({ min: 1, max: 10 ** 11 }),
        fc.integer({ min: 1, max: 10 ** 14 }),
      ),
    )
    .map(([from, length]) => [from, from + length] as const);

  test('are the smallest that cover a range with the requested number of buckets', () => {
    fc.assert(
      fc.property(stretch, fc.integer({ min: 2, max: 20_000 }), ([from, to], points) => {
        const width = bucketWidth(from, to, points);
        expect(bucketsTouched(from, to, width)).toBeLessThanOrEqual(points);
        const smaller = BUCKET_WIDTHS_MS.filter((other) => other < width);
        for (const other of smaller) expect(bucketsTouched(from, to, other)).toBeGreaterThan(points);
        expect(BUCKET_WIDTHS_MS.includes(width) || width % (364 * 86_400_000) === 0).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    // An hour in 1500: 3600 s / 2 s are 1800, too many; 5 s are 720.
    ['an hour', 0, 3_600_000, 1500, 5000],
    // A second in 1000 buckets of 1 ms, but begun in the middle of one it touches 1001.
    ['a second', 0, 1000, 1000, 1],
    ['a second between two', 0.5, 1000.5, 1000, 2],
    // 365 days of 8760 hours: by 6 hours 1460.
    ['a year', 0, 365 * 86_400_000, 1500, 6 * 3_600_000],
    // Two buckets of 364 days hold 728 days; 729 need a multiple of it.
    ['two years in two points', 0, 729 * 86_400_000, 2, 3 * 364 * 86_400_000],
  ])('%s', (_, from, to, points, width) => {
    expect(bucketWidth(from, to, points)).toBe(width);
  });
});
