import { describe, expect, test } from 'vitest';
import { elapsedMs, matchesRun, proposedName, remainingMs, runLengthMs } from '../../../renderer/data/runs/labels.ts';
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

describe('the time of a run', () => {
  const started = Date.parse('2026-11-20T09:00:00Z');

  test('grows in whole seconds while it is active, with the readings before the start', () => {
    const run = runOf({ from: '2026-11-20T08:59:30.000Z', started: '2026-11-20T09:00:00.000Z', to: null });
    expect(runLengthMs(run, started + 61_999)).toBe(91_000);
    expect(elapsedMs(run, started + 61_999)).toBe(61_000);
  });

  test('is that of its readings once it has ended, whatever the time', () => {
    expect(runLengthMs(runOf(), 0)).toBe(3 * 3_600_000);
  });

  test('never is negative: clocks differ, and a planned end may have passed', () => {
    expect(elapsedMs(runOf(), started - 5000)).toBe(0);
    expect(remainingMs(runOf({ stop_at: '2026-11-20T09:00:10.000Z' }), started + 11_000)).toBe(0);
  });

  test('remains until the planned end, if there is one', () => {
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
