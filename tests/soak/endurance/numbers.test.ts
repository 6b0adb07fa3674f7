import { expect, test } from 'vitest';
import { accountNumbers } from './numbers.ts';

const ALLOWANCES = { early: 3, inCable: 2 };
const NOTHING = { early: 0, inCable: 0, lost: [], repeated: [], unknown: [] };

test('explains numbers from before the device was known, and those in the cable', () => {
  const sessions = [
    { first: 1, last: 10, cut: true },
    { first: 11, last: 14, cut: false },
  ];
  const account = accountNumbers(sessions, [3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14], ALLOWANCES);
  expect(account).toEqual({ ...NOTHING, kept: 11, early: 2, inCable: 1 });
});

test('a hole is a loss, and so is more at the ends than can be explained', () => {
  const sessions = [{ first: 1, last: 12, cut: true }];
  expect(accountNumbers(sessions, [2, 3, 5, 6, 8, 9, 10, 11, 12], ALLOWANCES).lost).toEqual([4, 7]);
  expect(accountNumbers(sessions, [5, 6, 7, 8, 9], ALLOWANCES).lost).toEqual([1, 2, 3, 4, 10, 11, 12]);
});

test('the end of what was not cut must be there', () => {
  expect(accountNumbers([{ first: 1, last: 4, cut: false }], [1, 2, 3], ALLOWANCES).lost).toEqual([4]);
});

test('a cable that was pulled before anything was known loses nothing', () => {
  const sessions = [
    { first: 1, last: 3, cut: true },
    { first: 4, last: 3, cut: true },
  ];
  expect(accountNumbers(sessions, [], ALLOWANCES)).toEqual({ ...NOTHING, kept: 0, early: 3 });
});

test('twice, and never sent', () => {
  const account = accountNumbers([{ first: 1, last: 2, cut: false }], [1, 2, 2, 9], ALLOWANCES);
  expect(account).toMatchObject({ repeated: [2], unknown: [9], lost: [] });
});
