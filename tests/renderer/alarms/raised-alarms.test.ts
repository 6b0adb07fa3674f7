import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type RaisedAlarms, RaisedAlarmsGatherer } from '../../../renderer/data/alarms/raised-alarms.ts';
import { alarmOf } from '../../support/views/alarms.ts';

const shown: RaisedAlarms[] = [];
let gatherer: RaisedAlarmsGatherer;

beforeEach(() => {
  vi.useFakeTimers();
  shown.length = 0;
  gatherer = new RaisedAlarmsGatherer((alarms) => shown.push(alarms));
});
afterEach(() => {
  gatherer.stop();
  vi.useRealTimers();
});

const raise = (...ids: string[]): void => gatherer.add(ids.map((id) => alarmOf({ id })));
const words = (): string[] => shown.map(({ named, count }) => `${count}: ${named.map(({ id }) => id).join()}`);

test('shows an alarm at once', () => {
  raise('a');
  expect(words()).toEqual(['1: a']);
});

test('adds later alarms to the open message, at most once a second, and names the first three', () => {
  raise('a');
  for (let index = 0; index < 50; index += 1) {
    raise(`b${index}`);
    vi.advanceTimersByTime(100);
  }
  expect(shown.length).toBeLessThanOrEqual(6);
  vi.advanceTimersByTime(1000);
  expect(words().at(-1)).toBe('51: a,b0,b1');
});

test('starts again once the message is closed, and shows alarms that waited', () => {
  raise('a');
  vi.advanceTimersByTime(900);
  raise('b');
  gatherer.closed();
  vi.advanceTimersByTime(100);
  expect(words()).toEqual(['1: a', '1: b']);
});

test('leaves no timer', () => {
  raise('a');
  raise('b');
  gatherer.stop();
  vi.advanceTimersByTime(5000);
  expect(words()).toEqual(['1: a']);
  expect(vi.getTimerCount()).toBe(0);
});
