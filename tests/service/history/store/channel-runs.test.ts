import { expect, test } from 'vitest';
import { ChannelRuns } from '../../../../service/history/store/channel-runs.ts';
import { GAP } from '../../../../service/history/types.ts';

const MARK = 'mark';

/** What becomes of readings at these moments; `MARK`: the measurement was interrupted. */
function linesOf(...moments: (number | typeof MARK)[]): string {
  const put: string[] = [];
  const lines = new ChannelRuns((at, value) => put.push(value === GAP ? `|${at}` : String(at)));
  for (const moment of moments) {
    if (moment === MARK) lines.interrupt();
    else lines.add(moment, 1);
  }
  return put.join(' ');
}

test('two seconds join readings whatever the interval, and three usual intervals do', () => {
  expect(linesOf(0, 100, 200, 2200, 4201)).toBe('0 100 200 2200 |2200 4201');
  expect(linesOf(0, 5000, 10_000, 25_000, 30_000)).toBe('0 |0 5000 10000 25000 30000');
  expect(linesOf(0, 5000, 10_000, 25_001)).toBe('0 |0 5000 10000 |10000 25001');
});

test('a mark comes after the last reading, never twice, never first', () => {
  expect(linesOf(MARK, 0, 1000, MARK, MARK, 2000)).toBe('0 1000 |1000 2000');
  expect(linesOf(0, 1000, MARK, 60_000)).toBe('0 1000 |1000 60000');
});

test('one pause does not make the next one usual', () => {
  expect(linesOf(0, 1000, 2000, 3000, 9000, 10_000, 16_000)).toBe('0 1000 2000 3000 |3000 9000 10000 |10000 16000');
});

test('a reading that comes a little late interrupts nothing', () => {
  expect(linesOf(0, 1000, 2000, 500, 3000)).toBe('0 1000 2000 500 3000');
});

test('a repeated reading is kept', () => {
  expect(linesOf(0, 0, 1000, 1000)).toBe('0 0 1000 1000');
});

test('a clock that is set back breaks the line there, and it goes on from where it reaches what was', () => {
  expect(linesOf(100_000, 101_000, 90_000, 91_000)).toBe('100000 101000 |101000 90000 91000');
});

test('readings that had to wait elsewhere come between live ones, and neither breaks the other', () => {
  expect(linesOf(100_000, 50_000, 101_000, 51_000, 102_000, 52_000)).toBe(
    '100000 |100000 50000 101000 51000 102000 52000',
  );
});

test('a gap among readings that had to wait is a gap', () => {
  expect(linesOf(100_000, 50_000, 51_000, 101_000, 60_000)).toBe('100000 |100000 50000 51000 101000 |51000 60000');
});

test('late readings that end before they reach live ones get a mark', () => {
  expect(linesOf(100_000, 50_000, 51_000, MARK)).toBe('100000 |100000 50000 51000 |51000');
});

test('a late line goes on, however near it comes to the live one', () => {
  expect(linesOf(0, 5101, 100, 200, 800, MARK)).toBe('0 |0 5101 |5101 100 200 800 |800');
});

test('late readings that run into live ones get none', () => {
  expect(linesOf(52_000, 53_000, 50_000 - 10_000, 51_000, MARK).endsWith('|51000')).toBe(false);
});

test('what is kept of the lines is enough to go on', () => {
  const put: number[] = [];
  const first = new ChannelRuns(() => {});
  for (const at of [0, 10_000, 20_000, 30_000, 5000]) first.add(at, 1);
  const next = new ChannelRuns((at, value) => put.push(value === GAP ? -at : at), first.state());
  for (const at of [6000, 40_000, 71_000]) next.add(at, 1);
  expect(put).toEqual([6000, 40_000, -40_000, 71_000]);
});
