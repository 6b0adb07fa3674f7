import { expect, it } from 'vitest';
import { paneWidth } from '../../../renderer/app/pane-sizes.ts';

it('takes the remembered width of a pane', () => {
  expect(paneWidth('310', 284)).toBe(310);
});

it.each([undefined, '', 'wide', 'Infinity', '-310', '1e308', 'NaN', '{}'])('takes the default for %j', (stored) => {
  expect(paneWidth(stored, 284)).toBe(284);
});
