import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { StoreError } from '../../../../service/history/types.ts';
import { silentLogger } from '../../../../service/support/logger.ts';
import { createHistoryBench, RETENTION, START, startHistoryBench } from '../support/bench.ts';
import type { PlayedStore } from '../support/played-store.ts';

const T = 'usb/E1/temperature';

const FULL = new StoreError('full', 'database or disk is full');

/** Readings that are in the store, by value. */
function stored(store: PlayedStore): unknown[] {
  return store.rows.filter(([, at]) => at !== 'interrupted').map((row) => row[2]);
}

describe('a disk that does not take it', () => {
  test('is tried again with the same batch first, after 1, 2, 4, 5 ... s, and said to be full', async () => {
    const warnings: string[] = [];
    const logger = { ...silentLogger, warn: (text: string) => void warnings.push(text) };
    const { attach, measure, pass, store, problems, history, registry } = startHistoryBench({ logger });
    attach('E1');
    store.failures.commit = FULL;
    await pass(0);
    store.tries = [];
    measure('E1', { temperature: 0 });
    for (let second = 1; second <= 30; second += 1) {
      await pass(1000);
      measure('E1', { temperature: second });
    }
    expect(store.tries.map((at) => Math.round((at - START) / 1000))).toEqual([0, 1, 3, 7, 12, 17, 22, 27]);
    expect(problems()).toEqual([
      [
        'history-full',
        'The disk is full: database or disk is full. Readings are held in memory until they can be stored.',
      ],
    ]);
    expect(registry.problems()[0]?.remedy).toContain('Free up disk space');
    expect(warnings).toEqual(['cannot store readings: database or disk is full']);
    expect(history.figures()).toMatchObject({ state: 'waiting', pending: 31, stored_total: 0 });
    store.failures.commit = undefined;
    await pass(6000);
    expect(problems()).toEqual([]);
    expect(stored(store)).toEqual(Array.from({ length: 31 }, (_, second) => second));
    expect(history.figures()).toMatchObject({ state: 'recording', pending: 0, stored_total: 31, dropped_total: 0 });
    // The next failure begins with a short pause again.
    store.failures.commit = new StoreError('read-only', 'attempt to write a readonly database.');
    store.tries = [];
    measure('E1', { temperature: 0 });
    await pass(2000);
    expect(store.tries).toHaveLength(2);
    expect(warnings.slice(1)).toEqual(['cannot store readings: attempt to write a readonly database.']);
    expect(problems()).toEqual([
      [
        'history-failed',
        'Cannot write to the data folder: attempt to write a readonly database. Readings are held in memory until they can be stored.',
      ],
    ]);
  });

  test.each([
    ['damaged', 'The history file is damaged: '],
    ['failed', 'Cannot store readings: '],
  ] as const)('is said for %s', async (fault, beginning) => {
    const { attach, measure, pass, store, problems } = startHistoryBench();
    store.failures.commit = new StoreError(fault, 'so it is');
    attach('E1');
    measure('E1', { temperature: 1 });
    await pass(500);
    expect(problems()).toEqual([['history-failed', expect.stringContaining(`${beginning}so it is. `) as string]]);
  });

  test('gets the same batch under the same name until it took it, without what came meanwhile', async () => {
    const { attach, measure, pass, store } = startHistoryBench();
    store.failures.commit = FULL;
    attach('E1');
    measure('E1', { temperature: 0 });
    await pass(300);
    measure('E1', { temperature: 1 });
    await pass(1000);
    measure('E1', { temperature: 2 });
    store.failures.commit = undefined;
    await pass(2500);
    const [first, second, third, fourth] = store.asked;
    expect([first?.rows, fourth]).toEqual([1, { id: expect.not.stringMatching(first?.id ?? '') as string, rows: 2 }]);
    expect([second, third]).toEqual([first, first]);
    expect(store.asked).toHaveLength(4);
    expect(stored(store)).toEqual([0, 1, 2]);
  });

  test('that changes its mind is one problem', async () => {
    const { attach, measure, pass, store, problems } = startHistoryBench();
    store.failures.commit = FULL;
    attach('E1');
    measure('E1', { temperature: 1 });
    await pass(500);
    store.failures.commit = new Error('something else');
    await pass(1500);
    expect(problems().map(([code]) => code)).toEqual(['history-failed']);
  });

  test('at the end is tried once more, and what is lost is counted', async () => {
    const { attach, measure, pass, store, history } = startHistoryBench();
    store.failures.commit = FULL;
    attach('E1');
    measure('E1', { temperature: 1 });
    await pass(500);
    store.tries = [];
    await history.stop();
    expect(store.tries).toHaveLength(1);
    expect(history.figures()).toMatchObject({ dropped_total: 1 });
    expect(store.closed).toBe(1);
  });

  test('that hangs at the end does not keep the service from ending', async () => {
    const { attach, measure, pass, store, history } = startHistoryBench();
    await pass(0);
    store.holds = true;
    attach('E1');
    measure('E1', { temperature: 1 });
    await pass(500);
    const stopping = history.stop();
    await pass(3500);
    await stopping;
    expect(store.closed).toBe(1);
  });
});

describe('a slow disk', () => {
  test('gets one batch at a time; what comes meanwhile joins the next', async () => {
    const { attach, measure, pass, store } = startHistoryBench();
    attach('E1');
    await pass(0);
    store.holds = true;
    measure('E1', { temperature: 0 });
    for (let count = 1; count <= 50; count += 1) {
      await pass(100);
      measure('E1', { temperature: count });
    }
    expect(store.batches).toHaveLength(0);
    store.release();
    await pass(500);
    expect(store.batches.map(({ readings }) => readings)).toEqual([3, 48]);
    expect(stored(store)).toEqual(Array.from({ length: 51 }, (_, count) => count));
  });

  test('is said to be slow after ten seconds, and not any more once it is not', async () => {
    const { attach, measure, pass, store, problems, history } = startHistoryBench();
    attach('E1');
    await pass(0);
    store.holds = true;
    measure('E1', { temperature: 0 });
    await pass(9900);
    expect(problems()).toEqual([]);
    await pass(1000);
    expect(problems().map(([code]) => code)).toEqual(['history-slow']);
    expect(history.figures().state).toBe('waiting');
    store.release();
    await pass(500);
    expect(problems()).toEqual([]);
    expect(history.figures()).toMatchObject({ state: 'recording', stored_total: 1 });
    expect(history.figures().lag_ms).toBeGreaterThanOrEqual(10_900);
  });
});

describe('a store that cannot be opened', () => {
  test('is tried again; what is measured waits for it', async () => {
    const { attach, measure, pass, store, history, problems } = createHistoryBench();
    store.failures.open = new StoreError('read-only', 'EACCES');
    history.start({ record: true, retention: RETENTION });
    attach('E1');
    for (let second = 0; second < 10; second += 1) {
      measure('E1', { temperature: second });
      await pass(1000);
    }
    expect(problems()).toEqual([
      ['history-failed', expect.stringContaining('Cannot write to the data folder: EACCES.') as string],
    ]);
    expect(store.tries.map((at) => Math.round((at - START) / 1000))).toEqual([0, 1, 3, 7]);
    await expect(history.channels()).rejects.toMatchObject({
      code: 'storage-failed',
      message:
        'Cannot read the history: EACCES. Mensura retries automatically. Check that the disk works and has free space.',
    });
    store.failures.open = undefined;
    await pass(6000);
    expect(problems()).toEqual([]);
    expect(stored(store)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(store.calls).toContainEqual(['configure', RETENTION]);
    await history.stop();
    expect(store.opened).toBe(1);
  });

  test('is tried no more when it fails while it is being stopped', async () => {
    const { pass, store, history } = createHistoryBench();
    const opening = Promise.withResolvers<void>();
    let tries = 0;
    store.open = () => {
      tries += 1;
      return opening.promise;
    };
    history.start({ record: true, retention: RETENTION });
    const stopped = history.stop();
    opening.reject(new Error('not today'));
    await stopped;
    // The registry's own alone.
    expect(vi.getTimerCount()).toBe(1);
    await pass(100_000);
    expect(tries).toBe(1);
  });

  test('is tried no more once it was stopped', async () => {
    const { pass, store, history } = createHistoryBench();
    store.failures.open = new Error('not today');
    history.start({ record: true, retention: RETENTION });
    await pass(100);
    await history.stop();
    await pass(100_000);
    expect(store.tries).toHaveLength(1);
  });
});

describe('more than fits into memory', () => {
  const BLOCK = 65_536;

  test('costs the oldest, which are counted, told of, and leave a mark', async () => {
    const { attach, measure, pass, store, history, problems } = startHistoryBench({ maxWaiting: 2 * BLOCK });
    attach('E1');
    store.failures.commit = FULL;
    const total = 4 * BLOCK;
    for (let count = 0; count < total; count += 1) measure('E1', { temperature: count });
    await pass(500);
    const { pending, dropped_total: dropped } = history.figures();
    expect(pending + dropped).toBe(total);
    expect(pending).toBeGreaterThan(BLOCK);
    expect(pending).toBeLessThanOrEqual(2 * BLOCK);
    expect(problems()[0]?.[1]).toContain('The memory buffer is full; the oldest readings are discarded.');
    store.failures.commit = undefined;
    await pass(2000);
    expect(problems()).toEqual([]);
    expect(store.rows[0]).toEqual([T, 'interrupted']);
    expect(stored(store)).toEqual(Array.from({ length: pending }, (_, count) => dropped + count));
    expect(history.figures()).toMatchObject({ stored_total: pending, pending: 0, dropped_total: dropped });
    // The mark of what was lost is written once.
    expect(store.rows.filter(([, at]) => at === 'interrupted')).toHaveLength(1);
  });

  test('does not cost what is on its way to the disk', async () => {
    const { attach, measure, pass, store, history } = startHistoryBench({ maxWaiting: 2 * BLOCK });
    attach('E1');
    await pass(0);
    store.holds = true;
    measure('E1', { temperature: -1 });
    await pass(300);
    for (let count = 0; count < 3 * BLOCK; count += 1) measure('E1', { temperature: count });
    store.release();
    await pass(2000);
    const values = stored(store);
    expect(values[0]).toBe(-1);
    expect(values.at(-1)).toBe(3 * BLOCK - 1);
    const { stored_total: kept, pending, dropped_total: dropped } = history.figures();
    expect([kept + dropped, pending, values.length]).toEqual([3 * BLOCK + 1, 0, kept]);
    expect(dropped).toBeGreaterThan(0);
  });
});

test('every reading is stored, pending or dropped, whatever the disk does', async () => {
  type Step = 'measure' | 'burst' | 'fail' | 'work' | 'hold' | 'release' | 'pass' | 'long' | 'off' | 'on';
  const steps = fc.constantFrom<Step>(
    ...(['measure', 'measure', 'burst', 'fail', 'work', 'hold', 'release', 'pass', 'long', 'off', 'on'] as const),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 40 }), async (script) => {
      const { attach, measure, pass, store, history } = startHistoryBench({ maxWaiting: 1 });
      attach('E1');
      let entered = 0;
      let isOn = true;
      const enter = (): void => {
        measure('E1', { temperature: entered });
        if (isOn) entered += 1;
      };
      const actions: Record<Step, () => unknown> = {
        measure: enter,
        burst: () => {
          for (let count = 0; count < 50_000; count += 1) enter();
        },
        fail: () => (store.failures.commit = FULL),
        work: () => (store.failures.commit = undefined),
        hold: () => (store.holds = true),
        release: () => store.release(),
        pass: () => pass(250),
        long: () => pass(40_000),
        off: () => {
          isOn = false;
          return history.change({ record: false, retention: RETENTION });
        },
        on: () => {
          isOn = true;
          return history.change({ record: true, retention: RETENTION });
        },
      };
      for (const step of script) {
        await actions[step]();
        const { stored_total: kept, pending, dropped_total: dropped } = history.figures();
        expect(kept + pending + dropped).toBe(entered);
      }
      store.failures.commit = undefined;
      store.release();
      await pass(40_000);
      const { stored_total: kept, pending, dropped_total: dropped } = history.figures();
      expect([pending, kept + dropped]).toEqual([0, entered]);
      const values = stored(store) as number[];
      expect(values).toHaveLength(kept);
      expect(values).toEqual(values.toSorted((a, b) => a - b));
      expect(new Set(values).size).toBe(kept);
      await history.stop();
    }),
    { numRuns: 15 },
  );
});
