import { expect, test } from 'vitest';
import {
  fieldAt,
  fieldsOf,
  isDefaultChoice,
  listText,
  parseField,
  READING_CHOICE_DEFAULTS,
  readingChoiceSchema,
} from '../../../service/contract/index.ts';

const FIELDS = fieldsOf(readingChoiceSchema, 'readings.');

test('sends every reading of every device as measured by default', () => {
  expect(READING_CHOICE_DEFAULTS).toEqual({
    families: ['usb', 'gateway', 'computed'],
    devices: 'all',
    device_list: [],
    channels: 'all',
    channel_list: [],
    uncorrected: false,
    interval_s: 0,
    interval_value: 'newest',
    only_changes: false,
    deadband: 0,
    deadband_unit: 'absolute',
    longest_silence_s: 3600,
    decimals: null,
  });
  expect(readingChoiceSchema.parse(READING_CHOICE_DEFAULTS)).toEqual(READING_CHOICE_DEFAULTS);
  expect(isDefaultChoice(READING_CHOICE_DEFAULTS)).toBe(true);
});

test.each([
  { families: ['usb', 'gateway'] as const },
  { devices: 'except' },
  { channels: 'only' },
  { uncorrected: true },
  { interval_s: 1 },
  { only_changes: true },
  { decimals: 0 },
] as const)('recognizes a choice by %j', (changed) => {
  const families = 'families' in changed ? [...changed.families] : READING_CHOICE_DEFAULTS.families;
  expect(isDefaultChoice({ ...READING_CHOICE_DEFAULTS, ...changed, families })).toBe(false);
});

test('ignores lists and sizes that have no effect', () => {
  const idle = { device_list: ['usb/E1'], channel_list: ['co2'], interval_value: 'mean', deadband: 5 } as const;
  const choice = { ...READING_CHOICE_DEFAULTS, ...idle, device_list: [...idle.device_list], channel_list: ['co2'] };
  expect(isDefaultChoice(choice)).toBe(true);
});

test.each([
  [{ interval_s: 0.5 }, 'interval_s'],
  [{ interval_s: 86_401 }, 'interval_s'],
  [{ deadband: -1 }, 'deadband'],
  [{ deadband: Number.NaN }, 'deadband'],
  [{ decimals: 11 }, 'decimals'],
  [{ device_list: ['E24638'] }, 'device_list.0'],
  [{ channel_list: [''] }, 'channel_list.0'],
  [{ families: ['radio'] }, 'families.0'],
  [{ longest_silence_s: -1 }, 'longest_silence_s'],
])('refuses %j', (changed, path) => {
  const result = readingChoiceSchema.safeParse({ ...READING_CHOICE_DEFAULTS, ...changed });
  expect(result.error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
});

test('reads decimals that are empty, fractions, and seconds with their unit', () => {
  const parse = (name: string, text: string) => parseField(fieldAt(FIELDS, `readings.${name}`), text);
  expect(parse('decimals', ' ')).toBeNull();
  expect(parse('decimals', '2')).toBe(2);
  expect(parse('decimals', '2.5')).toBeNaN();
  expect(parse('deadband', '0.25')).toBe(0.25);
  expect(parse('deadband', '0,25')).toBe(0.25);
  expect(parse('deadband', String(1e-7))).toBe(1e-7);
  expect(parse('deadband', '-1')).toBeNaN();
  expect(parse('deadband', '')).toBeNaN();
  expect(parse('interval_s', '60 s')).toBe(60);
});

test('writes and reads lists of names with spaces, commas and per cent signs', () => {
  const field = fieldAt(FIELDS, 'readings.device_list');
  const devices = ['usb/E24638', 'gateway/Room 4, north', 'usb/100%25', 'usb/Größe'];
  const text = listText(field, devices);
  expect(text).toBe('usb/E24638, gateway/Room%204%2C%20north, usb/100%2525, usb/Größe');
  expect(parseField(field, text)).toEqual(devices);
  expect(parseField(field, 'usb/50%')).toEqual(['usb/50%']);
});

test('names the switch of a field by its whole path', () => {
  expect(fieldAt(FIELDS, 'readings.deadband').needs).toBe('readings.only_changes');
});
