import { describe, expect, test } from 'vitest';
import {
  DURATION_CHOICES,
  formatSnooze,
  formatSnoozeReason,
  parseSnooze,
  remainingSnooze,
} from '../../../renderer/features/alarms/snooze/snooze-form.ts';
import { MAX_SNOOZE_S } from '../../../service/contract/index.ts';

const snoozed = { until: '2026-11-30T14:30:00.000Z', reason: 'Defrosting.', by: 'Ann' };

describe('a snooze', () => {
  test('lasts 1 s to 30 days', () => {
    expect(['15 min', '1 h', '2 d', '30 d', '1'].map(parseSnooze)).toEqual([900, 3600, 172_800, 2_592_000, 1]);
    expect(['', 'x', '0', '31 d', '-5 min'].map(parseSnooze)).toEqual(Array(5).fill(undefined));
  });

  test('has usual durations that can be typed', () => {
    expect(DURATION_CHOICES.map(({ word }) => word)).toEqual(['15 min', '1 h', '4 h', '1 day']);
    expect(DURATION_CHOICES.map(({ value }) => parseSnooze(value))).toEqual([900, 3600, 14_400, 86_400]);
  });

  test('is described with its end and reason', () => {
    expect(formatSnooze({ snoozed })).toMatch(/^Snoozed until .*\d\d:\d\d/);
    expect(formatSnooze({ snoozed: null })).toBeUndefined();
    expect(formatSnoozeReason({ snoozed })).toBe('Ann: Defrosting.');
    expect(formatSnoozeReason({ snoozed: { ...snoozed, by: '' } })).toBe('Defrosting.');
    expect(formatSnoozeReason({ snoozed: { ...snoozed, by: '', reason: '' } })).toBe('');
  });

  test('has time left until its end', () => {
    const end = Date.parse(snoozed.until);
    expect(remainingSnooze({ snoozed }, end - 1500)).toBe(2);
    expect(remainingSnooze({ snoozed }, end + 1)).toBe(0);
    expect(remainingSnooze({ snoozed }, end - MAX_SNOOZE_S * 1000 - 1)).toBe(MAX_SNOOZE_S);
    expect(remainingSnooze({ snoozed: null }, end)).toBe(0);
  });
});
