import { describe, expect, test } from 'vitest';
import { DEFAULT_SIZE, fitBounds, MIN_SIZE, NO_PLACEMENT, placementSchema } from '../../electron/window-placement.ts';

const PRIMARY = { x: 0, y: 25, width: 1920, height: 1055 };
const LEFT = { x: -1280, y: 0, width: 1280, height: 1024 };

describe('fitBounds', () => {
  test('opens the first window at its default size without a position', () => {
    expect(fitBounds(null, [PRIMARY])).toEqual(DEFAULT_SIZE);
  });

  test('fits the first window to a small screen', () => {
    expect(fitBounds(null, [{ x: 0, y: 0, width: 1024, height: 700 }])).toEqual({ width: 1024, height: 700 });
  });

  test('restores the position', () => {
    const bounds = { x: 100, y: 100, width: 1200, height: 800 };
    expect(fitBounds(bounds, [PRIMARY])).toEqual(bounds);
  });

  test('restores the position on another screen', () => {
    const bounds = { x: -1200, y: 50, width: 1000, height: 800 };
    expect(fitBounds(bounds, [PRIMARY, LEFT])).toEqual(bounds);
  });

  test('has no position if the screen is missing', () => {
    expect(fitBounds({ x: -1200, y: 50, width: 1000, height: 800 }, [PRIMARY])).toEqual({ width: 1000, height: 800 });
  });

  test.each([
    ['above the screen', { x: 100, y: -300, width: 1000, height: 800 }],
    ['with its edge below the screen', { x: 100, y: 1075, width: 1000, height: 800 }],
    ['with too little of it at the side', { x: 1890, y: 100, width: 1000, height: 800 }],
  ])('does not restore a position %s', (_where, bounds) => {
    expect(fitBounds(bounds, [PRIMARY])).not.toHaveProperty('x');
  });

  test('limits the size to the screen and the minimum', () => {
    expect(fitBounds({ x: 0, y: 25, width: 5000, height: 10 }, [PRIMARY])).toMatchObject({
      width: PRIMARY.width,
      height: MIN_SIZE.height,
    });
  });
});

describe('placementSchema', () => {
  test('has defaults for what the first files lacked', () => {
    const defaults = { zoom: 1, route: '/', background: null };
    expect(NO_PLACEMENT).toEqual({ version: 1, bounds: null, maximized: false, ...defaults });
    expect(placementSchema.parse(NO_PLACEMENT)).toEqual(NO_PLACEMENT);
  });

  test('rejects invalid values', () => {
    const bounds = { x: 0, y: 0, width: 1e9, height: 0.5 };
    expect(placementSchema.safeParse({ version: 1, bounds, maximized: false }).success).toBe(false);
    expect(placementSchema.safeParse({ ...NO_PLACEMENT, background: 'transparent' }).success).toBe(false);
  });
});
