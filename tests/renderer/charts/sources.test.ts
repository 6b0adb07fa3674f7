/** Where a channel's points come from: the stream, the history, or both. */
import { beforeEach, describe, expect, test } from 'vitest';
import { PastStore } from '../../../renderer/data/history-tiles/past-store.ts';
import { levelWidth, levelWithin, tileIndex, tileOf, tileSpan } from '../../../renderer/data/history-tiles/tile.ts';
import { SampleStore } from '../../../renderer/data/samples/sample-store.ts';
import { EntityMirror } from '../../../renderer/data/stream/mirror.ts';
import type { ChartChannel } from '../../../renderer/features/charts/channels.ts';
import { ChannelSource } from '../../../renderer/features/charts/data/channel-source.ts';
import { PointBuffer } from '../../../renderer/features/charts/data/point-buffer.ts';
import { viewStatistics } from '../../../renderer/features/charts/data/statistics.ts';
import { VisibleData } from '../../../renderer/features/charts/data/visible-data.ts';
import { AUTOMATIC_LAYOUT, arranged, panelsOf } from '../../../renderer/features/charts/layout/layout.ts';
import { decodeHistory, encodeHistory } from '../../../service/contract/history-binary.ts';
import { channelPath, type StoredChannel } from '../../../service/contract/index.ts';
import { type Kept, type KeptChannel, playedAnswer } from '../../support/played-history.ts';
import { channel } from './support.ts';

const SECOND = 1000;
const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 10, 20, 12);
const WIDTH = 1000;

const oven = channel('temperature', '°C', 'E1');
const hall = channel('temperature', '°C', 'E2');

let store: SampleStore;
let past: PastStore;
/** What the played service keeps, by channel. */
let kept: Map<string, KeptChannel>;

/** Readings of a second each, up to now. */
function readings(seconds: number, value: (second: number) => number): Kept[] {
  return Array.from({ length: seconds }, (_, index): Kept => [NOW - (seconds - index) * SECOND, value(index)]);
}

function stored({ ref, unit, readings: of }: KeptChannel): StoredChannel {
  const iso = (at = 0): string => new Date(at).toISOString();
  return { ...ref, unit, description: '', label: '', product: '', first: iso(of[0]?.[0]), last: iso(of.at(-1)?.[0]) };
}

async function keep(of: ChartChannel, series: Kept[]): Promise<void> {
  kept.set(of.key, { ref: of.ref, unit: of.unit, readings: series });
  past.stored.invalidate();
  past.stored.ensureLoaded([of.key]);
  await expect.poll(() => past.stored.get(of.key)).toBeDefined();
}

function sourceOf(of: ChartChannel): ChannelSource {
  return new ChannelSource(of, store, past);
}

/** Has all tiles of a view there. */
function fetchTiles(of: ChartChannel, view: { from: number; to: number }, source = sourceOf(of)): void {
  // A tile may tell that others would be better.
  for (let round = 0; round < 3; round += 1) {
    source.fill(view, WIDTH, new PointBuffer());
    for (const { key, level, index } of source.wants(view, WIDTH, NOW)) {
      const from = index * tileSpan(level);
      const question = { paths: [key], from, to: from + tileSpan(level), points: 512 };
      const { channels } = decodeHistory(encodeHistory(playedAnswer(kept, question, NOW)).buffer);
      past.tiles.set(key, tileOf({ level, index, until: NOW, requestedAt: 0 }, channels[0]?.parts ?? []));
    }
  }
}

/** The values of the line in a view. */
function drawn(of: ChartChannel, view: { from: number; to: number }, source = sourceOf(of)): number[] {
  const points = new PointBuffer();
  source.fill(view, WIDTH, points);
  return Array.from({ length: points.length }, (_, index) => points.value(index));
}

/** Without tiles. */
function emptyPast(): PastStore {
  return new PastStore({
    mirror: new EntityMirror(),
    loadChannels: async () => ({ channels: [...kept.values()].map(stored) }),
    now: () => 0,
  });
}

beforeEach(() => {
  store = new SampleStore();
  kept = new Map();
  past = emptyPast();
});

describe('viewStatistics', () => {
  test('covers stored readings if the event stream sent none', async () => {
    await keep(
      oven,
      readings(600, (second) => second),
    );
    const view = { from: NOW - 400 * SECOND, to: NOW - 300 * SECOND };
    fetchTiles(oven, view);
    const source = new ChannelSource(oven, store, past);
    expect(viewStatistics(source, view, WIDTH)).toEqual({ latest: 300, min: 200, max: 300, mean: 250 });
    expect(viewStatistics(source, { from: NOW - HOUR, to: NOW - HOUR / 2 }, WIDTH).latest).toBeNull();
  });

  test('has the extremes of a band', async () => {
    await keep(
      oven,
      readings(20_000, (second) => (second % 2 === 0 ? 10 : 30)),
    );
    const view = { from: NOW - 5 * HOUR, to: NOW };
    fetchTiles(oven, view);
    const { latest, min, max, mean } = viewStatistics(new ChannelSource(oven, store, past), view, 500);
    expect([min, max]).toEqual([10, 30]);
    expect(mean).toBeCloseTo(20, 6);
    expect(latest).not.toBeNull();
  });

  test('joins both sides of the seam, with the newest reading unchanged', async () => {
    await keep(
      oven,
      readings(600, () => 10),
    );
    for (let second = 0; second < 60; second += 1)
      store.push('usb/E1', NOW + second * SECOND, { temperature: 20 + second });
    const view = { from: NOW - 60 * SECOND, to: NOW + 59 * SECOND };
    fetchTiles(oven, view);
    const source = new ChannelSource(oven, store, past);
    expect(viewStatistics(source, view, WIDTH)).toMatchObject({ latest: 79, min: 10, max: 79 });
    const wide = { from: NOW - 5 * HOUR, to: NOW + 59 * SECOND };
    fetchTiles(oven, wide);
    expect(viewStatistics(source, wide, 100)).toMatchObject({ latest: 79, min: 10, max: 79 });
  });

  test('covers the event stream for a channel that is not stored', () => {
    for (let second = 0; second < 10; second += 1) store.push('usb/E1', NOW + second * SECOND, { temperature: second });
    const source = new ChannelSource(oven, store, past);
    const view = { from: NOW, to: NOW + 9 * SECOND };
    expect(viewStatistics(source, view, WIDTH)).toEqual({ latest: 9, min: 0, max: 9, mean: 4.5 });
  });
});

describe('two devices in one panel', () => {
  test('share its axis, with their own readings', async () => {
    const together = [oven, hall];
    expect(panelsOf(arranged(AUTOMATIC_LAYOUT, together), together)).toMatchObject([{ channels: together }]);
    await keep(
      oven,
      readings(60, () => 200),
    );
    await keep(
      hall,
      readings(60, () => 20),
    );
    store.push('usb/E1', NOW, { temperature: 201 });
    store.push('usb/E2', NOW, { temperature: 21 });
    const view = { from: NOW - 30 * SECOND, to: NOW };
    for (const [one, value] of [
      [oven, 200],
      [hall, 20],
    ] as const) {
      fetchTiles(one, view);
      const values = drawn(one, view);
      expect(new Set(values)).toEqual(new Set([value, value + 1]));
      expect(values.length).toBeGreaterThanOrEqual(31);
    }
  });

  test('are requested together, each up to the start of its stream', async () => {
    await keep(
      oven,
      readings(7200, () => 200),
    );
    await keep(
      hall,
      readings(7200, () => 20),
    );
    const asked: { level: number; index: number; key: string }[][] = [];
    past.loader.claim = () => ({ set: (wants) => asked.push([...wants]), end: () => undefined });
    const sight = new VisibleData({ channels: [oven, hall], store, past, now: () => NOW });
    sight.start();
    // The stream of one reaches over the whole view.
    for (let second = -600; second <= 0; second += 1) store.push('usb/E2', NOW + second * SECOND, { temperature: 20 });
    const view = { from: NOW - 60 * SECOND, to: NOW };
    sight.request(0, { view, width: WIDTH }, { view, width: WIDTH }, undefined);
    const [wants = []] = asked;
    const level = wants[0]?.level ?? -1;
    expect(levelWidth(level)).toBeLessThanOrEqual(levelWidth(levelWithin(500)));
    expect(wants.filter(({ key }) => key === oven.key).map(({ index }) => index)).toContain(
      tileIndex(level, NOW - SECOND),
    );
    const hallNeeds = wants.filter(({ key }) => key === hall.key).map(({ index }) => index);
    expect(hallNeeds.every((index) => index <= tileIndex(level, NOW - 600 * SECOND))).toBe(true);
    expect(channelPath(oven.ref)).not.toBe(channelPath(hall.ref));
  });
});

test('draws the line of a slow channel from the reading before the view, wherever tiles begin', async () => {
  const interval = 600 * SECOND;
  const slow = Array.from({ length: 300 }, (_, index): Kept => [NOW - (299 - index) * interval, index]);
  // Each view has one reading; those of two days begin anywhere in a tile.
  for (let shift = 1; shift < 250; shift += 1) {
    past = emptyPast();
    await keep(oven, slow);
    const to = NOW - shift * interval + 10 * SECOND;
    const view = { from: to - 300 * SECOND, to };
    const source = sourceOf(oven);
    fetchTiles(oven, view, source);
    expect([shift, drawn(oven, view, source).slice(0, 2)]).toEqual([shift, [298 - shift, 299 - shift]]);
  }
});
