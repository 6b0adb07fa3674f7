import { expect, test } from 'vitest';
import { checkPeriod } from '../../../renderer/features/devices/period.ts';

test.each(['100', '500', ' 60000 '])('accepts %j', (text) => {
  expect(checkPeriod(text)).toEqual({ period: Number(text), problem: '' });
});

test.each(['', '99', '60001', '1.5', '-500', '1e3', 'fast'])('rejects %j with a reason', (text) => {
  const { period, problem } = checkPeriod(text);
  expect(period).toBeNull();
  expect(problem).toMatch(/from 100 ms to 60 s/);
});
