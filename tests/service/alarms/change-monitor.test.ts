import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ChangeMonitor, type ChangeWatchOptions } from '../../../service/alarms/change-monitor.ts';
import { Extremes, WINDOW_PARTS } from '../../../service/alarms/extremes.ts';
import type { MonitorResult } from '../../../service/alarms/monitor.ts';
import { difference } from '../../../service/support/difference.ts';

const raised = (magnitude: number, peak = magnitude): MonitorResult => ({ kind: 'raised', magnitude, peak });
const further = (peak: number): MonitorResult => ({ kind: 'further', peak });
const ENDED: MonitorResult = { kind: 'ended' };

/** More than 2 within 10 s, from time 0. */
function watch(changes: Partial<ChangeWatchOptions> = {}): ChangeMonitor {
  const usual = { change: 2, windowMs: 10_000, hysteresis: 0, delayMs: 0, peak: undefined, from: 0 };
  return new ChangeMonitor({ ...usual, ...changes });
}

type Readings = readonly (readonly [seconds: number, magnitude: number])[];

function results(subject: ChangeMonitor, readings: Readings): unknown[] {
  return readings.map(([seconds, magnitude]) => subject.add(magnitude, seconds * 1000));
}

describe('a change', () => {
  test('is more than the limit, not equal to it, and rises or falls', () => {
    expect(
      results(watch(), [
        [0, 21.1],
        [1, 23.1],
        [2, 23.2],
        [3, 23.5],
        [4, 22],
      ]),
    ).toEqual([undefined, undefined, raised(2.1), further(2.4), undefined]);
    expect(
      results(watch(), [
        [0, 20],
        [1, 17.5],
        [2, 17],
      ]),
    ).toEqual([undefined, raised(-2.5), further(-3)]);
  });

  test('is measured over the time, which includes a reading that old', () => {
    expect(
      results(watch(), [
        [0, 20],
        [5, 21],
        [10, 22.5],
      ]),
    ).toEqual([undefined, undefined, raised(2.5)]);
    expect(
      results(watch(), [
        [0, 20],
        [5, 21],
        [10.001, 22.5],
      ]),
    ).toEqual([undefined, undefined, undefined]);
  });

  test('is over when the readings of the time are within the limit, and then is a new one', () => {
    expect(
      results(watch(), [
        [0, 20],
        [1, 23],
        [11, 23],
        [11.5, 25.5],
      ]),
    ).toEqual([undefined, raised(3), ENDED, raised(2.5)]);
  });

  test('is over at the limit less the hysteresis', () => {
    expect(
      results(watch({ hysteresis: 0.5 }), [
        [0, 20],
        [1, 21.4],
        [2, 23],
        [10.5, 23],
        [11.5, 23],
      ]),
    ).toEqual([undefined, undefined, raised(3), undefined, ENDED]);
  });

  test('across a time without readings does not count', () => {
    expect(
      results(watch(), [
        [0, 20],
        [60, 30],
        [61, 33],
      ]),
    ).toEqual([undefined, undefined, raised(3)]);
  });

  test('is less than a second after the previous alarm only raised when the second is over', () => {
    const subject = watch({ windowMs: 100 });
    expect(subject.add(20, 0)).toBeUndefined();
    expect(subject.add(23, 10)).toEqual(raised(3));
    expect(subject.add(23, 150)).toEqual(ENDED);
    expect(subject.add(26, 200)).toBeUndefined();
    expect(subject.due).toBe(1010);
  });
});

describe('a delay', () => {
  const readings: Readings = [
    [0, 20],
    [1, 23],
    [2, 24],
    [3, 23],
  ];

  test('runs while the change is above the limit; the peak is the largest', () => {
    const subject = watch({ delayMs: 5000 });
    expect(results(subject, readings)).toEqual([undefined, undefined, undefined, undefined]);
    expect(subject.due).toBe(6000);
    expect(subject.check(5999)).toBeUndefined();
    expect(subject.check(6000)).toEqual(raised(4));
  });

  test('is over without an alarm when the change has left the time, without a reading too', () => {
    const subject = watch({ delayMs: 15_000 });
    results(subject, readings);
    expect(subject.check(16_000)).toBeUndefined();
    expect(subject.due).toBeUndefined();
    const other = watch({ delayMs: 15_000 });
    results(other, readings);
    expect(other.add(23, 12_500)).toBeUndefined();
    expect(other.due).toBeUndefined();
  });
});

describe('an alarm that was active before a restart', () => {
  test('stays until the time is full, and follows larger changes meanwhile', () => {
    expect(
      results(watch({ peak: 3, from: 100_000 }), [
        [100, 20],
        [105, 20.5],
        [106, 24],
        [109.9, 24],
      ]),
    ).toEqual([undefined, undefined, further(4), undefined]);
    expect(
      results(watch({ peak: -3, from: 100_000 }), [
        [100, 20],
        [109.999, 20],
        [110, 20],
      ]),
    ).toEqual([undefined, undefined, ENDED]);
  });
});

describe('sleep', () => {
  test('starts the time again, and a delay', () => {
    const subject = watch({ delayMs: 5000 });
    subject.add(20, 0);
    subject.add(23, 1000);
    subject.wake(2000);
    expect(subject.due).toBeUndefined();
    expect(subject.add(26, 3000)).toBeUndefined();
    expect(subject.due).toBeUndefined();
    subject.add(29, 4000);
    expect(subject.due).toBe(9000);
  });

  test('does not clear an alarm before the time is full again', () => {
    const subject = watch();
    subject.add(20, 0);
    expect(subject.add(23, 1000)).toEqual(raised(3));
    subject.wake(5000);
    expect(subject.add(23, 6000)).toBeUndefined();
    expect(subject.add(23, 14_999)).toBeUndefined();
    expect(subject.add(23, 15_000)).toEqual(ENDED);
  });
});

describe('random readings', () => {
  /** Steps of time and value in tenths. */
  const series = (stepMs: fc.Arbitrary<number>) =>
    fc.array(fc.tuple(stepMs, fc.integer({ min: -40, max: 40 })), { minLength: 1, maxLength: 120 });

  /** The readings with their times. */
  function timed(steps: readonly (readonly [stepMs: number, tenths: number])[]): { now: number; value: number }[] {
    let now = 0;
    return steps.map(([stepMs, tenths]) => {
      now += stepMs;
      return { now, value: 20 + tenths / 10 };
    });
  }

  /** By its definition: all readings of the time, and the later of highest and lowest gives the sign. */
  function rangeOf(readings: readonly { now: number; value: number }[], now: number, windowMs: number): number {
    const inside = readings.filter((each) => each.now <= now && each.now >= now - windowMs);
    const values = inside.map(({ value }) => value);
    const range = difference(Math.max(...values), Math.min(...values));
    return values.lastIndexOf(Math.min(...values)) > values.lastIndexOf(Math.max(...values)) ? -range : range;
  }

  test('have the alarms of the definition', () => {
    fc.assert(
      fc.property(series(fc.integer({ min: 10, max: 4000 })), fc.integer({ min: 0, max: 15 }), (steps, back) => {
        const readings = timed(steps);
        const subject = watch({ change: 3, hysteresis: back / 10 });
        let isActive: boolean = false;
        let raisedAt = Number.NEGATIVE_INFINITY;
        for (const { now, value } of readings) {
          const range = Math.abs(rangeOf(readings, now, 10_000));
          const before: boolean = isActive;
          if (isActive) isActive = range > difference(3, back / 10);
          else if (range > 3) isActive = now >= raisedAt + 1000;
          if (isActive && !before) raisedAt = now;
          const result = subject.add(value, now);
          if (isActive === before) expect(result?.kind ?? 'further').toBe('further');
          else expect(result?.kind).toBe(isActive ? 'raised' : 'ended');
          if (result?.kind === 'raised') expect(Math.abs(result.magnitude ?? 0)).toBe(range);
        }
      }),
    );
  });

  test('have the range of the definition, with its sign', () => {
    fc.assert(
      fc.property(series(fc.integer({ min: 10, max: 4000 })), (steps) => {
        const readings = timed(steps);
        const subject = new Extremes(10_000);
        for (const { now, value } of readings) {
          subject.add(value, now);
          expect(subject.range(now)).toBe(rangeOf(readings, now, 10_000) || 0);
        }
      }),
    );
  });

  test('that are dense have at least the range of 999 thousandths of the time, and at most that of all', () => {
    const windowMs = 20_000;
    fc.assert(
      fc.property(series(fc.integer({ min: 1, max: 25 })), fc.integer({ min: 1, max: 40 }), (steps, scale) => {
        const readings = timed(steps);
        // The time is short against the readings, so that they leave it.
        const short = windowMs / scale;
        const subject = new Extremes(short);
        for (const { now, value } of readings) {
          subject.add(value, now);
          const range = Math.abs(subject.range(now));
          expect(range).toBeLessThanOrEqual(Math.abs(rangeOf(readings, now, short)));
          const least = Math.abs(rangeOf(readings, now, short * (1 - 1 / WINDOW_PARTS)));
          expect(range).toBeGreaterThanOrEqual(least);
        }
      }),
    );
  });

  test.each([
    ['rise', (index: number) => index],
    ['fall', (index: number) => -index],
    ['swing', (index: number) => Math.abs(30_000 - (index % 60_000))],
  ])('that %s take bounded memory, and lack at most a thousandth of the time', (_, valueOf) => {
    const windowMs = 50_000;
    const subject = new Extremes(windowMs);
    for (let index = 0; index < 200_000; index += 1) {
      subject.add(valueOf(index), index);
      if (index % 1000 !== 0 || index < windowMs) continue;
      const range = Math.abs(subject.range(index));
      expect(subject.size).toBeLessThanOrEqual(2 * (WINDOW_PARTS + 1));
      const inside = Array.from({ length: windowMs + 1 }, (_each, age) => valueOf(index - age));
      const all =
        inside.reduce((most, value) => Math.max(most, value)) - inside.reduce((least, value) => Math.min(least, value));
      expect(range).toBeLessThanOrEqual(all);
      expect(range).toBeGreaterThanOrEqual(all - windowMs / WINDOW_PARTS);
    }
  });
});
