import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commandFor, executeCommand, overviewCommandFor } from '../../../renderer/features/charts/view/commands.ts';
import { clamped, LiveClock, panned, SHORTEST_MS, zoomed } from '../../../renderer/features/charts/view/view.ts';
import { ViewController } from '../../../renderer/features/charts/view/view-controller.ts';

const limits = { from: 0, to: 3_600_000 };
const view = { from: 1_000_000, to: 1_060_000 };

describe('view', () => {
  test('pans within the limits', () => {
    expect(panned(view, -10_000, limits)).toEqual({ from: 990_000, to: 1_050_000 });
    expect(panned(view, -9e9, limits)).toEqual({ from: 0, to: 60_000 });
    expect(panned(view, 9e9, limits)).toEqual({ from: 3_540_000, to: 3_600_000 });
  });

  test('zooms around a fixed time', () => {
    expect(zoomed(view, 0.5, 1_015_000, limits)).toEqual({ from: 1_007_500, to: 1_037_500 });
    expect(zoomed(view, 1e9, 1_015_000, limits)).toEqual(limits);
    const shortest = zoomed(view, 1e-9, 1_030_000, limits);
    expect(shortest.to - shortest.from).toBe(SHORTEST_MS);
  });

  test('stays within the limits, in whole milliseconds unless it is very short', () => {
    const time = fc.double({ min: -1e7, max: 1e7, noNaN: true });
    fc.assert(
      fc.property(time, time, fc.double({ min: 0.01, max: 100, noNaN: true }), time, (from, length, factor, at) => {
        for (const result of [
          clamped({ from, to: from + Math.abs(length) }, limits),
          zoomed(view, factor, at, limits),
        ]) {
          expect(result.from).toBeGreaterThanOrEqual(limits.from);
          expect(result.to).toBeLessThanOrEqual(limits.to);
          expect(result.to - result.from).toBeGreaterThanOrEqual(SHORTEST_MS);
          const grains = result.to - result.from < 9999 ? 32 : 1;
          expect([result.from, result.to].every((edge) => Number.isInteger(edge * grains))).toBe(true);
        }
      }),
    );
  });
});

describe('LiveClock', () => {
  test('stays one interval behind, at most 2 s', () => {
    const clock = new LiveClock(() => 100_000);
    expect(clock.edge(undefined)).toBe(100_000);
    expect(clock.edge(500)).toBe(99_450);
    expect(clock.edge(60_000)).toBe(98_000);
  });

  test('does not jitter with the interval', () => {
    const clock = new LiveClock(() => 100_000);
    expect([500, 510, 480, 520].map((interval) => clock.edge(interval))).toEqual([99_450, 99_450, 99_450, 99_450]);
    expect(clock.edge(1000)).toBe(98_900);
  });
});

describe('Navigator', () => {
  function navigator(edge = { time: 1_000_000 }, first = 0): ViewController {
    return new ViewController({ edge: () => edge.time, firstTime: () => first }, 60_000);
  }

  test('shows the newest readings until it is frozen, and again when resumed', () => {
    const edge = { time: 1_000_000 };
    const shown = navigator(edge);
    shown.freeze();
    edge.time += 5000;
    expect(shown.view).toEqual({ from: 940_000, to: 1_000_000 });
    shown.freeze();
    expect(shown.view.to).toBe(1_000_000);
    expect(shown.limits.to).toBe(1_005_000);
    shown.resume();
    expect(shown.isLive).toBe(true);
    expect(shown.view).toEqual({ from: 945_000, to: 1_005_000 });
  });

  test('freezes when moved', () => {
    const shown = navigator();
    shown.pan(-30_000);
    expect(shown.isLive).toBe(false);
    expect(shown.view).toEqual({ from: 910_000, to: 970_000 });
  });

  test('stays live if a movement would change nothing, although time passes', () => {
    const edge = { time: 1_000_000 };
    const running = { edge: () => (edge.time += 1), firstTime: () => 990_000 };
    const shown = new ViewController(running, 60_000);
    shown.zoom(1.25);
    shown.zoom(1.25, 950_000);
    shown.pan(30_000);
    shown.show({ from: edge.time - 50_000, to: edge.time + 10_000 });
    expect(shown.isLive).toBe(true);
    expect(executeCommand({ kind: 'zoom', factor: 1.25 }, shown)).toBe(false);
    expect(executeCommand({ kind: 'pan', windows: 0.1 }, shown)).toBe(false);
    expect(executeCommand({ kind: 'oldest' }, shown)).toBe(false);
    shown.zoom(0.8);
    expect(shown.isLive).toBe(false);
  });

  test('reports for a while that there are no older readings', () => {
    const edge = { time: 1_000_000 };
    const shown = navigator(edge, 990_000);
    shown.pan(30_000);
    expect(shown.isAtLimit).toBe(false);
    shown.zoom(1.25);
    expect(shown.isAtLimit).toBe(true);
    edge.time += 7000;
    expect(shown.isAtLimit).toBe(false);
    shown.pan(-30_000);
    expect(shown.isAtLimit).toBe(true);
    executeCommand({ kind: 'live' }, shown);
    expect(shown.isAtLimit).toBe(false);
  });

  test('keeps the right edge of a frozen view when the time window changes', () => {
    const shown = navigator();
    shown.pan(-30_000);
    shown.resize(10_000);
    expect(shown.view).toEqual({ from: 960_000, to: 970_000 });
  });

  test('reaches back one time window without readings', () => {
    expect(navigator({ time: 1_000_000 }, Number.NaN).limits).toEqual({ from: 940_000, to: 1_000_000 });
    expect(navigator({ time: 1_000_000 }, 990_000).limits.from).toBe(940_000);
    expect(navigator({ time: 1_000_000 }, 500_000).limits.from).toBe(500_000);
  });

  test('executes the commands of the keyboard', () => {
    const shown = navigator();
    expect(executeCommand({ kind: 'toggle' }, shown)).toBe(true);
    expect(executeCommand({ kind: 'zoom', factor: 0.5 }, shown)).toBe(true);
    expect(shown.view).toEqual({ from: 970_000, to: 1_000_000 });
    expect(executeCommand({ kind: 'toggle' }, shown)).toBe(false);
    expect(executeCommand({ kind: 'oldest' }, shown)).toBe(true);
    expect(shown.view.from).toBe(0);
    expect(executeCommand({ kind: 'live' }, shown)).toBe(false);
  });
});

describe('keys', () => {
  const press = (key: string, more = {}) => ({
    key,
    shiftKey: false,
    ctrlKey: false,
    altKey: false,
    metaKey: false,
    ...more,
  });

  test('have a command each, and no other key has one', () => {
    expect(commandFor(press('ArrowLeft'))).toEqual({ kind: 'pan', windows: -0.1 });
    expect(commandFor(press('ArrowRight', { shiftKey: true }))).toEqual({ kind: 'pan', windows: 0.5 });
    expect(commandFor(press('+'))).toEqual({ kind: 'zoom', factor: 0.8 });
    expect(commandFor(press('-'))).toEqual({ kind: 'zoom', factor: 1.25 });
    expect(commandFor(press(' '))).toEqual({ kind: 'toggle' });
    for (const key of ['Escape', 'Home', 'End']) expect(commandFor(press(key))).toEqual({ kind: 'live' });
    expect(commandFor(press('Tab'))).toBeUndefined();
    expect(commandFor(press('ArrowLeft', { altKey: true }))).toBeUndefined();
  });

  test('include the keys of a slider', () => {
    expect(overviewCommandFor(press('Home'))).toEqual({ kind: 'oldest' });
    expect(overviewCommandFor(press('End'))).toEqual({ kind: 'live' });
    expect(overviewCommandFor(press('PageDown'))).toEqual({ kind: 'pan', windows: -1 });
    expect(overviewCommandFor(press('ArrowUp'))).toEqual({ kind: 'pan', windows: 0.1 });
  });
});
