/** What the charts reckon for years as for tenths of a second: ticks, overview, statistics, pictures. */
import { describe, expect, test } from 'vitest';
import { ringStatistics } from '../../../renderer/features/charts/data/statistics.ts';
import { SvgSurface } from '../../../renderer/features/charts/image-export/svg-surface.ts';
import { overviewRange } from '../../../renderer/features/charts/scene/overview.ts';
import { cursorLabel, rangeLabel, timeLabel } from '../../../renderer/features/charts/scene/time-labels.ts';
import { timeTicks } from '../../../service/contract/time-ticks.ts';
import { type Pair, sampleRing } from '../samples/support.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;
const utc = (): number => 0;

describe('ticks', () => {
  test('follow milliseconds, months and years', () => {
    const noon = Date.UTC(2026, 5, 20, 12);
    expect(timeTicks(noon, noon + 100, 7, utc).step).toBe(20);
    const months = timeTicks(Date.UTC(2025, 10, 20), Date.UTC(2026, 10, 20), 7, utc);
    expect(months.ticks.map((time) => new Date(time).toISOString().slice(0, 10))).toEqual([
      '2026-01-01',
      '2026-03-01',
      '2026-05-01',
      '2026-07-01',
      '2026-09-01',
      '2026-11-01',
    ]);
    const years = timeTicks(Date.UTC(2016, 0, 1), Date.UTC(2026, 0, 1), 6, utc);
    expect(years.ticks.map((time) => new Date(time).getUTCFullYear())).toEqual([2016, 2018, 2020, 2022, 2024, 2026]);
    expect(years.ticks.every((time) => new Date(time).toISOString().slice(4, 19) === '-01-01T00:00:00')).toBe(true);
  });

  test('of months are at local midnight on both sides of a daylight saving change', () => {
    const change = Date.UTC(2026, 2, 29, 1);
    const berlin = (time: number): number => (time < change ? HOUR : 2 * HOUR);
    const { ticks } = timeTicks(Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15), 7, berlin);
    expect(ticks.length).toBe(6);
    for (const time of ticks) expect(new Date(time + berlin(time)).toISOString().slice(8, 19)).toBe('01T00:00:00');
  });

  test('are labeled as exactly as their distance requires', () => {
    const at = new Date(2026, 10, 20, 14, 5, 9, 257).getTime();
    expect([500, 20, 2].map((step) => timeLabel(at, step))).toEqual(['14:05:09.2', '14:05:09.25', '14:05:09.257']);
    expect(timeLabel(new Date(2026, 2, 1).getTime(), 60 * DAY, 'en-GB')).toBe('Mar');
    expect(timeLabel(new Date(2026, 0, 1).getTime(), 60 * DAY, 'en-GB')).toBe('2026');
    expect(timeLabel(at, 2 * YEAR)).toBe('2026');
    expect(cursorLabel(at, HOUR, 'en-GB')).toBe('20 Nov, 14:05');
    expect(cursorLabel(at, 2 * DAY, 'en-GB')).toBe('20 Nov 2026');
  });

  test('a range has its date unless it is today', () => {
    const at = new Date(2026, 10, 20, 14, 5, 9).getTime();
    expect(rangeLabel(at, at + 60_000, at, 'en-GB')).toBe('14:05:09 to 14:06:09');
    expect(rangeLabel(at + 250, at + 350, at, 'en-GB')).toBe('14:05:09.250 to 14:05:09.350');
    expect(rangeLabel(at, at + 60_000, at + DAY, 'en-GB')).toBe('20 Nov 2026, 14:05:09 to 14:06:09');
    expect(rangeLabel(at, at + YEAR, at, 'en-GB')).toBe('20 Nov 2026 to 20 Nov 2027');
  });
});

describe('overviewStretch', () => {
  const limits = { from: 0, to: YEAR };
  const view = (to: number, length: number) => ({ from: to - length, to });

  test('covers all readings if they are few time windows', () => {
    expect(overviewRange(undefined, view(YEAR / 2, YEAR / 50), limits, false)).toBe(limits);
  });

  test('ends at the live edge', () => {
    const range = overviewRange(undefined, view(YEAR, HOUR), limits, true);
    expect([range.to, range.to - range.from]).toEqual([YEAR, 30 * HOUR]);
    const later = overviewRange(range, view(YEAR + 1000, HOUR), { from: 0, to: YEAR + 1000 }, true);
    expect([later.to, later.to - later.from]).toEqual([YEAR + 1000, 30 * HOUR]);
  });

  test('stands still while it contains the time window, and follows it otherwise', () => {
    const first = overviewRange(undefined, view(YEAR / 2, HOUR), limits, false);
    expect(overviewRange(first, view(first.to, HOUR), limits, false)).toBe(first);
    const left = view(first.from + HOUR / 2, HOUR);
    const next = overviewRange(first, left, limits, false);
    expect(next).not.toBe(first);
    expect(next.from).toBeLessThanOrEqual(left.from);
    expect(next.to).toBeGreaterThanOrEqual(left.to);
  });

  test('stays within the readings', () => {
    expect(overviewRange(undefined, view(HOUR, HOUR), limits, false).from).toBe(0);
    expect(overviewRange(undefined, view(YEAR, HOUR), limits, false).to).toBe(YEAR);
  });
});

describe('ringStatistics', () => {
  test('covers a range without its end, and counts gaps', () => {
    const ring = sampleRing([
      ...[2, 4, 4, 4, 5, 5, 7, 9].map((value, index): Pair => [index * 1000, value]),
      [60_000, 1],
    ]);
    expect(ringStatistics(ring, { from: 0, to: 8000 })).toEqual({
      count: 8,
      gaps: 0,
      min: 2,
      max: 9,
      mean: 5,
      standard_deviation: expect.closeTo(Math.sqrt(32 / 7), 12),
      first: { at: 0, magnitude: 2 },
      last: { at: 7000, magnitude: 9 },
      // 3 + 4 + 4 + 4.5 + 5 + 6 + 8, for a second each.
      area: 34.5,
      covered_ms: 7000,
      area_missing: null,
    });
    // Nothing is added across the gap.
    expect(ringStatistics(ring, { from: 6000, to: 60_001 })).toMatchObject({ area: 8, covered_ms: 1000 });
    expect(ringStatistics(ring, { from: 7000, to: 60_001 })).toMatchObject({ count: 2, gaps: 1 });
    expect(ringStatistics(ring, { from: 0, to: 1000 })).toMatchObject({ count: 1, standard_deviation: null });
    expect(ringStatistics(undefined, { from: 0, to: 1 }).count).toBe(0);
  });
});

describe('images', () => {
  test('an SVG contains the written texts with any characters', () => {
    const paper = new SvgSurface({ width: 100, height: 50 }, 'sans-serif', () => 0);
    paper.write(1, 2, `<b>"R&D" 'x'</b>`, { color: '#000', size: 12 });
    expect(paper.text).toContain('>&lt;b&gt;&quot;R&amp;D&quot; &apos;x&apos;&lt;/b&gt;</text>');
  });
});
