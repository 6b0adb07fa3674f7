import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { RemoteClock } from '../../../../../service/drivers/gateway/remote/remote-clock.ts';
import { ManualClock } from '../../../devices/support.ts';

const LIMIT = 60_000;
const HOUR = 3_600_000;

let clock: ManualClock;
let timeliness: RemoteClock;

beforeEach(() => {
  clock = new ManualClock();
  clock.elapsed = 123_456.789;
  timeliness = new RemoteClock(clock);
});

/** Whether a reading is of now that was taken so many milliseconds ago, by the remote's clock. */
function take(ageMs: number): boolean {
  return timeliness.isOfNow(clock.now() - ageMs, LIMIT);
}

/** Readings of once a second, and how many of them are held for those of now. */
function second(ageMs: number, times: number): number {
  let taken = 0;
  for (let index = 0; index < times; index += 1) {
    clock.advance(1000);
    taken += Number(take(ageMs));
  }
  return taken;
}

describe('with right clocks', () => {
  test('a reading may be a minute on its way, and no longer', () => {
    expect(take(0)).toBe(true);
    expect(take(60_000)).toBe(true);
    expect(take(60_001)).toBe(false);
  });

  test('what waited is not of now, and what is measured after it is', () => {
    for (let age = HOUR; age > LIMIT; age -= 500) {
      clock.advance(5);
      expect(take(age)).toBe(false);
    }
    expect(take(LIMIT)).toBe(true);
    expect(take(0)).toBe(true);
    expect(timeliness.epoch).toBe(0);
  });

  test('what waited never is, as long as it comes faster than it was measured', () => {
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 2000 }), (percentFaster) => {
        const watched = new RemoteClock(clock);
        let at = clock.now() - 24 * HOUR;
        for (let index = 0; index < 500; index += 1) {
          clock.advance(1000);
          at += 1000 * (1 + percentFaster / 100);
          if (clock.now() - at <= LIMIT) return;
          expect(watched.isOfNow(at, LIMIT)).toBe(false);
        }
      }),
    );
  });
});

describe("with a remote's clock that is wrong", () => {
  test('one that is fast is believed at once, and what waited is known by it', () => {
    expect(take(-HOUR)).toBe(true);
    expect(second(-HOUR, 5)).toBe(5);
    expect(take(-HOUR + 2 * LIMIT)).toBe(false);
    expect(take(-HOUR)).toBe(true);
  });

  test.each([HOUR, 400 * 24 * HOUR])('one that is slow by %d ms is learnt within half a minute', (slow) => {
    expect(take(slow)).toBe(false);
    expect(second(slow, 19)).toBe(0);
    expect(timeliness.epoch).toBe(0);
    expect(second(slow, 11)).toBeGreaterThanOrEqual(10);
    expect(timeliness.epoch).toBe(1);
    // And from then on what waited is known by it too.
    expect(take(slow + 2 * LIMIT)).toBe(false);
    expect(take(slow)).toBe(true);
  });

  test('one that is slow, with readings that waited before: those are not of now', () => {
    for (let age = 2 * HOUR; age > HOUR; age -= 60_000) {
      clock.advance(1000);
      expect(take(age)).toBe(false);
    }
    expect(second(HOUR, 25)).toBeGreaterThanOrEqual(5);
  });

  test('one reading of a far future spoils half a minute, and not more', () => {
    expect(take(-1000 * 24 * HOUR)).toBe(true);
    expect(second(0, 30)).toBeGreaterThanOrEqual(9);
    expect(second(0, 10)).toBe(10);
  });

  test('one that is put back by an hour is learnt anew', () => {
    expect(second(0, 10)).toBe(10);
    expect(second(HOUR, 30)).toBeGreaterThanOrEqual(9);
    expect(timeliness.epoch).toBe(1);
  });

  test('readings of many instruments, a second apart at most, do not keep it from being learnt', () => {
    let last = false;
    for (let index = 0; index < 30; index += 1) {
      clock.advance(1000);
      for (const late of [0, 300, 999]) last = take(HOUR + late);
    }
    expect(last).toBe(true);
  });

  test('an instrument of once a minute is learnt with its second reading', () => {
    expect(take(HOUR)).toBe(false);
    clock.advance(60_000);
    expect(take(HOUR)).toBe(true);
  });
});

test('a jump of our own clock changes nothing', () => {
  expect(take(0)).toBe(true);
  clock.wall += HOUR;
  expect(timeliness.isOfNow(clock.now() - HOUR, LIMIT)).toBe(true);
  expect(timeliness.isOfNow(clock.now() - HOUR - LIMIT - 1, LIMIT)).toBe(false);
});
