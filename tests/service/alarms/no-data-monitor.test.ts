import { expect, test } from 'vitest';
import { NoDataMonitor } from '../../../service/alarms/no-data-monitor.ts';

const RAISED = { kind: 'raised', magnitude: null, peak: null };

test('is an alarm when nothing came for so long, counted from its beginning', () => {
  const subject = new NoDataMonitor(5000, 1000, false);
  expect(subject.due).toBe(6000);
  expect(subject.check(5999)).toBeUndefined();
  expect(subject.check(6000)).toEqual(RAISED);
  expect(subject.due).toBeUndefined();
  expect(subject.check(60_000)).toBeUndefined();
});

test('every reading begins the count anew, and one ends the alarm', () => {
  const subject = new NoDataMonitor(5000, 0, false);
  expect(subject.add(21, 4000)).toBeUndefined();
  expect(subject.due).toBe(9000);
  expect(subject.check(8999)).toBeUndefined();
  expect(subject.check(9000)).toEqual(RAISED);
  expect(subject.add(21, 20_000)).toEqual({ kind: 'ended' });
  expect(subject.add(21, 20_001)).toBeUndefined();
  expect(subject.due).toBe(25_001);
});

test('one that stands already is not raised again', () => {
  const subject = new NoDataMonitor(5000, 0, true);
  expect(subject.due).toBeUndefined();
  expect(subject.check(6000)).toBeUndefined();
  expect(subject.add(21, 7000)).toEqual({ kind: 'ended' });
});

test('the time that the computer slept is no silence', () => {
  const subject = new NoDataMonitor(5000, 0, false);
  subject.wake(100_000);
  expect(subject.check(100_000)).toBeUndefined();
  expect(subject.due).toBe(105_000);
});
