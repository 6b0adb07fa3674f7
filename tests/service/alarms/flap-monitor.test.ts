import { expect, test } from 'vitest';
import { FlapMonitor } from '../../../service/alarms/flap-monitor.ts';
import { LimitMonitor } from '../../../service/alarms/limit-monitor.ts';
import { NoDataMonitor } from '../../../service/alarms/no-data-monitor.ts';
import { FLAP_WINDOW_MS } from '../../../service/contract/index.ts';

function above30(isFlapping = false): FlapMonitor {
  const peak = isFlapping ? 31 : undefined;
  return new FlapMonitor(new LimitMonitor({ kind: 'above', limit: 30, hysteresis: 0, delayMs: 0, peak }), isFlapping);
}

/** Readings alternate between 31 and 29, `everyMs` apart. @returns the kinds of the results */
function alternate(monitor: FlapMonitor, count: number, everyMs: number, from = 0): unknown[] {
  return Array.from({ length: count }, (_, index) => {
    const result = monitor.add(index % 2 === 0 ? 31 : 29, from + index * everyMs);
    return result?.kind === 'raised' ? [result.isRepeat, result.isFlapping] : result?.kind;
  });
}

test('the third alarm within five minutes flaps, and is only counted from then on', () => {
  const monitor = above30();
  expect(alternate(monitor, 10, 10_000)).toEqual([
    [false, false],
    'ended',
    [true, false],
    'ended',
    [true, true],
    undefined,
    'repeated',
    undefined,
    'repeated',
    undefined,
  ]);
});

test('three alarms in five minutes or more do not flap', () => {
  const half = FLAP_WINDOW_MS / 2;
  expect(alternate(above30(), 5, half / 2)).toEqual([[false, false], 'ended', [true, false], 'ended', [true, false]]);
  const justWithin = alternate(above30(), 5, half / 2 - 1);
  expect(justWithin.at(-1)).toEqual([true, true]);
});

test('an alarm five minutes after the last one cleared is not a repetition', () => {
  const monitor = above30();
  alternate(monitor, 2, 1000);
  expect(monitor.add(31, 1000 + FLAP_WINDOW_MS)).toMatchObject({ kind: 'raised', isRepeat: false });
  monitor.add(29, 2000 + FLAP_WINDOW_MS);
  expect(monitor.add(31, 1999 + 2 * FLAP_WINDOW_MS)).toMatchObject({ kind: 'raised', isRepeat: true });
});

test('flapping ends five minutes after the last return inside the limit, without a further reading', () => {
  const monitor = above30();
  alternate(monitor, 6, 10_000);
  expect(monitor.due).toBe(50_000 + FLAP_WINDOW_MS);
  expect(monitor.add(28, 200_000)).toBeUndefined();
  expect(monitor.check(49_999 + FLAP_WINDOW_MS)).toBeUndefined();
  expect(monitor.check(50_100 + FLAP_WINDOW_MS)).toEqual({ kind: 'ended', agoMs: FLAP_WINDOW_MS + 100 });
  expect(monitor.due).toBeUndefined();
  expect(monitor.add(31, 60_000 + FLAP_WINDOW_MS)).toMatchObject({
    kind: 'raised',
    isRepeat: false,
    isFlapping: false,
  });
});

test('a reading beyond the limit while flapping starts the five minutes again', () => {
  const monitor = above30();
  alternate(monitor, 6, 10_000);
  expect(monitor.add(33, 300_000)).toEqual({ kind: 'repeated', peak: 33 });
  expect(monitor.due).toBeUndefined();
  expect(monitor.add(34, 301_000)).toEqual({ kind: 'further', peak: 34 });
  monitor.add(29, 302_000);
  expect(monitor.due).toBe(302_000 + FLAP_WINDOW_MS);
});

test('continues to flap after a restart', () => {
  const monitor = above30(true);
  expect(monitor.add(29, 1000)).toBeUndefined();
  expect(monitor.add(31, 2000)).toMatchObject({ kind: 'repeated' });
  monitor.add(29, 3000);
  expect(monitor.check(3000 + FLAP_WINDOW_MS)).toMatchObject({ kind: 'ended' });
});

test('missing data flaps likewise', () => {
  const monitor = new FlapMonitor(new NoDataMonitor(1000, 0, false), false);
  const results = [1, 2, 3, 4].flatMap((round) => [
    monitor.check(round * 2000 - 500)?.kind,
    monitor.add(21, round * 2000)?.kind,
  ]);
  expect(results).toEqual(['raised', 'ended', 'raised', 'ended', 'raised', undefined, 'repeated', undefined]);
});
