import { describe, expect, test } from 'vitest';
import { RedrawScheduler } from '../../../renderer/features/charts/scene/redraw-scheduler.ts';

/** A minute on 600 pixels: 100 ms a pixel. */
const MS_PER_PIXEL = 100;
const viewAt = (to: number) => ({ from: to - 60_000, to });

/** A rhythm whose first picture is drawn. */
function begun(isLive = true): RedrawScheduler {
  const rhythm = new RedrawScheduler();
  rhythm.due(0, viewAt(100_000), MS_PER_PIXEL, isLive, false);
  return rhythm;
}

describe('Rhythm', () => {
  test('draws everything at first', () => {
    const due = new RedrawScheduler().due(0, viewAt(100_000), MS_PER_PIXEL, true, false);
    expect(due).toEqual({ picture: true, overview: true, values: true, summary: true, again: 0 });
  });

  test('draws after a fraction of a pixel, not before', () => {
    const rhythm = begun();
    expect(rhythm.due(16, viewAt(100_016), MS_PER_PIXEL, true, false).picture).toBe(false);
    expect(rhythm.due(32, viewAt(100_032), MS_PER_PIXEL, true, false).picture).toBe(true);
    expect(rhythm.due(48, viewAt(100_048), MS_PER_PIXEL, true, false).picture).toBe(false);
  });

  test('draws a slow view with samples, at most once a second', () => {
    const rhythm = begun();
    const pictures = (everyMs: number, from: number): number => {
      let count = 0;
      for (let at = from; at < from + 10_000; at += 20) {
        if (at % everyMs === 0) rhythm.data();
        if (rhythm.due(at, viewAt(100_000 + at), 400, true, false).picture) count += 1;
      }
      return count;
    };
    expect(pictures(1000, 1000)).toBe(10);
    expect(pictures(100, 11_000)).toBeLessThanOrEqual(12);
  });

  test('moves a slow view on without samples', () => {
    const rhythm = begun();
    expect(rhythm.due(1499, viewAt(101_499), 400, true, false).picture).toBe(false);
    expect(rhythm.due(1500, viewAt(101_500), 400, true, false).picture).toBe(true);
    expect(rhythm.due(3400, viewAt(101_500), 2000, true, false).picture).toBe(false);
  });

  test('waits until the next drawing is due, at most 1.5 s', () => {
    const rhythm = begun();
    expect(rhythm.due(16, viewAt(100_016), 400, true, false).again).toBe(1484);
    expect(rhythm.due(32, viewAt(100_016), 90_000, true, false).again).toBe(1500);
    expect(rhythm.due(1400, viewAt(101_400), 400, true, false).again).toBe(100);
  });

  test('waits less for samples that are not drawn yet', () => {
    const rhythm = begun();
    rhythm.data();
    expect(rhythm.due(150, viewAt(100_150), 90_000, true, false)).toMatchObject({ picture: false, again: 50 });
  });

  test('draws new samples soon, but figures only as often as they can be read', () => {
    const rhythm = begun();
    rhythm.data();
    const soon = rhythm.due(100, viewAt(100_000), 90_000, true, false);
    expect([soon.picture, soon.values]).toEqual([false, false]);
    const later = rhythm.due(200, viewAt(100_000), 90_000, true, false);
    expect([later.picture, later.values]).toEqual([false, true]);
    expect(later.again).toBe(700);
    expect(rhythm.due(900, viewAt(100_000), 90_000, true, false).picture).toBe(true);
  });

  test('rests while paused, also with new samples', () => {
    const rhythm = begun(false);
    const still = rhythm.due(5000, viewAt(100_000), MS_PER_PIXEL, false, false);
    expect(still.picture).toBe(false);
    expect(rhythm.due(9000, viewAt(100_000), MS_PER_PIXEL, false, false).again).toBeUndefined();
    rhythm.data();
    expect(rhythm.due(9100, viewAt(100_000), MS_PER_PIXEL, false, false).picture).toBe(false);
  });

  test('follows a movement while paused at once, and with figures and overview at their own pace', () => {
    const rhythm = begun(false);
    const moved = rhythm.due(16, viewAt(90_000), MS_PER_PIXEL, false, false);
    expect(moved).toMatchObject({ picture: true, values: false, overview: false, again: 184 });
    const figures = rhythm.due(200, viewAt(90_000), MS_PER_PIXEL, false, false);
    expect(figures).toMatchObject({ picture: false, values: true, overview: false, again: 1000 });
    const overview = rhythm.due(1200, viewAt(90_000), MS_PER_PIXEL, false, false);
    expect(overview).toMatchObject({ picture: false, values: false, overview: true });
  });

  test('draws for the pointer and for requests at once, once', () => {
    const rhythm = begun(false);
    rhythm.pointed();
    expect(rhythm.due(1, viewAt(100_000), MS_PER_PIXEL, false, false)).toMatchObject({ picture: true, values: true });
    expect(rhythm.due(2, viewAt(100_000), MS_PER_PIXEL, false, false)).toMatchObject({ picture: false, values: false });
    rhythm.force();
    expect(rhythm.due(3, viewAt(100_000), MS_PER_PIXEL, false, false)).toMatchObject({ picture: true, overview: true });
  });

  test('summarizes at most every 3 s', () => {
    const rhythm = begun();
    rhythm.data();
    expect(rhythm.due(2900, viewAt(102_900), MS_PER_PIXEL, true, false).summary).toBe(false);
    expect(rhythm.due(3000, viewAt(103_000), MS_PER_PIXEL, true, false).summary).toBe(true);
  });
});
