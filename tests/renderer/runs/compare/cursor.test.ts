import { describe, expect, test } from 'vitest';
import { cursorKey, cursorNear } from '../../../../renderer/features/runs/compare/cursor.ts';

const MINUTE = 60_000;
/** From 10 min before the start to 90 min after it: a hundredth is a minute. */
const VIEW = { from: -10 * MINUTE, to: 90 * MINUTE };

test.each([
  ['a part of the view', VIEW, 0.25, 15 * MINUTE],
  ['to the second, where a pixel is 6 s', VIEW, 0.123_45, 141_000],
  ['to the millisecond', { from: 0, to: 500 }, 0.1234, 62],
  ['beyond the start', VIEW, -0.5, VIEW.from],
  ['beyond the end', VIEW, 1.5, VIEW.to],
])('the pointer is at %s', (_, view, part, time) => {
  expect(cursorNear(view, part)).toBe(time);
});

describe('a key', () => {
  test.each([
    ['ArrowRight', false, undefined, 0],
    ['ArrowRight', false, 0, MINUTE],
    ['ArrowLeft', false, 0, -MINUTE],
    ['ArrowRight', true, 0, 10 * MINUTE],
    ['PageUp', false, 0, 10 * MINUTE],
    ['PageDown', false, 0, -10 * MINUTE],
    ['ArrowLeft', false, VIEW.from, VIEW.from],
    ['Home', false, 0, VIEW.from],
    ['End', false, 0, VIEW.to],
    ['Escape', false, 0, undefined],
  ])('%s (with Shift: %s) moves the cursor from %s to %s', (key, shiftKey, before, after) => {
    expect(cursorKey({ key, shiftKey }, before, VIEW)).toEqual({ cursor: after });
  });

  test.each(['Tab', 'a'])('%s is left to the page', (key) => {
    expect(cursorKey({ key, shiftKey: false }, 0, VIEW)).toBeUndefined();
  });

  test('Escape is left to the page without a cursor', () => {
    expect(cursorKey({ key: 'Escape', shiftKey: false }, undefined, VIEW)).toBeUndefined();
  });
});
