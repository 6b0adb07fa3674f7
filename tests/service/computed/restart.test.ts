/** Windows and time integrals over a start of the service, from the history (docs/computed-channels.md#start-and-restart). */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { computedInputSchema, type HistoryResult } from '../../../service/contract/index.ts';
import { until } from '../../support/until.ts';
import { computedRig, historyOf } from './rig.ts';

const A = '[usb/A/temperature]';
const B = '[usb/B/temperature]';
const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;

const magnitudes = (results: [string, number | null, number][]) => results.map(([, magnitude]) => magnitude);

describe('a window', () => {
  test('is filled from the history', async () => {
    const stored = [9, 6, 3].map((ago, index) => [NOW - ago * MINUTE, 10 * (index + 1)] as const);
    const rig = await computedRig({ wall: NOW, history: historyOf({ 'usb/A/temperature': stored }) });
    rig.attach('A');
    await rig.add('Mean', `mean_over(${A}, 10 * minute)`);
    await rig.add('Short', `mean_over(${A}, 7 * minute)`);
    await rig.filled();
    rig.measure('A', 40);
    // (10 + 20 + 30 + 40) / 4, and without the reading of 9 min ago.
    expect(magnitudes(rig.results())).toEqual([25, 30]);
  });

  test('is filled with the pressure at sea level of its device', async () => {
    const rig = await computedRig({ wall: NOW, history: historyOf({ 'usb/A/temperature': [[NOW - MINUTE, 10]] }) });
    rig.attach('A');
    await rig.add('Max', `max_over(${A} + [usb/A/sea_level_pressure], 10 * minute)`);
    await rig.filled();
    rig.measure('A', 5);
    expect(magnitudes(rig.results())).toEqual([101_335]);
  });

  test('over several devices has rows at the slower one, with readings within the limit', async () => {
    const rig = await computedRig({
      wall: NOW,
      history: historyOf({
        'usb/A/temperature': [50, 40, 31, 20, 12, 10].map((ago) => [NOW - ago * 1000, ago] as const),
        'usb/B/temperature': [
          [NOW - 60_000, 1],
          [NOW - 30_000, 1],
          [NOW - 9000, 1],
        ],
      }),
    });
    rig.attach('A', { periodMs: 100 });
    rig.attach('B', { periodMs: 1000 });
    await rig.add('Max', `max_over(${A} + ${B}, 10 * minute)`);
    await rig.add('Min', `min_over(${A} + ${B}, 10 * minute)`);
    await rig.filled();
    rig.measure('A', 20);
    rig.measure('B', 1);
    // At B's times: nothing of A yet, 31 + 1, 10 + 1; then 20 + 1.
    expect(magnitudes(rig.results())).toEqual([32, 11]);
  });

  test('is filled before live readings, which wait', async () => {
    let answer: (result: HistoryResult) => void = () => {};
    const history = historyOf({ 'usb/A/temperature': [[NOW - MINUTE, 10]] });
    const rig = await computedRig({
      wall: NOW,
      history: { query: () => new Promise((resolve) => (answer = resolve)) },
    });
    rig.attach('A');
    const id = await rig.add('Mean', `mean_over(${A}, 10 * minute)`);
    await rig.add('Sum', `[computed/${id}/value] + ${A}`);
    rig.measure('A', 20);
    rig.clock.advance(1000);
    rig.measure('A', 30);
    expect([rig.results(), rig.stateOf(id)]).toEqual([[], ['starting', 'no reading yet']]);
    answer(await history.query([{ family: 'usb', serial: 'A', channel: 'temperature' }], 0, NOW, 10));
    await rig.filled();
    rig.clock.advance(1000);
    rig.measure('A', 40);
    expect(magnitudes(rig.results())).toEqual([25, 65]);
  });

  test('is filled once the history can be read', async () => {
    const history = historyOf({ 'usb/A/temperature': [[NOW - MINUTE, 10]] });
    let asked = 0;
    const rig = await computedRig({
      wall: NOW,
      history: {
        query: async (...query) => {
          asked += 1;
          if (asked < 3) throw new Error('still opening');
          return history.query(...query);
        },
      },
    });
    rig.attach('A');
    await rig.add('Mean', `mean_over(${A}, 10 * minute)`);
    await until('the history to be asked again', () => asked === 3);
    await rig.filled();
    rig.measure('A', 20);
    expect(magnitudes(rig.results())).toEqual([15]);
  });

  test('waits until the newest readings are stored', async () => {
    const history = historyOf({ 'usb/A/temperature': [[NOW - MINUTE, 10]] });
    let asked = 0;
    const rig = await computedRig({
      wall: NOW,
      history: {
        query: async (...query) => {
          asked += 1;
          const result = await history.query(...query);
          return asked < 2 ? { ...result, until: new Date(NOW - 1000).toISOString() } : result;
        },
      },
    });
    rig.attach('A');
    await rig.add('Mean', `mean_over(${A}, 10 * minute)`);
    await until('the history to be asked again', () => asked === 2);
  });

  test('goes on when the computed channel gets another name, and starts empty with another formula', async () => {
    const rig = await computedRig({ wall: NOW });
    rig.attach('A');
    const id = await rig.add('Mean', `mean_over(${A}, 10 * minute)`);
    await rig.filled();
    rig.measure('A', 10);
    await rig.manager.update(id, computedInputSchema.parse({ name: 'M', formula: `mean_over(${A}, 10 * minute)` }));
    rig.measure('A', 20);
    await rig.manager.update(id, computedInputSchema.parse({ name: 'M', formula: `mean_over(${A}, 11 * minute)` }));
    await rig.filled();
    rig.measure('A', 30);
    expect(magnitudes(rig.results())).toEqual([10, 15, 30]);
  });
});

describe('a time integral', () => {
  /** 1 °C for 10 s, at 1 Hz. */
  async function run(rig: Awaited<ReturnType<typeof computedRig>>): Promise<number | null | undefined> {
    for (let second = 0; second <= 10; second += 1) {
      rig.measure('A', 1);
      rig.clock.advance(1000);
    }
    return rig.results().at(-1)?.[1];
  }

  test('continues after a restart with the readings since it was saved', async () => {
    const first = await computedRig({ wall: NOW });
    first.attach('A');
    const id = await first.add('Seconds', `integral(${A})`);
    expect(await run(first)).toBeCloseTo(10, 9);
    await first.manager.stop();
    // Saved at NOW + 10 s; the history has the readings of the 10 s before and of 5 s after.
    const stored = Array.from({ length: 16 }, (_, second) => [NOW + second * 1000, 1] as const);
    const history = historyOf({ 'usb/A/temperature': stored });
    const second = await computedRig({ dataDir: first.folder, wall: NOW + 20_000, history });
    await second.filled();
    second.attach('A');
    second.measure('A', 1);
    // 10 s, 5 s of the history, and 5 s to the reading of now.
    expect(second.results()).toEqual([['Seconds', expect.closeTo(20, 9), 0]]);
    expect(second.manager.get(id).reset_at).toBe(new Date(NOW).toISOString());
  });

  test('is made again of the history when nothing was saved', async () => {
    const first = await computedRig({ wall: NOW });
    await first.add('Seconds', `integral(${A})`);
    await first.manager.stop();
    rmSync(join(first.folder, 'computed-state.json'), { force: true });
    const stored = Array.from({ length: 16 }, (_, second) => [NOW - 5000 + second * 1000, 1] as const);
    const history = historyOf({ 'usb/A/temperature': stored });
    const second = await computedRig({ dataDir: first.folder, wall: NOW + 10_000, history });
    await second.filled();
    second.attach('A');
    second.measure('A', 1);
    // From when it was added: not the 5 s before.
    expect(magnitudes(second.results())).toEqual([expect.closeTo(10, 9)]);
  });

  test('with a window counts nothing twice', async () => {
    const first = await computedRig({ wall: NOW });
    first.attach('A');
    await first.add('Seconds', `integral(mean_over(${A}, 60))`);
    await first.filled();
    expect(await run(first)).toBeCloseTo(10, 9);
    await first.manager.stop();
    const stored = Array.from({ length: 11 }, (_, second) => [NOW + second * 1000, 1] as const);
    const history = historyOf({ 'usb/A/temperature': stored });
    const second = await computedRig({ dataDir: first.folder, wall: NOW + 11_000, history });
    await second.filled();
    second.attach('A');
    second.measure('A', 1);
    expect(magnitudes(second.results())).toEqual([expect.closeTo(11, 9)]);
  });

  test('is set to 0, also for the next start', async () => {
    const first = await computedRig({ wall: NOW });
    first.attach('A');
    const id = await first.add('Seconds', `integral(${A})`);
    await run(first);
    const { reset_at: resetAt } = await first.manager.reset(id);
    expect(resetAt).toBe(new Date(NOW + 11_000).toISOString());
    first.measure('A', 1);
    first.clock.advance(1000);
    first.measure('A', 1);
    expect(magnitudes(first.results())).toEqual([0, expect.closeTo(1, 9)]);
    await first.manager.stop();
    const second = await computedRig({ dataDir: first.folder, wall: NOW + 13_000 });
    await second.filled();
    second.attach('A');
    second.measure('A', 1);
    expect(magnitudes(second.results())).toEqual([expect.closeTo(2, 9)]);
  });

  test('begins with 0 for another formula, and not for another name', async () => {
    const rig = await computedRig({ wall: NOW });
    rig.attach('A');
    const id = await rig.add('Seconds', `integral(${A})`);
    await run(rig);
    await rig.manager.update(id, computedInputSchema.parse({ name: 'S', formula: `integral(${A})` }));
    rig.measure('A', 1);
    await rig.manager.update(id, computedInputSchema.parse({ name: 'S', formula: `1 * integral(${A})` }));
    rig.measure('A', 1);
    expect(magnitudes(rig.results())).toEqual([expect.closeTo(11, 9), 0]);
  });

  test('is not bridged while its device is disconnected', async () => {
    const rig = await computedRig({ wall: NOW });
    rig.attach('A');
    await rig.add('Seconds', `integral(${A})`);
    await run(rig);
    rig.detach('A');
    rig.clock.advance(10_000);
    rig.attach('A');
    rig.measure('A', 1);
    expect(magnitudes(rig.results()).at(-1)).toBeCloseTo(10, 9);
  });

  test('of a deleted computed channel leaves the file', async () => {
    const rig = await computedRig({ wall: NOW });
    rig.attach('A');
    const id = await rig.add('Seconds', `integral(${A})`);
    rig.measure('A', 1);
    await rig.integrals.writes.flush();
    const stored = (): { integrals: unknown[] } =>
      JSON.parse(readFileSync(join(rig.folder, 'computed-state.json'), 'utf8')) as { integrals: unknown[] };
    expect(stored().integrals).toHaveLength(1);
    await rig.manager.remove(id);
    await rig.integrals.writes.flush();
    expect(stored().integrals).toEqual([]);
  });
});

test('over two devices is stored with the moment of the slower one', async () => {
  const rig = await computedRig({ wall: NOW });
  rig.attach('A', { periodMs: 100 });
  rig.attach('B', { periodMs: 1000 });
  await rig.add('Sum', `${A} + ${B}`);
  rig.measure('A', 1);
  rig.clock.advance(50);
  rig.measure('B', 2);
  expect(rig.results()).toEqual([['Sum', 3, 50]]);
});
