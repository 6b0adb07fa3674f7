import { describe, expect, test } from 'vitest';
import {
  checkForm,
  formOfPlan,
  inputOfForm,
  newForm,
  type PlanForm,
  planFormDefinition,
  type StartForm,
} from '../../../../renderer/features/runs/automatic/editor/plan-form.ts';
import { displayUnit, type RunPlanInput } from '../../../../service/contract/index.ts';
import { planOf } from '../../../support/views/runs.ts';

const TEMPERATURE = { family: 'usb', serial: 'E1', channel: 'temperature' } as const;

const inFahrenheit = () => displayUnit('°C', '°F');
const inCelsius = () => displayUnit('°C', '°C');

/** Of a limit, unless said otherwise; without errors. */
function form(start: Partial<StartForm> = {}, change: Partial<PlanForm> = {}): PlanForm {
  const empty = newForm('A. Rossi');
  const limit = { channel: 'usb/E1/temperature', kept: '°C', shown: '°F', above: '140', hysteresis: '3.6' };
  return {
    ...empty,
    name: 'Batch {n}',
    channels: ['usb/E1/temperature'],
    limits: [{ low: '35.6', high: '', kept: '°C', shown: '°F' }],
    start: { ...empty.start, kind: 'limit', ...limit, ...start },
    ...change,
  };
}

describe('a form as the API expects it', () => {
  test('has limits in the unit of the API, and times in seconds', () => {
    const typed = form({}, { tags: 'oven, lot 7', pre_trigger_s: '30 s', stop_after_s: '3 h', stop_when_over: true });
    expect(inputOfForm(typed)).toEqual({
      name: 'Batch {n}',
      channels: [{ ...TEMPERATURE, low: 2, high: null }],
      operator: 'A. Rossi',
      notes: '',
      tags: ['oven', 'lot 7'],
      enabled: true,
      start: { kind: 'limit', channel: TEMPERATURE, above: 60, below: null, hysteresis: 2 },
      pre_trigger_s: 30,
      stop_after_s: 10_800,
      stop_when_over: true,
    });
    expect(checkForm(typed)).toEqual([]);
  });

  test.each<[Partial<StartForm>, RunPlanInput['start']]>([
    [
      { kind: 'schedule', weekdays: 'mon, fri', time: ' 06:00 ' },
      { kind: 'schedule', weekdays: ['mon', 'fri'], time: '06:00' },
    ],
    [
      { side: 'below', below: '14', hysteresis: '' },
      { kind: 'limit', channel: TEMPERATURE, above: null, below: -10, hysteresis: 0 },
    ],
    [
      { kind: 'alarm', rule: 'a01b2c3d4' },
      { kind: 'alarm', rule: 'a01b2c3d4' },
    ],
    [{ kind: 'request' }, { kind: 'request' }],
  ])('%j has only the fields of its kind', (start, sent) => {
    expect(inputOfForm(form(start)).start).toEqual(sent);
    expect(checkForm(form(start))).toEqual([]);
  });

  test('does not stop when a condition is over that has no end', () => {
    const start = { kind: 'schedule', weekdays: 'mon', time: '06:00' } as const;
    expect(inputOfForm(form(start, { stop_when_over: true })).stop_when_over).toBe(false);
    expect(inputOfForm(form({ kind: 'request' }, { stop_when_over: true })).stop_when_over).toBe(false);
  });

  test('is enabled as the stored one is', () => {
    expect(inputOfForm(form({}, { enabled: true }), false).enabled).toBe(false);
    expect(inputOfForm(form({}, { enabled: false })).enabled).toBe(false);
  });
});

test.each<[Partial<StartForm>, Partial<PlanForm>, string, string]>([
  [{}, { name: ' ' }, 'name', 'Enter a name of at most 100 characters.'],
  [
    {},
    { name: `${'x'.repeat(92)} {date}` },
    'name',
    'The name would have more than 100 characters. Enter a shorter one.',
  ],
  [{}, { channels: [], limits: [] }, 'channels', 'Select 1 to 64 channels.'],
  [
    {},
    { limits: [{ low: '40', high: '30', kept: '°C', shown: '°F' }] },
    'limits.0.high',
    'Must be above the lower limit.',
  ],
  [{}, { pre_trigger_s: '2 h' }, 'pre_trigger_s', 'Enter a time from 0 s to 1 h, such as 30 s.'],
  [
    {},
    { stop_after_s: 'soon' },
    'stop_after_s',
    'Enter a time from 1 s to 366 d, such as 3 h. Leave empty to stop it yourself.',
  ],
  [{}, { tags: 'a, a' }, 'tags', 'Tags: must not list a tag twice.'],
  [{ kind: 'schedule', weekdays: '', time: '06:00' }, {}, 'start.weekdays', 'Select at least one day.'],
  [
    { kind: 'schedule', weekdays: 'mon', time: '' },
    {},
    'start.time',
    'Enter a time from 00:00 to 23:59, such as 06:00.',
  ],
  [
    { kind: 'schedule', weekdays: 'mon', time: '25:00' },
    {},
    'start.time',
    'Enter a time from 00:00 to 23:59, such as 06:00.',
  ],
  [{ channel: '' }, {}, 'start.channel', 'Select a channel.'],
  [{ above: '' }, {}, 'start.above', 'Enter a number, such as 60.'],
  [{ above: '60', side: 'below' }, {}, 'start.below', 'Enter a number, such as 5.'],
  [{ hysteresis: '-1' }, {}, 'start.hysteresis', 'Enter a number of 0 or more, such as 0.5.'],
  [{ kind: 'alarm', rule: '' }, {}, 'start.rule', 'Select an alarm rule.'],
])('start %j with %j is refused at %s', (start, change, path, message) => {
  expect(checkForm(form(start, change))).toEqual([{ path, message }]);
});

describe('a stored automatic run', () => {
  const limit: RunPlanInput['start'] = { kind: 'limit', channel: TEMPERATURE, above: 60, below: null, hysteresis: 2 };

  test.each<[RunPlanInput['start'], Partial<RunPlanInput>]>([
    [
      { kind: 'schedule', weekdays: ['mon', 'fri'], time: '06:00' },
      { stop_after_s: 3600, enabled: false },
    ],
    [limit, { pre_trigger_s: 30, stop_when_over: true }],
    [
      { ...limit, above: null, below: -10 },
      { notes: 'Two\nlines', tags: ['a', 'b'] },
    ],
    [{ kind: 'alarm', rule: 'a01b2c3d4' }, { stop_when_over: true }],
    [{ kind: 'request' }, {}],
  ])('that starts by %j comes back from its form', (start, change) => {
    const { plan } = planOf({ start, ...change });
    expect(inputOfForm(formOfPlan(plan, undefined, inFahrenheit))).toEqual(plan);
  });

  test('has its limit in the unit of the user, and keeps the one that the form shows', () => {
    const { plan } = planOf({ start: limit });
    const shown = formOfPlan(plan, undefined, inFahrenheit);
    expect(shown.start).toMatchObject({ above: '140', below: '', hysteresis: '3.6', kept: '°C', shown: '°F' });
    expect(shown.limits).toEqual([{ low: '35.6', high: '46.4', kept: '°C', shown: '°F' }]);
    expect(formOfPlan(plan, shown, inCelsius)).toEqual(shown);
    const other = { ...shown, start: { ...shown.start, channel: 'usb/E2/temperature' } };
    expect(formOfPlan(plan, other, inCelsius).start).toMatchObject({ above: '60', hysteresis: '2', shown: '°C' });
  });

  test('is not another one when it is enabled or disabled', () => {
    const { configurationText } = planFormDefinition(inCelsius);
    expect(configurationText(planOf({ enabled: false }))).toBe(configurationText(planOf()));
    expect(configurationText(planOf({ notes: 'x' }))).not.toBe(configurationText(planOf()));
  });
});
