import { expect, test } from 'vitest';
import { dropTarget } from '../../../../renderer/features/charts/layout/drag-channel.ts';

const boxes = [
  { top: 100, bottom: 200 },
  { top: 210, bottom: 250 },
];

test.each([
  [0, { gap: 0 }],
  [117, { gap: 0 }],
  [118, { panel: 0 }],
  [182, { panel: 0 }],
  [183, { gap: 1 }],
  [205, { gap: 1 }],
  [219, { gap: 1 }],
  [220, { panel: 1 }],
  [240, { panel: 1 }],
  [241, { gap: 2 }],
  [900, { gap: 2 }],
])('a channel dropped at %i px goes to %o', (y, target) => {
  expect(dropTarget(boxes, y)).toEqual(target);
});

test('a channel dropped on no panel starts the first', () => {
  expect(dropTarget([], 10)).toEqual({ gap: 0 });
});
