import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LimitMonitor, type LimitWatchOptions } from '../../../service/alarms/limit-monitor.ts';
import type { MonitorResult } from '../../../service/alarms/monitor.ts';

function watch(changes: Partial<LimitWatchOptions> = {}): LimitMonitor {
  return new LimitMonitor({ kind: 'above', limit: 30, hysteresis: 0, delayMs: 0, peak: undefined, ...changes });
}

const raised = (magnitude: number, peak = magnitude): MonitorResult => ({ kind: 'raised', magnitude, peak });
const further = (peak: number): MonitorResult => ({ kind: 'further', peak });
const ENDED: MonitorResult = { kind: 'ended' };

/** What comes of readings, as [moment, magnitude]. */
function verdicts(subject: LimitMonitor, readings: readonly (readonly [now: number, magnitude: number])[]): unknown[] {
  return readings.map(([now, magnitude]) => subject.add(magnitude, now));
}

describe('a limit without delay and hysteresis', () => {
  test('is passed by what lies above it, and not by what equals it', () => {
    const subject = watch();
    expect(subject.add(29.9, 0)).toBeUndefined();
    expect(subject.add(30, 1)).toBeUndefined();
    expect(subject.add(30.000_001, 2)).toEqual(raised(30.000_001));
    expect(subject.add(30, 3)).toEqual(ENDED);
  });

  test('below is the mirror of above', () => {
    const subject = watch({ kind: 'below', limit: -5 });
    expect(subject.add(-5, 0)).toBeUndefined();
    expect(subject.add(-5.5, 1)).toEqual(raised(-5.5));
    expect(subject.add(-5.25, 2)).toBeUndefined();
    expect(subject.add(-6, 3)).toEqual(further(-6));
    expect(subject.add(-5, 4)).toEqual(ENDED);
  });

  test('the peak follows the furthest reading, and is told when it moves', () => {
    expect(
      verdicts(watch(), [
        [0, 31],
        [1, 33],
        [2, 32],
        [3, 33],
        [4, 34],
      ]),
    ).toEqual([raised(31), further(33), undefined, undefined, further(34)]);
  });

  test('a second alarm begins with a peak of its own', () => {
    const subject = watch();
    verdicts(subject, [
      [0, 50],
      [1, 20],
    ]);
    expect(subject.add(31, 5000)).toEqual(raised(31));
  });
});

describe('a hysteresis', () => {
  test.each([
    ['above', 30, [31, 29.6, 29.51, 29.5]],
    ['below', 30, [29, 30.4, 30.49, 30.5]],
  ] as const)('%s: over when a reading comes back inside by it', (kind, limit, [beyond, ...others]) => {
    const subject = watch({ kind, limit, hysteresis: 0.5 });
    expect(subject.add(beyond, 0)).toEqual(raised(beyond));
    const [first, second, last] = others;
    expect(subject.add(first, 1)).toBeUndefined();
    expect(subject.add(second, 2)).toBeUndefined();
    expect(subject.add(last, 3)).toEqual(ENDED);
  });

  test.each([
    ['above', 0.3, 0.1, 0.4, 0.2],
    ['below', 0.2, 0.1, 0, 0.3],
    ['above', 30.1, 0, 31, 30.1],
    // 86.3 °F, and 85.3 °F behind them.
    ['above', 30.166666666666668, 0.5555555555555556, 31, 29.61111111111111],
  ] as const)('%s %f by %f: over at its decimal value', (kind, limit, hysteresis, beyond, over) => {
    const subject = watch({ kind, limit, hysteresis });
    expect(subject.add(beyond, 0)).toEqual(raised(beyond));
    expect(subject.add(over, 1)).toEqual(ENDED);
  });

  test('too small for a double never reaches beyond the limit', () => {
    const limit = 1 / 3;
    const subject = watch({ limit, hysteresis: 1e-30 });
    expect(subject.add(0.4, 0)).toEqual(raised(0.4));
    expect(subject.add(limit + Number.EPSILON, 1)).toBeUndefined();
    expect(watch({ kind: 'below', limit, hysteresis: 1e-30, peak: 0.3 }).add(limit - 1e-16, 0)).toBeUndefined();
  });

  test('does not move the limit itself', () => {
    expect(watch({ hysteresis: 5 }).add(30, 0)).toBeUndefined();
    expect(watch({ hysteresis: 5 }).add(30.1, 0)).toEqual(raised(30.1));
  });
});

describe('a delay', () => {
  test('readings beyond the limit for so long, the last of which raises it', () => {
    const subject = watch({ delayMs: 10_000 });
    expect(subject.due).toBeUndefined();
    expect(subject.add(35, 1000)).toBeUndefined();
    expect(subject.due).toBe(11_000);
    expect(subject.add(31, 6000)).toBeUndefined();
    expect(subject.check(10_999)).toBeUndefined();
    expect(subject.add(32, 11_000)).toEqual(raised(32, 35));
    expect(subject.due).toBeUndefined();
  });

  test('is over by itself when no further reading comes', () => {
    const subject = watch({ delayMs: 10_000 });
    subject.add(35, 0);
    subject.add(33, 4000);
    expect(subject.check(10_000)).toEqual(raised(33, 35));
    expect(subject.check(20_000)).toBeUndefined();
  });

  test('a reading inside, the limit itself too, ends it', () => {
    const subject = watch({ delayMs: 10_000, hysteresis: 5 });
    subject.add(35, 0);
    expect(subject.add(30, 9999)).toBeUndefined();
    expect(subject.due).toBeUndefined();
    expect(subject.check(10_000)).toBeUndefined();
    expect(subject.add(31, 12_000)).toBeUndefined();
    expect(subject.due).toBe(22_000);
    expect(subject.check(22_000)).toEqual(raised(31));
  });
});

describe('a value that flickers', () => {
  test('makes an alarm a second at most; what is still beyond then counts', () => {
    const subject = watch();
    expect(subject.add(31, 0)).toEqual(raised(31));
    expect(subject.add(29, 100)).toEqual(ENDED);
    expect(subject.add(31, 200)).toBeUndefined();
    expect(subject.due).toBe(1000);
    expect(subject.add(29, 300)).toBeUndefined();
    expect(subject.add(32, 900)).toBeUndefined();
    expect(subject.check(1000)).toEqual(raised(32));
  });
});

describe('an alarm that stands already', () => {
  test('is not raised again: it goes on, and ends', () => {
    const subject = watch({ peak: 35 });
    expect(subject.add(34, 0)).toBeUndefined();
    expect(subject.add(36, 1)).toEqual(further(36));
    expect(subject.add(30, 2)).toEqual(ENDED);
    expect(subject.add(31, 3)).toEqual(raised(31));
  });
});

/** The same rule, looked at as a whole: what holds after each reading, from the readings before it. */
function bruteForce(
  { limit, hysteresis, delayMs }: Pick<LimitWatchOptions, 'limit' | 'hysteresis' | 'delayMs'>,
  readings: readonly (readonly [number, number])[],
): boolean[] {
  let active = false;
  return readings.map(([now, magnitude], index) => {
    if (active) active = magnitude > limit - hysteresis;
    else {
      const before = readings.slice(0, index + 1);
      const inside = before.findLastIndex(([, value]) => value <= limit);
      const first = before[inside + 1];
      active = first !== undefined && now - first[0] >= delayMs;
    }
    return active;
  });
}

test('any readings: active exactly when the rule says so', () => {
  const reading = fc.tuple(fc.integer({ min: 1000, max: 9000 }), fc.integer({ min: 20, max: 40 }));
  fc.assert(
    fc.property(
      fc.array(reading, { maxLength: 40 }),
      fc.integer({ min: 0, max: 20 }),
      fc.integer({ min: 0, max: 20_000 }),
      (steps, hysteresis, delayMs) => {
        let now = 0;
        const readings = steps.map(([pause, magnitude]): [number, number] => [(now += pause), magnitude]);
        const subject = watch({ hysteresis, delayMs });
        let active = false;
        const seen = readings.map(([at, magnitude]) => {
          const decision = subject.add(magnitude, at);
          if (decision?.kind === 'raised') active = true;
          if (decision?.kind === 'ended') active = false;
          return active;
        });
        expect(seen).toEqual(bruteForce({ limit: 30, hysteresis, delayMs }, readings));
      },
    ),
  );
});
