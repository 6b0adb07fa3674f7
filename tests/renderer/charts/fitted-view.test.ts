import { describe, expect, test } from 'vitest';
import { ViewController } from '../../../renderer/features/charts/view/view-controller.ts';

const EDGE = 1_000_000;
const WINDOW = 300_000;

function live(first = Number.NaN): { view: ViewController; clock: { edge: number } } {
  const clock = { edge: EDGE };
  return { view: new ViewController({ edge: () => clock.edge, firstTime: () => first }, WINDOW), clock };
}

describe('a live view', () => {
  test('starts at the first reading until the time window is full', () => {
    const { view, clock } = live();
    view.fit(() => EDGE - 60_000, false);
    expect(view.view).toEqual({ from: EDGE - 60_000, to: EDGE });
    clock.edge += 100_000;
    expect(view.view).toEqual({ from: EDGE - 60_000, to: EDGE + 100_000 });
    clock.edge += 200_000;
    expect(view.view).toEqual({ from: EDGE, to: EDGE + WINDOW });
  });

  test('is at least 10 s long, but no longer than the time window', () => {
    const { view } = live();
    view.fit(() => EDGE - 1, false);
    expect(view.view.from).toBe(EDGE - 10_000);
    view.resize(2000);
    view.fit(() => EDGE - 1, false);
    expect(view.view.from).toBe(EDGE - 2000);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY])('is whole while its first reading is %s', (first) => {
    const { view } = live();
    view.fit(() => first, false);
    expect(view.view.from).toBe(EDGE - WINDOW);
    view.fit(() => EDGE - 20_000, false);
    expect(view.view.from).toBe(EDGE - 20_000);
  });

  test('starts earlier when older readings are loaded, and never later', () => {
    const { view } = live();
    view.fit(() => EDGE - 20_000, false);
    view.fit(() => EDGE - 40_000, false);
    expect(view.view.from).toBe(EDGE - 20_000);
    view.fit(() => EDGE - 40_000, true);
    expect(view.view.from).toBe(EDGE - 40_000);
    view.fit(() => EDGE - 30_000, true);
    expect(view.view.from).toBe(EDGE - 40_000);
  });

  test('is fitted again after a pause', () => {
    const { view } = live();
    view.fit(() => EDGE - 40_000, false);
    view.freeze();
    view.fit(() => EDGE - 20_000, true);
    expect(view.view.from).toBe(EDGE - 40_000);
    view.resume();
    view.fit(() => EDGE - 20_000, false);
    expect(view.view.from).toBe(EDGE - 20_000);
  });

  test('cannot be zoomed out beyond the first reading, and reports it', () => {
    const { view } = live(EDGE - 40_000);
    view.fit(() => EDGE - 40_000, false);
    view.zoom(2);
    expect(view.isLive).toBe(true);
    expect(view.isAtLimit).toBe(true);
  });
});

describe('the limit of the readings', () => {
  test('is reported when a movement arrives at it', () => {
    const { view } = live(EDGE - 400_000);
    view.pan(-50_000);
    expect(view.isAtLimit).toBe(false);
    view.pan(-100_000);
    expect(view.view.from).toBe(EDGE - 400_000);
    expect(view.isAtLimit).toBe(true);
  });

  test('is reported when a time window is chosen that is longer than all readings', () => {
    const { view } = live(EDGE - 400_000);
    view.resize(350_000);
    expect(view.isAtLimit).toBe(false);
    view.resize(500_000);
    expect(view.isAtLimit).toBe(true);
  });
});

describe('an opened range', () => {
  test('is shown exactly, also beyond the readings', () => {
    const { view } = live(EDGE - 400_000);
    view.open({ from: 100, to: 50_000 });
    expect(view.view).toEqual({ from: 100, to: 50_000 });
    expect(view.isLive).toBe(false);
    view.zoom(0.5);
    expect(view.view.from).toBeGreaterThan(100);
    view.open({ from: 0, to: 0 });
    expect(view.view).toEqual({ from: 0, to: 100 });
  });
});
