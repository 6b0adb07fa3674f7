import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { tileSpan } from '../../../renderer/data/history-tiles/tile.ts';
import { TileCache } from '../../../renderer/data/history-tiles/tile-cache.ts';
import { TileLoader, type TileRequest, type WantedTile } from '../../../renderer/data/history-tiles/tile-loader.ts';
import type { HistoryColumns } from '../../../service/contract/history-binary.ts';

const LEVEL = 5;

interface Asked {
  question: TileRequest;
  signal: AbortSignal;
  answer: (until: number) => Promise<void>;
  fail: () => Promise<void>;
}

function rig() {
  const asked: Asked[] = [];
  const cache = new TileCache();
  let tiles = 0;
  const ask = (question: TileRequest, signal: AbortSignal): Promise<HistoryColumns> =>
    new Promise((resolve, reject) => {
      const settle = async (act: () => void): Promise<void> => {
        act();
        await vi.advanceTimersByTimeAsync(0);
      };
      const iso = (at: number): string => new Date(at).toISOString();
      const channels = question.channels.map((channel) => ({ ...channel, unit: '°C', parts: [] }));
      asked.push({
        question,
        signal,
        answer: (until) =>
          settle(() => resolve({ from: iso(question.from), to: iso(question.to), until: iso(until), channels })),
        fail: () => settle(() => reject(new Error('Not now.'))),
      });
    });
  const loader = new TileLoader({ cache, load: ask, now: Date.now, onTiles: () => (tiles += 1) });
  return { asked, cache, loader, tiles: () => tiles };
}

function want(index: number, channel = 'temperature', facts: Partial<WantedTile> = {}): WantedTile {
  const ref = { family: 'usb', serial: 'E1', channel } as const;
  return { channel: ref, key: `usb/E1/${channel}`, level: LEVEL, index, upTo: 1e15, patience: 1000, ...facts };
}

const end = (index: number): number => (index + 1) * tileSpan(LEVEL);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('TileLoader', () => {
  test('asks for all channels of a tile at once, and for two tiles at a time', async () => {
    const { asked, cache, loader, tiles } = rig();
    loader.claim().set([want(7), want(7, 'humidity'), want(8), want(8, 'humidity'), want(9)]);
    expect(asked.map(({ question }) => [question.from / tileSpan(LEVEL), question.channels.length])).toEqual([
      [7, 2],
      [8, 2],
    ]);
    await asked[0]?.answer(end(7));
    expect(asked).toHaveLength(3);
    expect(cache.get('usb/E1/humidity', LEVEL, 7)).toBeDefined();
    expect(tiles()).toBe(1);
    await asked[1]?.answer(end(8));
    await asked[2]?.answer(end(9));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(3);
  });

  test('ends requests that nobody waits for any more', async () => {
    const { asked, cache, loader } = rig();
    const claim = loader.claim();
    claim.set([want(7), want(8)]);
    claim.set([want(8), want(20)]);
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false, false]);
    await asked[0]?.answer(end(7));
    expect(cache.get('usb/E1/temperature', LEVEL, 7)).toBeUndefined();
    claim.end();
    expect(asked.every(({ signal }) => signal.aborted)).toBe(true);
    expect(loader.underWay).toBe(0);
  });

  test('does not end what another still waits for', () => {
    const { asked, loader } = rig();
    const [one, other] = [loader.claim(), loader.claim()];
    one.set([want(7)]);
    other.set([want(7)]);
    one.end();
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([false]);
  });

  test('asks again for a tile that reaches to the present, as long as that is needed', async () => {
    const { asked, loader } = rig();
    const claim = loader.claim();
    const ring = end(7) - 5000;
    claim.set([want(7, 'temperature', { upTo: ring })]);
    await asked[0]?.answer(ring - 500);
    await vi.advanceTimersByTimeAsync(900);
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(asked).toHaveLength(2);
    await asked[1]?.answer(ring + 500);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(2);
    claim.set([want(7, 'temperature', { upTo: ring + 1000 })]);
    expect(asked).toHaveLength(3);
  });

  test('waits longer with each failure, says so, and tries at once when the service is back', async () => {
    const { asked, loader } = rig();
    loader.claim().set([want(7)]);
    await asked[0]?.fail();
    expect(loader.problem.get()).toBe('Not now.');
    await vi.advanceTimersByTimeAsync(1100);
    await asked[1]?.fail();
    await vi.advanceTimersByTimeAsync(1100);
    expect(asked).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toHaveLength(3);
    await asked[2]?.fail();
    loader.retry();
    expect(asked).toHaveLength(4);
    await asked[3]?.answer(end(7));
    expect(loader.problem.get()).toBeNull();
  });

  test('has no problem any more once what failed is not looked at, or is there', async () => {
    const { asked, loader } = rig();
    const claim = loader.claim();
    claim.set([want(7)]);
    await asked[0]?.answer(end(7));
    claim.set([want(7), want(8)]);
    await asked[1]?.fail();
    expect(loader.problem.get()).toBe('Not now.');
    claim.set([want(7)]);
    expect(loader.problem.get()).toBeNull();
    claim.set([want(7), want(9)]);
    await vi.advanceTimersByTimeAsync(1000);
    await asked[2]?.fail();
    expect(loader.problem.get()).toBe('Not now.');
    claim.set([want(9)]);
    expect(loader.problem.get()).toBe('Not now.');
  });
});
