import { expect, test } from 'vitest';
import {
  formatRunDuration,
  formatRunLead,
  runDurationMs,
  runLeadMs,
  runStart,
} from '../../../service/contract/index.ts';

/** Times of the morning of one day; null: active. */
function timesOf(from: string, to: string | null, started: string) {
  const time = (clock: string): string => `2026-11-20T${clock}Z`;
  return { from: time(from), to: to === null ? null : time(to), started: time(started) };
}

const at = (clock: string): number => Date.parse(`2026-11-20T${clock}Z`);

test.each([
  ['started with readings before it', ['09:59:30', '11:00:00', '10:00:00'], '10:00:00', 30_000, 3_600_000],
  ['without readings before it', ['10:00:00', '11:00:00', '10:00:00'], '10:00:00', 0, 3_600_000],
  ['whose first minutes were cut off', ['10:10:00', '11:00:00', '10:00:00'], '10:10:00', 0, 3_000_000],
  ['moved to before its start', ['08:00:00', '09:00:00', '10:00:00'], '08:00:00', 0, 3_600_000],
  ['that ends when it started', ['08:00:00', '10:00:00', '10:00:00'], '08:00:00', 0, 7_200_000],
] as const)('a run %s has its start and duration', (_title, [from, to, started], start, lead, duration) => {
  const run = timesOf(from, to, started);
  expect(runStart(run)).toBe(at(start));
  expect(runLeadMs(run)).toBe(lead);
  expect(runDurationMs(run, 0)).toBe(duration);
});

test('the duration of an active run counts from its start, in whole seconds', () => {
  const run = timesOf('09:59:30', null, '10:00:00');
  expect(formatRunDuration(run, at('10:01:01.999'))).toBe('1 min 1 s');
  expect(formatRunDuration(run, at('10:00:00.999'))).toBe('0 s');
});

test('is never negative: clocks differ', () => {
  expect(runDurationMs(timesOf('10:00:00', null, '10:00:00'), at('09:59:55'))).toBe(0);
});

test('a short finished run has fractions of seconds', () => {
  expect(formatRunDuration(timesOf('10:00:00', '10:00:01.250', '10:00:00'), 0)).toBe('1.25 s');
});

test('readings before the start are named, if there are any', () => {
  expect(formatRunLead(timesOf('09:59:30', '11:00:00', '10:00:00'))).toBe('with 30 s before the start');
  expect(formatRunLead(timesOf('10:00:00', '11:00:00', '10:00:00'))).toBe('');
});
