import { beforeEach, expect, test } from 'vitest';
import { ResumeNotifier } from '../../../service/composition/resume-notifier.ts';
import { silentLogger } from '../../../service/support/logger.ts';
import { ShutdownStack } from '../../../service/support/shutdown-stack.ts';

let clock = { now: 0, monotonic: 0 };
let woken = 0;
let subject: ResumeNotifier;

beforeEach(() => {
  clock = { now: 1_800_000_000_000, monotonic: 5000 };
  woken = 0;
  subject = new ResumeNotifier({
    clock: { now: () => clock.now, monotonic: () => clock.monotonic },
    logger: silentLogger,
  });
  subject.add({ wake: () => (woken += 1) });
});

/** Wakes after so much time by each clock, in milliseconds. */
function wakeAfter(now: number, monotonic: number): number {
  clock = { now: clock.now + now, monotonic: clock.monotonic + monotonic };
  subject.wake();
  return woken;
}

test('one sleep is told once, whoever notices it', () => {
  expect([wakeAfter(0, 0), wakeAfter(1500, 1500), wakeAfter(2000, 2000)]).toEqual([1, 1, 1]);
});

test('another sleep a few seconds later is another, where the monotonic clock stood still while it lasted', () => {
  expect([wakeAfter(0, 0), wakeAfter(3_600_000, 4000)]).toEqual([1, 2]);
});

test('another sleep is another, where the wall clock was set back meanwhile', () => {
  expect([wakeAfter(0, 0), wakeAfter(-3_600_000, 60_000), wakeAfter(5000, 60_000)]).toEqual([1, 2, 3]);
});

test('one that cannot wake keeps no other asleep', () => {
  let last = 0;
  subject.add({
    wake: () => {
      throw new Error('gone');
    },
  });
  subject.add({});
  subject.add({ wake: () => (last += 1) });
  subject.wake();
  expect([woken, last]).toEqual([1, 1]);
});

test('nothing runs before there is something, nor while it is being stopped', async () => {
  const parts = new ShutdownStack(silentLogger);
  expect(parts.areRunning).toBe(false);
  const seen: boolean[] = [];
  parts.add('first', () => seen.push(parts.areRunning));
  parts.add('second', () => seen.push(parts.areRunning));
  expect(parts.areRunning).toBe(true);
  await parts.stop();
  expect([seen, parts.areRunning]).toEqual([[false, false], false]);
});
