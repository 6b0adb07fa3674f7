import { expect, test } from 'vitest';
import { markFault, splitFormula } from '../../../renderer/features/computed/formula/formula-parts.ts';

test('a formula is split at its channels, and nothing is lost', () => {
  const formula = '[usb/E1/temperature] - dew_point([gateway/G%2F1/t], [x])';
  const parts = splitFormula(formula);
  expect(parts.map(({ text }) => text).join('')).toBe(formula);
  expect(parts.flatMap(({ ref }) => ref ?? [])).toEqual([
    { family: 'usb', serial: 'E1', channel: 'temperature' },
    { family: 'gateway', serial: 'G/1', channel: 't' },
  ]);
});

test('the faulty part is marked', () => {
  expect(markFault('1 + foo(2)', 4, 3)).toEqual({ before: '1 + ', faulty: 'foo', after: '(2)' });
});

test('an error at the end marks the last character', () => {
  expect(markFault('1 +  ', 5, 0)).toEqual({ before: '1 ', faulty: '+', after: '  ' });
  expect(markFault('1 +', 3, 1)).toEqual({ before: '1 ', faulty: '+', after: '' });
});
