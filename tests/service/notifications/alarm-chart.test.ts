import { expect, test } from 'vitest';
import type { ChannelRef, HistoryPart, HistoryResult } from '../../../service/contract/index.ts';
import { type AlarmChartOptions, chartOf } from '../../../service/notifications/alarm-chart.ts';
import { silentLogger } from '../../../service/support/logger.ts';
import { alarmOf } from '../../support/views/alarms.ts';
import { decodePng } from './decode-png.ts';

const NOW = Date.UTC(2026, 10, 29, 13);
const HOUR_AGO = NOW - 3_600_000;
const MINUTE = 60_000;
const LINE = '2c5282';
const ALARM = alarmOf({ id: 'a1' });

type Query = [channels: readonly ChannelRef[], from: number, to: number, points: number];

function options(query: (...args: Query) => Promise<HistoryResult>): AlarmChartOptions {
  const texts = {
    settings: { get: () => ({ display_units: { '°C': '°F' } }) },
    computed: { list: () => [] },
  } as unknown as AlarmChartOptions['texts'];
  return { history: { query }, texts, clock: { now: () => NOW }, logger: silentLogger };
}

function stored(parts: HistoryPart[], unit = '°C'): HistoryResult {
  const { family, serial, channel } = ALARM;
  return { from: '', to: '', until: '', channels: [{ family, serial, channel, unit, parts }] };
}

const chartFrom = (...parts: HistoryPart[]) =>
  chartOf(
    ALARM,
    options(async () => stored(parts)),
  );

function readings(magnitude: (number | null)[], broken: number[] = []): HistoryPart {
  return { kind: 'readings', at: magnitude.map((_, minute) => HOUR_AGO + minute * MINUTE), magnitude, broken };
}

/** Whether the line is drawn at a minute of the hour. */
function isDrawnAt(png: Buffer, minute: number): boolean {
  const decoded = decodePng(png);
  const x = Math.floor(2 + (minute / 60) * 1196);
  return Array.from({ length: 360 }, (_, y) => decoded.pixel(x, y)).includes(LINE);
}

test('reads at most 600 points of the last hour, and names the extremes in the display unit', async () => {
  const queries: Query[] = [];
  const chart = await chartOf(
    ALARM,
    options(async (...query) => {
      queries.push(query);
      return stored([readings([30, null, 32, 31])]);
    }),
  );
  expect(queries).toEqual([[[{ family: 'usb', serial: 'E1', channel: 'temperature' }], HOUR_AGO, NOW, 600]]);
  expect(chart).toMatchObject({ alarm: 'a1', minimum: '86.00 °F', maximum: '89.60 °F', from: HOUR_AGO, to: NOW });
});

test('has gaps where readings or buckets have them', async () => {
  const raw = await chartFrom(readings([31, 31, 31, null, 31, 31, 31, 31], [6]));
  const drawn = [0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5].map((minute) => raw && isDrawnAt(raw.png, minute));
  expect(drawn).toEqual([true, true, false, false, true, false, true]);

  const value = [32, 33, 32, 32, null, 32, 33];
  const bucketed = await chartFrom({
    kind: 'buckets',
    width_ms: MINUTE,
    at: value.map((_, minute) => HOUR_AGO + minute * MINUTE),
    count: value.map((one) => (one === null ? 0 : 6)),
    mean: value,
    min: value.map((one) => one && one - 1),
    max: value.map((one) => one && one + 2),
    // A gap before the third bucket, one after it, and none within the first that breaks the line.
    broken: [2, 0, 5, 0, 5, 0, 0],
  });
  expect(bucketed).toMatchObject({ minimum: '87.80 °F', maximum: '95.00 °F' });
  const between = [1, 2, 3, 4, 5, 6].map((minute) => bucketed && isDrawnAt(bucketed.png, minute));
  expect(between).toEqual([true, false, false, false, false, true]);
});

test('connects parts of different resolution', async () => {
  const bucket = { count: [3], mean: [31], min: [31], max: [31], broken: [0] };
  const older: HistoryPart = { kind: 'buckets', width_ms: MINUTE, at: [HOUR_AGO], ...bucket };
  const newer: HistoryPart = { kind: 'readings', at: [HOUR_AGO + 10 * MINUTE], magnitude: [31], broken: [] };
  const chart = await chartFrom(older, newer);
  expect(chart && isDrawnAt(chart.png, 5)).toBe(true);
});

test.each([
  ['has one value', () => Promise.resolve(stored([readings([30, null])]))],
  ['has only a gap', () => Promise.resolve(stored([readings([], [0])]))],
  ['does not know the channel', () => Promise.resolve(stored([], ''))],
  ['has the channel in another unit', () => Promise.resolve(stored([readings([30, 31])], 'kPa'))],
  ['has no channels', () => Promise.resolve({ ...stored([]), channels: [] })],
  ['fails', () => Promise.reject(new Error('The disk is full.'))],
])('has no chart if the history %s', async (_, query) => {
  expect(await chartOf(ALARM, options(query))).toBeUndefined();
});

test('has no chart if the history does not respond in time', async () => {
  const never = new Promise<HistoryResult>(() => {});
  expect(await chartOf(ALARM, { ...options(() => never), deadlineMs: 50 })).toBeUndefined();
});
