import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { describePth, ManualClock } from '../devices/support.ts';
import { offset, startCorrections, T, temporaryFolder } from './bench.ts';

const HOUR_MS = 3_600_000;

let folder: string;
let clock: ManualClock;

beforeEach(async () => {
  folder = await temporaryFolder();
  clock = new ManualClock();
  // Noon here, in any time zone.
  clock.wall = new Date(2026, 10, 20, 12).getTime();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function pass(ms: number): void {
  clock.advance(ms);
  vi.advanceTimersByTime(ms);
}

/** With a device and a correction that is due on the day of the clock. */
async function startDue() {
  const bench = await startCorrections(folder, clock);
  bench.driver.events.emit('attached', describePth('E1'));
  await bench.corrections.set(T, offset(-1, { due: '2026-11-20' }));
  return bench;
}

test('a correction is due once its day has passed, and no more after a change', async () => {
  const { registry, corrections, driver } = await startDue();
  for (let hour = 0; hour < 11; hour += 1) pass(HOUR_MS);
  expect(registry.problems()).toEqual([]);
  pass(HOUR_MS);
  const wanted = {
    code: 'correction-due',
    subject: 'usb/E1',
    text: expect.stringContaining('temperature (2026-11-20)'),
  };
  expect(registry.problems()).toMatchObject([wanted]);
  driver.events.emit('detached', { family: 'usb', serial: 'E1', reason: 'unplugged' });
  pass(HOUR_MS);
  expect(registry.problems()).toMatchObject([wanted]);
  await corrections.set(T, offset(-1, { due: '2027-11-20' }));
  expect(registry.problems()).toEqual([]);
});

test('a correction that is off or removed is not due', async () => {
  const { registry, corrections } = await startDue();
  pass(24 * HOUR_MS);
  expect(registry.problems()).toHaveLength(1);
  await corrections.set(T, offset(-1, { due: '2026-11-20', enabled: false }));
  expect(registry.problems()).toEqual([]);
  await corrections.set(T, offset(-1, { due: '2026-11-20' }));
  expect(registry.problems()).toHaveLength(1);
  await corrections.remove(T);
  expect(registry.problems()).toEqual([]);
});

test('a correction is due at the start, without its device, and after a sleep', async () => {
  const first = await startDue();
  first.corrections.stop();
  clock.advance(30 * 24 * HOUR_MS);
  const { registry } = await startCorrections(folder, clock);
  expect(registry.problems()).toMatchObject([{ code: 'correction-due' }]);
  expect(first.registry.problems()).toEqual([]);
  first.corrections.wake();
  expect(first.registry.problems()).toEqual([]);
  first.corrections.start();
  expect(first.registry.problems()).toHaveLength(1);
});

test('a sleep that ended is enough, whatever the timer counts', async () => {
  const { registry, corrections } = await startDue();
  clock.advance(30 * 24 * HOUR_MS);
  expect(registry.problems()).toEqual([]);
  corrections.wake();
  expect(registry.problems()).toHaveLength(1);
});
