import { expect, test } from 'vitest';
import { paneWidth } from '../../../renderer/app/pane-sizes.ts';

test('takes the remembered width of a pane', () => {
  expect(paneWidth('310', 284)).toBe(310);
});

test.each([undefined, '', 'wide', 'Infinity', '-310', '1e308', 'NaN', '{}'])('takes the default for %j', (stored) => {
  expect(paneWidth(stored, 284)).toBe(284);
});
