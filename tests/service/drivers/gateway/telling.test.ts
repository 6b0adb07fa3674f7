/** How often the gateways are told of. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Rig, sensgate, startRig } from './rig.ts';

let rig: Rig;
let id: string;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  rig = await startRig();
  ({ id } = await rig.manager.create(sensgate()));
  await vi.waitFor(() => rig.adapterOf(id), { timeout: 30_000, interval: 1 });
  await vi.advanceTimersByTimeAsync(10_000);
  rig.told.length = 0;
});
afterEach(async () => {
  await rig.manager.stop();
  vi.useRealTimers();
});

test('a state is told at once, and one that changes all the time five times a second', async () => {
  const adapter = rig.adapterOf(id);
  adapter.fare({ state: 'online' });
  expect(rig.told.map(({ value }) => value?.status.state)).toEqual(['online']);
  for (let time = 0; time < 2000; time += 10) {
    adapter.fare({ state: time % 20 === 0 ? 'waiting' : 'online' });
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(rig.told.length).toBeGreaterThanOrEqual(10);
  expect(rig.told.length).toBeLessThanOrEqual(12);
  adapter.fare({ state: 'waiting' });
  await vi.advanceTimersByTimeAsync(200);
  expect(rig.told.at(-1)?.value?.status.state).toBe('waiting');
});

test('counters are told once a second while they change', async () => {
  const adapter = rig.adapterOf(id);
  for (let time = 0; time < 5000; time += 50) {
    adapter.count({ received: time, latency_ms: time / 7 });
    await vi.advanceTimersByTimeAsync(50);
  }
  await vi.advanceTimersByTimeAsync(1000);
  expect(rig.told.length).toBeGreaterThanOrEqual(5);
  expect(rig.told.length).toBeLessThanOrEqual(6);
  expect(rig.told.at(-1)?.value?.status.received).toBe(4950);
  rig.told.length = 0;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(rig.told).toEqual([]);
});

test('nothing is told after the end, and no timer is left', async () => {
  const adapter = rig.adapterOf(id);
  adapter.fare({ state: 'online' });
  adapter.fare({ state: 'waiting' });
  await rig.manager.stop();
  const told = rig.told.length;
  adapter.fare({ state: 'online' });
  expect(vi.getTimerCount()).toBe(0);
  expect(rig.told).toHaveLength(told);
});
