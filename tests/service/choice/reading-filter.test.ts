import { expect, test } from 'vitest';
import { DEVICE, filterOf, NOON, OTHER, plain, pushOne, SECOND, sample } from './support.ts';

test('sends every reading of all channels without an interval or a deadband', () => {
  const filter = filterOf({});
  const sets = filter.push(DEVICE, NOON, [sample('temperature', 21.37), sample('dew_point', 8)]);
  expect(sets).toEqual([{ device: DEVICE, at: NOON, samples: [sample('temperature', 21.37), sample('dew_point', 8)] }]);
  expect(pushOne(filter, NOON + SECOND, 21.37)).toEqual([[1, 'temperature', 21.37]]);
});

test('sends selected devices, families and channels only', () => {
  const only = filterOf({ devices: 'only', device_list: ['usb/E1'], channels: 'only', channel_list: ['temperature'] });
  const samples = [sample('temperature', 1), sample('dew_point', 2)];
  expect(plain(only.push(DEVICE, NOON, samples))).toEqual([[0, 'temperature', 1]]);
  expect(only.push(OTHER, NOON, samples)).toEqual([]);
  const except = filterOf({ devices: 'except', device_list: ['usb/E1'] });
  expect(except.push(DEVICE, NOON, samples)).toEqual([]);
  expect(plain(except.push(OTHER, NOON, samples))).toHaveLength(2);
  const gateways = filterOf({ families: ['gateway'] });
  expect(gateways.push(DEVICE, NOON, samples)).toEqual([]);
  expect(plain(gateways.push(OTHER, NOON, samples))).toHaveLength(2);
});

test('sends uncorrected values with their channel, if chosen', () => {
  const samples = [sample('temperature', 20.1), sample('temperature_uncorrected', 20), sample('co2_uncorrected', 400)];
  expect(plain(filterOf({}).push(DEVICE, NOON, samples))).toEqual([[0, 'temperature', 20.1]]);
  expect(plain(filterOf({ uncorrected: true }).push(DEVICE, NOON, samples))).toHaveLength(3);
  const one = filterOf({ uncorrected: true, channels: 'only', channel_list: ['temperature'] });
  expect(plain(one.push(DEVICE, NOON, samples))).toEqual([
    [0, 'temperature', 20.1],
    [0, 'temperature_uncorrected', 20],
  ]);
  const others = filterOf({ uncorrected: true, channels: 'except', channel_list: ['temperature'] });
  expect(plain(others.push(DEVICE, NOON, samples))).toEqual([[0, 'co2_uncorrected', 400]]);
});

test('sends the newest reading of each interval with its own time', () => {
  const filter = filterOf({ interval_s: 60 });
  expect(pushOne(filter, NOON + 10 * SECOND, 20)).toEqual([]);
  expect(pushOne(filter, NOON + 59 * SECOND, 21)).toEqual([]);
  expect(filter.tick(NOON + 59_999)).toEqual([]);
  expect(plain(filter.tick(NOON + 60 * SECOND))).toEqual([[59, 'temperature', 21]]);
  expect(filter.tick(NOON + 120 * SECOND)).toEqual([]);
});

test('sends the mean of each interval with its end as the time', () => {
  const filter = filterOf({ interval_s: 60, interval_value: 'mean' });
  for (const [second, magnitude] of [
    [0, 20],
    [30, 21],
    [59, 25],
  ] as const) {
    expect(pushOne(filter, NOON + second * SECOND, magnitude)).toEqual([]);
  }
  expect(plain(filter.tick(NOON + 60 * SECOND))).toEqual([[60, 'temperature', 22, 20, 25, 3]]);
});

test('ends an interval with the first reading of another, even without a tick', () => {
  const filter = filterOf({ interval_s: 60, interval_value: 'mean' });
  pushOne(filter, NOON + 59 * SECOND, 10);
  expect(pushOne(filter, NOON + 60 * SECOND, 30)).toEqual([[60, 'temperature', 10, 10, 10, 1]]);
  expect(plain(filter.tick(NOON + 120 * SECOND))).toEqual([[120, 'temperature', 30, 30, 30, 1]]);
});

test('aligns intervals to the UTC day, whatever the local time', () => {
  const filter = filterOf({ interval_s: 86_400, interval_value: 'mean' });
  // The night in which Central Europe goes back to standard time has 25 hours there, and 24 in UTC.
  const day = Date.UTC(2026, 9, 25);
  filter.push(DEVICE, day, [sample('temperature', 1)]);
  filter.push(DEVICE, day + 86_399_999, [sample('temperature', 3)]);
  expect(filter.tick(day + 86_399_999)).toEqual([]);
  const [set] = filter.tick(day + 86_400_000);
  expect(new Date(set?.at ?? 0).toISOString()).toBe('2026-10-26T00:00:00.000Z');
  expect(set?.samples).toEqual([
    { channel: 'temperature', magnitude: 2, spread: { minimum: 1, maximum: 3, count: 2 } },
  ]);
});

test('ends the interval when the clock goes back into an earlier one', () => {
  const filter = filterOf({ interval_s: 60, interval_value: 'mean' });
  pushOne(filter, NOON + 10 * SECOND, 10);
  pushOne(filter, NOON + 20 * SECOND, 20);
  expect(pushOne(filter, NOON - 3600 * SECOND, 30)).toEqual([[20, 'temperature', 15, 10, 20, 2]]);
  expect(plain(filter.tick(NOON - 3540 * SECOND))).toEqual([[-3540, 'temperature', 30, 30, 30, 1]]);
});

test('sends what was gathered before the clock went back, when nothing follows', () => {
  const filter = filterOf({ interval_s: 60 });
  pushOne(filter, NOON + 10 * SECOND, 10);
  expect(filter.tick(NOON - 60 * SECOND)).toEqual([]);
  expect(plain(filter.tick(NOON - 61 * SECOND))).toEqual([[10, 'temperature', 10]]);
});

test('sends null at once, after what was gathered, and only once', () => {
  const filter = filterOf({ interval_s: 60, interval_value: 'mean' });
  pushOne(filter, NOON + 1 * SECOND, 10);
  pushOne(filter, NOON + 2 * SECOND, 20);
  expect(pushOne(filter, NOON + 3 * SECOND, null)).toEqual([
    [2, 'temperature', 15, 10, 20, 2],
    [3, 'temperature', null],
  ]);
  expect(pushOne(filter, NOON + 4 * SECOND, null)).toEqual([]);
  pushOne(filter, NOON + 5 * SECOND, 40);
  expect(plain(filter.tick(NOON + 60 * SECOND))).toEqual([[60, 'temperature', 40, 40, 40, 1]]);
});

test('sends null even if it is the first reading', () => {
  expect(pushOne(filterOf({ interval_s: 60 }), NOON, null)).toEqual([[0, 'temperature', null]]);
});

test('sends changes above the deadband', () => {
  const filter = filterOf({ only_changes: true, deadband: 0.5 });
  const sent = [20, 20.5, 19.5, 20.75, 20.5, 20.25].map((value, index) => pushOne(filter, NOON + index, value).length);
  // Compared with the last value sent: 20, then 20.75, from which 20.25 is 0.5 away.
  expect(sent).toEqual([1, 0, 0, 1, 0, 0]);
});

test('sends changes above a deadband in per cent of the last value sent', () => {
  const filter = filterOf({ only_changes: true, deadband: 10, deadband_unit: 'percent' });
  const sent = [-100, -110, -111, -100, -99, 0, 0.001].map((value, i) => pushOne(filter, NOON + i, value).length);
  // 10 % of 100 is 10; of 111 it is 11.1; of 0 it is 0.
  expect(sent).toEqual([1, 0, 1, 0, 1, 1, 1]);
});

test('sends every change with a deadband of 0, as rounded', () => {
  const filter = filterOf({ only_changes: true, decimals: 1 });
  expect(pushOne(filter, NOON, 20.01)).toEqual([[0, 'temperature', 20]]);
  expect(pushOne(filter, NOON + 1, 20.04)).toEqual([]);
  expect(pushOne(filter, NOON + SECOND, 20.06)).toEqual([[1, 'temperature', 20.1]]);
});

test('sends the first value after null, unchanged or not', () => {
  const filter = filterOf({ only_changes: true, deadband: 5 });
  expect(pushOne(filter, NOON, 20)).toHaveLength(1);
  expect(pushOne(filter, NOON + SECOND, null)).toEqual([[1, 'temperature', null]]);
  expect(pushOne(filter, NOON + 2 * SECOND, 20)).toEqual([[2, 'temperature', 20]]);
  expect(pushOne(filter, NOON + 3 * SECOND, 21)).toEqual([]);
});

test('sends an unchanged value after the longest silence', () => {
  const filter = filterOf({ only_changes: true, deadband: 5, longest_silence_s: 60 });
  expect(pushOne(filter, NOON, 20)).toHaveLength(1);
  expect(pushOne(filter, NOON + 59_999, 21)).toEqual([]);
  expect(pushOne(filter, NOON + 60 * SECOND, 22)).toEqual([[60, 'temperature', 22]]);
  expect(pushOne(filter, NOON + 119 * SECOND, 22)).toEqual([]);
});

test('stays silent without a longest silence, and sends once when the clock goes back', () => {
  const filter = filterOf({ only_changes: true, deadband: 5, longest_silence_s: 0 });
  expect(pushOne(filter, NOON, 20)).toHaveLength(1);
  expect(pushOne(filter, NOON + 30 * 86_400 * SECOND, 20)).toEqual([]);
  expect(pushOne(filter, NOON - SECOND, 20)).toHaveLength(1);
  expect(pushOne(filter, NOON, 20)).toEqual([]);
});

test('compares the values of intervals with a deadband', () => {
  const filter = filterOf({ interval_s: 60, interval_value: 'mean', only_changes: true, deadband: 1 });
  const means = [20, 21, 21.5].map((value, minute) => {
    pushOne(filter, NOON + minute * 60 * SECOND, value);
    return plain(filter.tick(NOON + (minute + 1) * 60 * SECOND));
  });
  expect(means).toEqual([[[60, 'temperature', 20, 20, 20, 1]], [], [[180, 'temperature', 21.5, 21.5, 21.5, 1]]]);
});

test('rounds values, without a negative zero', () => {
  const filter = filterOf({ decimals: 2 });
  expect(pushOne(filter, NOON, 21.3749)).toEqual([[0, 'temperature', 21.37]]);
  expect(pushOne(filter, NOON, -0.001)).toEqual([[0, 'temperature', 0]]);
  expect(pushOne(filterOf({ decimals: 0 }), NOON, 1e300)).toEqual([[0, 'temperature', 1e300]]);
  const means = filterOf({ decimals: 1, interval_s: 1, interval_value: 'mean' });
  pushOne(means, NOON, 1.23);
  pushOne(means, NOON + 1, 4.56);
  // (1.23 + 4.56) / 2 = 2.895
  expect(plain(means.tick(NOON + SECOND))).toEqual([[1, 'temperature', 2.9, 1.2, 4.6, 2]]);
});

test('sends what was gathered of a removed device, and starts again with it', () => {
  const filter = filterOf({ interval_s: 60, interval_value: 'mean' });
  pushOne(filter, NOON + SECOND, 10);
  filter.push(OTHER, NOON + SECOND, [sample('temperature', 5)]);
  expect(plain(filter.removeDevice(DEVICE))).toEqual([[1, 'temperature', 10, 10, 10, 1]]);
  expect(filter.removeDevice(DEVICE)).toEqual([]);
  pushOne(filter, NOON + 2 * SECOND, 30);
  expect(plain(filter.tick(NOON + 60 * SECOND))).toEqual([
    [60, 'temperature', 5, 5, 5, 1],
    [60, 'temperature', 30, 30, 30, 1],
  ]);
});

test('sends what was gathered of removed channels', () => {
  const filter = filterOf({ interval_s: 60 });
  filter.push(DEVICE, NOON, [sample('temperature', 1), sample('probe', 2)]);
  expect(plain(filter.keepChannels(DEVICE, new Set(['temperature'])))).toEqual([[0, 'probe', 2]]);
  expect(plain(filter.end())).toEqual([[0, 'temperature', 1]]);
  expect(filter.end()).toEqual([]);
});

test('groups the ended intervals of a device by their times, oldest first', () => {
  const filter = filterOf({ interval_s: 60 });
  filter.push(DEVICE, NOON + 2 * SECOND, [sample('a', 1), sample('b', 2)]);
  filter.push(DEVICE, NOON + 1 * SECOND, [sample('c', 3)]);
  expect(filter.tick(NOON + 60 * SECOND)).toEqual([
    { device: DEVICE, at: NOON + 1 * SECOND, samples: [sample('c', 3)] },
    { device: DEVICE, at: NOON + 2 * SECOND, samples: [sample('a', 1), sample('b', 2)] },
  ]);
});
