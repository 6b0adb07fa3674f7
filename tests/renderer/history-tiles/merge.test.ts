/** The merged picture against a series that is reckoned plainly. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  levelWidth,
  levelWithin,
  tileIndex,
  tileOf,
  tilePoints,
  tileSpan,
} from '../../../renderer/data/history-tiles/tile.ts';
import { TileCache } from '../../../renderer/data/history-tiles/tile-cache.ts';
import { segmentsFor } from '../../../renderer/data/history-tiles/tile-segments.ts';
import { mergedPoints } from '../../../renderer/features/charts/data/merged-points.ts';
import { PointBuffer } from '../../../renderer/features/charts/data/point-buffer.ts';
import { decodeHistory, encodeHistory } from '../../../service/contract/history-binary.ts';
import { type Kept, type KeptChannel, playedAnswer } from '../../support/played-history.ts';
import { sampleRing } from '../samples/support.ts';

const PATH = 'usb/E1/temperature';
const REF = { family: 'usb', serial: 'E1', channel: 'temperature' } as const;
const START = Date.UTC(2026, 10, 20, 12) + 137;

/** Tiles of a level over a stretch, as the service would answer, all asked at one moment. */
function tiles(readings: Kept[], level: number, from: number, to: number, until: number): TileCache {
  const cache = new TileCache();
  const channels = new Map<string, KeptChannel>([[PATH, { ref: REF, unit: '°C', readings }]]);
  for (let index = tileIndex(level, from); index <= tileIndex(level, to); index += 1) {
    const start = index * tileSpan(level);
    const question = { paths: [PATH], from: start, to: start + tileSpan(level), points: tilePoints(level) };
    const { channels: answered } = decodeHistory(encodeHistory(playedAnswer(channels, question, until)).buffer);
    cache.set(PATH, tileOf({ level, index, until, requestedAt: 0 }, answered[0]?.parts ?? []));
  }
  return cache;
}

interface Scene {
  readings: Kept[];
  level: number;
  /** From which reading on they are in the ring too. */
  ringFrom: number;
  /** How far the tiles reach. */
  until: number;
  view: { from: number; to: number };
}

function merged({ readings, level, ringFrom, until, view }: Scene): PointBuffer {
  const beyond = view.to - view.from;
  const cache = tiles(readings, level, view.from - beyond, view.to + beyond, until);
  const pieces = segmentsFor(cache, PATH, level, view.from - beyond, view.to + beyond);
  const ring = sampleRing(
    readings.flatMap(([at, value, isBroken]) => {
      if (at < ringFrom) return [];
      return isBroken ? [[at - 1, null] as [number, null], [at, value] as [number, number]] : [[at, value]];
    }),
  );
  const points = new PointBuffer();
  mergedPoints({ pieces, ring, ringFrom, width: levelWidth(level) }, view, points);
  return points;
}

type Point = [time: number, value: number, low: number, high: number];

function inView(points: PointBuffer, view: Scene['view'], margin: number): Point[] {
  return Array.from(
    { length: points.length },
    (_, index): Point => [points.time(index), points.value(index), points.low(index), points.high(index)],
  ).filter(([time, value]) => time >= view.from + margin && time <= view.to - margin && !Number.isNaN(value));
}

/** Up to the first point after a view. @param from earlier points are left out */
function upTo(points: PointBuffer, from: number, to: number): string[] {
  const times = Array.from({ length: points.length }, (_, index) => index).filter(
    (index) => points.time(index) >= from,
  );
  const isValue = (index: number): boolean => !Number.isNaN(points.value(index));
  const after = times.findIndex((index) => points.time(index) > to && isValue(index));
  const shown = after < 0 ? times.slice(0, times.findLastIndex(isValue) + 1) : times.slice(0, after + 1);
  return shown.map((index) =>
    [points.time(index), points.value(index), points.low(index), points.high(index), points.width(index)].join(' '),
  );
}

const steady = (count: number, interval: number): Kept[] =>
  Array.from(
    { length: count },
    (_, index): Kept => [START + index * interval, Math.sin(index * 0.7) * 10 + index / 50],
  );

describe('live and past in one', () => {
  test('has every reading once where they stand for themselves', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2998 }), fc.integer({ min: 0, max: 2000 }), (seam, lag) => {
        const readings = steady(3000, 500);
        const ringFrom = readings[seam]?.[0] ?? 0;
        const view = { from: START + 100_000, to: START + 1_400_000 };
        const until = ringFrom + lag;
        const points = merged({ readings, level: levelWithin(500), ringFrom, until, view });
        const expected = readings.filter(([at]) => at >= view.from && at <= view.to);
        expect(inView(points, view, 0).map(([time, value]) => [time, value])).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  test('has every bucket once, as if all were reckoned together', () => {
    fc.assert(
      fc.property(fc.integer({ min: 4000, max: 19_900 }), fc.integer({ min: 2000, max: 9000 }), (seam, lag) => {
        const readings = steady(20_000, 100);
        const width = 2000;
        const ringFrom = readings[seam]?.[0] ?? 0;
        const view = { from: START + 200_000, to: START + 1_900_000 };
        const points = merged({ readings, level: levelWithin(width), ringFrom, until: ringFrom + lag, view });
        const buckets = Map.groupBy(readings, ([at]) => Math.floor(at / width));
        const expected = [...buckets].map(([bucket, group]): Point => {
          const values = group.map(([, value]) => value ?? 0);
          const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
          return [(bucket + 0.5) * width, mean, Math.min(...values), Math.max(...values)];
        });
        const seen = expected.filter(([time]) => time >= view.from + width && time <= view.to - width);
        const shown = inView(points, view, width);
        expect(shown.map(([time]) => time)).toEqual(seen.map(([time]) => time));
        for (const [index, [, mean, low, high]] of shown.entries()) {
          expect([low, high]).toEqual(seen[index]?.slice(2));
          expect(mean).toBeCloseTo(seen[index]?.[1] ?? Number.NaN, 9);
        }
      }),
      { numRuns: 40 },
    );
  });

  const breaksAt = (points: PointBuffer): number[] =>
    Array.from({ length: points.length }, (_, index) => index)
      .filter((index) => Number.isNaN(points.value(index)) && index > 0 && index < points.length - 1)
      .map((index) => points.time(index + 1));

  test('keeps gaps, whichever side of the seam they are on, and makes none', () => {
    for (const seam of [150, 299, 300, 301, 450]) {
      const before = steady(300, 1000);
      const after = steady(300, 1000).map(([at, value], index): Kept => [at + 330_000, value, index === 0]);
      const readings = [...before, ...after];
      const ringFrom = readings[seam]?.[0] ?? 0;
      const view = { from: START, to: START + 630_000 };
      const points = merged({ readings, level: levelWithin(500), ringFrom, until: ringFrom + 1500, view });
      expect(breaksAt(points)).toEqual([after[0]?.[0]]);
    }
  });

  test('breaks the line where tiles between two readings are empty', () => {
    const readings = [...steady(100, 100), ...steady(100, 100).map(([at, value]): Kept => [at + 60_000, value])];
    const view = { from: START, to: START + 70_000 };
    const points = merged({ readings, level: 0, ringFrom: Number.POSITIVE_INFINITY, until: START + 1e6, view });
    expect(breaksAt(points)).toEqual([START + 60_000]);
  });

  /** Readings that came through the stream, then a stretch of them that was missed, then `after`. */
  function interrupted(level: number, { until, after }: { until: number; after: Kept[] }): PointBuffer {
    const before = steady(600, 100);
    const view = { from: START, to: START + 120_000 };
    const cache = tiles(before, level, view.from - 60_000, view.to, until);
    const pieces = segmentsFor(cache, PATH, level, view.from - 60_000, view.to);
    const ring = sampleRing(before.map(([at, value]): [number, number | null] => [at, value]));
    ring.breakLine();
    for (const [at, value] of after) ring.push(at, value);
    const points = new PointBuffer();
    const ringFrom = after[0]?.[0] ?? Number.POSITIVE_INFINITY;
    mergedPoints({ pieces, ring, ringFrom, width: levelWidth(level) }, view, points);
    return points;
  }

  test('shows what came before the stream was interrupted as long as the past does not reach so far', () => {
    const after = steady(300, 100).map(([at, value]): Kept => [at + 80_000, value]);
    for (const level of [levelWithin(50), levelWithin(500)]) {
      for (const came of [[], after]) {
        for (const until of [START, START + 30_123, START + 60_000]) {
          const points = interrupted(level, { until, after: came });
          const width = levelWidth(level);
          const times = Array.from({ length: points.length }, (_, index) => points.time(index)).filter(
            (_, index) => !Number.isNaN(points.value(index)),
          );
          const expected = width > 100 ? width : 100;
          const steps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
          // Nothing is missing but what nobody heard, and nothing is there twice.
          expect(steps.filter((step) => step > 1.5 * expected || step < 0.5 * expected).length).toBe(
            came.length > 0 ? 1 : 0,
          );
          expect(times.at(-1)).toBeGreaterThan(START + (came.length > 0 ? 109_000 : 59_000));
          expect(breaksAt(points)).toHaveLength(came.length > 0 ? 1 : 0);
        }
      }
    }
  });

  test('shows what was missed as soon as the past has it, whatever old tile stands in for what comes later', () => {
    const level = levelWithin(50);
    const readings = steady(900, 100);
    const view = { from: START, to: START + 90_000 };
    const cache = tiles(readings, level, view.from, view.to, START + 85_000);
    const stale = tiles(readings, level + 3, view.from, START + 300_000, START + 40_000);
    const coarse = tileIndex(level + 3, view.to);
    const tile = stale.get(PATH, level + 3, coarse);
    if (tile) cache.set(PATH, tile);
    const pieces = segmentsFor(cache, PATH, level, view.from, view.to + 60_000);
    expect(pieces.at(-1)?.tile.level).toBe(level + 3);
    const ring = sampleRing(readings.slice(0, 400).map(([at, value]): [number, number | null] => [at, value]));
    for (const [at, value] of readings.slice(800)) ring.push(at, value);
    const points = new PointBuffer();
    mergedPoints({ pieces, ring, ringFrom: START + 80_000, width: levelWidth(level) }, view, points);
    expect(inView(points, view, 0).map(([time]) => time)).toEqual(readings.map(([at]) => at));
  });

  test('has the readings next to the view, and no more than those', () => {
    const readings = steady(1000, 500);
    const view = { from: START + 100_200, to: START + 100_300 };
    for (const ringFrom of [START, START + 400_000]) {
      const points = merged({ readings, level: levelWithin(200), ringFrom, until: ringFrom + 5000, view });
      expect(Array.from({ length: points.length }, (_, index) => points.time(index))).toEqual([
        START + 100_000,
        START + 100_500,
      ]);
    }
  });

  test('of a moved view is a part of all points', () => {
    const gaps = fc.array(fc.record({ step: fc.constantFrom(500, 500, 500, 90_000), isBroken: fc.boolean() }), {
      minLength: 1,
      maxLength: 300,
    });
    fc.assert(
      fc.property(gaps, fc.constantFrom(0, 4, 7), fc.nat(1000), fc.nat(240), (steps, level, at, length) => {
        let time = START;
        const readings = steps.map(({ step, isBroken }, index): Kept => {
          time += step;
          return isBroken && index % 9 === 0 ? [time, index % 7, true] : [time, index % 7];
        });
        const cache = tiles(readings, level, START - 100_000, START + 400_000, START + 1e7);
        const pieces = segmentsFor(cache, PATH, level, START - 100_000, START + 400_000);
        const sources = { pieces, ring: undefined, ringFrom: Number.POSITIVE_INFINITY, width: levelWidth(level) };
        const [whole, direct, shown] = [new PointBuffer(), new PointBuffer(), new PointBuffer()];
        mergedPoints(sources, { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }, whole);
        // Many of its ends are at a reading.
        const from = START - 20_000 + at * 250;
        const view = { from, to: from + length * 250 };
        mergedPoints(sources, view, direct);
        shown.show(whole, view.from, view.to);
        // Of the last bucket before the view, only a part is read anew.
        const since = levelWidth(level) > 500 ? view.from - levelWidth(level) : Number.NEGATIVE_INFINITY;
        expect(upTo(shown, since, view.to)).toEqual(upTo(direct, since, view.to));
      }),
    );
  });

  test('has one point before the view, however many tiles lie there', () => {
    const readings = steady(1000, 500);
    const view = { from: START + 200_100, to: START + 230_000 };
    const points = merged({ readings, level: 0, ringFrom: Number.POSITIVE_INFINITY, until: START + 1e6, view });
    expect([0, 1].map((index) => points.time(index))).toEqual([START + 200_000, START + 200_500]);
  });
});
