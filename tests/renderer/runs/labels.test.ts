import { describe, expect, test } from 'vitest';
import { matchesRun, proposedName, remainingMs } from '../../../renderer/data/runs/labels.ts';
import { runOf } from '../../support/views/runs.ts';

test.each([
  ['', 'Run 1'],
  ['Batch 12', 'Batch 13'],
  ['Batch 099', 'Batch 100'],
  ['Batch 007', 'Batch 008'],
  ['Calibration', 'Calibration 2'],
  ['2026', '2027'],
  ['Two\u2028lines 1', 'Two\u2028lines 2'],
  ['x'.repeat(99), 'x'.repeat(99)],
])('after %j proposes %j', (last, next) => {
  expect(proposedName(last)).toBe(next);
});

describe('the time until the planned end', () => {
  const started = Date.parse('2026-11-20T09:00:00Z');

  test('is never negative: it may have passed', () => {
    expect(remainingMs(runOf({ stop_at: '2026-11-20T09:00:10.000Z' }), started + 11_000)).toBe(0);
  });

  test('is null without one', () => {
    expect(remainingMs(runOf({ stop_at: '2026-11-20T09:00:10.000Z' }), started)).toBe(10_000);
    expect(remainingMs(runOf(), started)).toBeNull();
  });
});

test.each([
  ['', true],
  ['batch rossi', true],
  ['COLD', true],
  ['e1', true],
  ['opened', true],
  ['batch verdi', false],
])('the search %j finds it: %s', (search, isFound) => {
  expect(matchesRun(runOf({ notes: 'Door opened once.' }), search)).toBe(isFound);
});
