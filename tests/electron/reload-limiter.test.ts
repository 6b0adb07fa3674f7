import { expect, test } from 'vitest';
import { ReloadLimiter } from '../../electron/reload-limiter.ts';

test('allows three reloads a minute', () => {
  const budget = new ReloadLimiter();
  expect([0, 1000, 2000, 3000].map((now) => budget.use(now))).toEqual([true, true, true, false]);
  expect(budget.use(60_500)).toBe(true);
});
