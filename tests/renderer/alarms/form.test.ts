import { describe, expect, test } from 'vitest';
import { checkForm } from '../../../renderer/features/alarms/editor/check-form.ts';
import {
  configurationText,
  emptyForm,
  formForChannel,
  inputOfForm,
  type RuleForm,
  toForm,
} from '../../../renderer/features/alarms/editor/rule-form.ts';
import { type ChannelRef, type DisplayUnit, displayUnit, type Weekday } from '../../../service/contract/index.ts';
import { ruleOf } from '../../support/views/alarms.ts';

const CELSIUS = displayUnit('°C', undefined);
const FAHRENHEIT = displayUnit('°C', '°F');
const TEMPERATURE = { family: 'usb', serial: 'E1', channel: 'temperature' } as const;

const typed = (texts: Partial<RuleForm>): RuleForm => ({ ...emptyForm(TEMPERATURE, CELSIUS), ...texts });

/** What is wrong, by field. */
const wrong = (texts: Partial<RuleForm>): Record<string, string> =>
  Object.fromEntries(checkForm(typed(texts)).map(({ path, message }) => [path, message]));

describe('the form of a rule', () => {
  test.each([
    {},
    { upper: null, lower: -12.345_678_9, hysteresis: 0.25 },
    { upper: 24.444_44, lower: 18, hysteresis: 0.1, delay_s: 90, no_data_s: 600 },
    { upper: null, no_data_s: 2_592_000, delay_s: 86_400 },
    { upper: null, no_data_s: 1.5 },
    { severity: 'critical' as const, message: 'Close the door.' },
    { upper: null, change: 2.5, change_s: 5400, hysteresis: 0.5 },
    { upper: null, deviation: 0.125, reference: { family: 'computed', serial: 'c1', channel: 'value' } as const },
    { watch_days: ['mon', 'sun'] as Weekday[], watch_from: '22:00', watch_to: '06:00' },
  ])('round-trips a rule in any display unit: %j', (facts) => {
    const { rule, id } = ruleOf('r1', facts);
    for (const unit of [CELSIUS, FAHRENHEIT, displayUnit('', undefined)]) {
      expect(inputOfForm(toForm({ rule }, unit), rule.enabled)).toEqual(rule);
    }
    expect(configurationText({ rule: { ...rule, enabled: false } })).toBe(configurationText(ruleOf(id, facts)));
  });

  test('converts limits and hysteresis from the display unit to the contract’s unit', () => {
    const form = { ...emptyForm(TEMPERATURE, FAHRENHEIT), upper: '86', lower: ' 50 °F', hysteresis: '1.8' };
    expect(inputOfForm(form)).toMatchObject({ upper: 30, lower: 10, hysteresis: 1 });
    expect(toForm(ruleOf('r1', { upper: 30, hysteresis: 1 }), FAHRENHEIT)).toMatchObject({
      upper: '86',
      hysteresis: '1.8',
    });
  });

  test('converts a change and a deviation as differences', () => {
    const reference = 'usb/E2/temperature';
    const form = { ...emptyForm(TEMPERATURE, FAHRENHEIT), change: '3.6', deviation: '1.8 °F', reference };
    expect(inputOfForm(form)).toMatchObject({
      change: 2,
      change_s: 600,
      deviation: 1,
      reference: { family: 'usb', serial: 'E2', channel: 'temperature' },
    });
    const { rule } = ruleOf('r1', { change: 2, deviation: 1, reference: { ...TEMPERATURE, serial: 'E2' } });
    expect(toForm({ rule }, FAHRENHEIT)).toMatchObject({ change: '3.6', deviation: '1.8', reference });
  });

  test('has a typed channel to compare with', () => {
    const form = typed({
      deviation: '1',
      reference: '+typed',
      reference_family: 'gateway',
      reference_serial: ' G7 ',
      reference_channel: 'voltage',
    });
    expect(inputOfForm(form).reference).toEqual({ family: 'gateway', serial: 'G7', channel: 'voltage' });
  });

  test('uses the unit of the stored rule’s channel after the channel changed', () => {
    const form = toForm(ruleOf('r1', { upper: 30 }), FAHRENHEIT);
    const humid = ruleOf('r1', { channel: 'relative_humidity', upper: 60 });
    const unitOf = ({ channel }: Pick<ChannelRef, 'channel'>): DisplayUnit =>
      channel === 'temperature' ? CELSIUS : displayUnit('%rh', undefined);
    expect(formForChannel(humid, form, unitOf)).toMatchObject({ upper: '60', kept: '%rh', shown: '%rh' });
    expect(formForChannel(humid, undefined, unitOf)).toMatchObject({ upper: '60', kept: '%rh' });
    // The same channel: the form goes on in the unit that it shows.
    expect(formForChannel(ruleOf('r1', { upper: 35 }), form, unitOf)).toMatchObject({ upper: '95', shown: '°F' });
    expect(formForChannel(ruleOf('r1', { serial: 'E2' }), form, unitOf)).toMatchObject({ upper: '30', shown: '°C' });
  });

  test.each([
    ['45', 45],
    ['45 s', 45],
    ['10min', 600],
    ['1.5 h', 5400],
    ['2 d', 172_800],
  ])('parses a time of %s as %i s', (text, seconds) => {
    expect(inputOfForm(typed({ no_data_s: text }))).toMatchObject({ no_data_s: seconds });
  });
});

describe('the check of a form', () => {
  test('accepts one condition', () => {
    expect(wrong({ upper: '30' })).toEqual({});
    expect(wrong({ lower: '-3' })).toEqual({});
    expect(wrong({ no_data_s: '10 min' })).toEqual({});
    expect(wrong({ change: '2' })).toEqual({});
    expect(wrong({ deviation: '2', reference: 'usb/E2/temperature' })).toEqual({});
  });

  test('rejects a rule without a condition, device or channel', () => {
    expect(wrong({})).toEqual({
      upper: 'Set an upper limit, a lower limit, a change, a deviation or a time without data.',
    });
    expect(wrong({ serial: ' ', channel: '', upper: '1' })).toEqual({
      serial: 'Select a device.',
      channel: 'Select a channel.',
    });
    expect(wrong({ serial: '', channel: '', isTyped: true, upper: '1' })).toEqual({
      serial: 'Enter a serial number.',
      channel: 'Enter a channel.',
    });
  });

  test('rejects contradicting limits', () => {
    expect(wrong({ upper: '10', lower: '10' })).toEqual({ upper: 'Upper limit: must be above the lower limit.' });
    expect(wrong({ upper: '10', lower: '0', hysteresis: '10' })).toEqual({
      hysteresis: 'Hysteresis: must be less than the distance between the limits.',
    });
  });

  test.each(['x', '1,000.5', '3 kPa', '--1', '1e3'])('rejects "%s" as a limit', (text) => {
    expect(wrong({ upper: text })).toEqual({ upper: 'Enter a number, such as 25.5. Leave empty for no limit.' });
  });

  test('rejects differences that are not above 0, and a hysteresis that is not less', () => {
    const message = 'Enter a number above 0, such as 2. Empty disables it.';
    expect(wrong({ change: '0', deviation: 'x', reference: 'usb/E2/temperature' })).toEqual({
      change: message,
      deviation: message,
    });
    expect(wrong({ change: '2', hysteresis: '2' })).toEqual({
      hysteresis: 'Hysteresis: must be less than the change.',
    });
    expect(wrong({ deviation: '2', hysteresis: '3', reference: 'usb/E2/temperature' })).toEqual({
      hysteresis: 'Hysteresis: must be less than the deviation.',
    });
    expect(wrong({ change: '2', change_s: '' })).toEqual({
      change_s: 'Enter a time from 1 s to 24 h, such as 10 min.',
    });
    expect(wrong({ upper: '30', change_s: '' })).toEqual({});
  });

  test('rejects a deviation without a channel to compare with, and the reverse', () => {
    expect(wrong({ deviation: '2' })).toEqual({ reference: 'Select the channel to compare with.' });
    expect(wrong({ upper: '30', reference: 'usb/E2/temperature' })).toEqual({
      deviation: 'Enter a deviation, or select None in Compare with.',
    });
    expect(wrong({ deviation: '2', reference: '+typed' })).toEqual({
      reference_serial: 'Enter a serial number.',
      reference_channel: 'Enter a channel.',
    });
    expect(wrong({ deviation: '2', reference: 'usb/E1/temperature' })).toEqual({
      reference: 'Compare with: must be another channel.',
    });
  });

  test('rejects a channel with another unit', () => {
    const form = typed({ deviation: '2', reference: 'usb/E2/relative_humidity' });
    expect(checkForm(form, () => '%rh')).toEqual([
      { path: 'reference', message: 'Select a channel with the same unit.' },
    ]);
    expect(checkForm(form, () => '')).toEqual([]);
    expect(checkForm({ ...form, kept: '' }, () => '%rh')).toEqual([]);
  });

  test('rejects watch times without a time', () => {
    expect(wrong({ upper: '1', watch_days: 'mon', watch_from: '', watch_to: '25:00' })).toEqual({
      watch_from: 'Watch from: must not be empty.',
      watch_to: 'Watch to: must be a time such as 22:00.',
    });
  });

  test('rejects times out of range', () => {
    const delay_s = 'Enter a time from 0 s to 24 h, such as 30 s or 5 min.';
    const no_data_s = 'Enter a time from 1 s to 30 days, such as 30 s or 10 min. Empty disables it.';
    expect(wrong({ upper: '1', delay_s: '25 h' })).toEqual({ delay_s });
    expect(wrong({ upper: '1', delay_s: '-1' })).toEqual({ delay_s });
    expect(wrong({ no_data_s: '0' })).toEqual({ no_data_s });
    expect(wrong({ no_data_s: '31 d' })).toEqual({ no_data_s });
    expect(wrong({ upper: '1', hysteresis: '-1' })).toEqual({
      hysteresis: 'Enter a number of 0 or more, such as 0.5.',
    });
  });
});
