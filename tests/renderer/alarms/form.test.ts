import { describe, expect, test } from 'vitest';
import {
  checkForm,
  configurationText,
  emptyForm,
  formForChannel,
  inputOfForm,
  type RuleForm,
  toForm,
} from '../../../renderer/features/alarms/editor/rule-form.ts';
import { type ChannelRef, type DisplayUnit, displayUnit } from '../../../service/contract/index.ts';
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

  test('uses the unit of the stored rule’s channel after the channel changed', () => {
    const form = toForm(ruleOf('r1', { upper: 30 }), FAHRENHEIT);
    const humid = ruleOf('r1', { channel: 'relative_humidity', upper: 60 });
    const unitOf = ({ channel }: ChannelRef): DisplayUnit =>
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
  test('accepts one limit, or a time without data', () => {
    expect(wrong({ upper: '30' })).toEqual({});
    expect(wrong({ lower: '-3' })).toEqual({});
    expect(wrong({ no_data_s: '10 min' })).toEqual({});
  });

  test('rejects a rule without a condition, device or channel', () => {
    expect(wrong({})).toEqual({ upper: 'Set an upper limit, a lower limit or a time without data.' });
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
