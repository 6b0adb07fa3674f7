import { expect, test } from 'vitest';
import { describePlanStart, exampleRunName } from '../../../renderer/data/runs/plan-labels.ts';
import { displayUnit, type RunPlanInput } from '../../../service/contract/index.ts';
import { ruleOf } from '../../support/views/alarms.ts';

type Start = RunPlanInput['start'];
type Schedule = Extract<Start, { kind: 'schedule' }>;

const NAMES = {
  placeOf: ({ serial }: { serial: string | null }) =>
    ({
      E1: { channel: 'Temperature', device: 'Cold room', serial: 'E1', isAttached: true },
      E2: { channel: 'temperature', device: '', serial: 'E2', isAttached: false },
      C1: { channel: 'Dew point', device: 'Computed', serial: '', isAttached: true },
      all: { channel: 'Temperature', device: 'Group Cold', serial: '', isAttached: true },
    })[serial ?? 'all'] ?? { channel: '', device: '', serial: '', isAttached: false },
  unitOf: () => displayUnit('°C', '°F'),
  ruleOf: (id: string) =>
    ({
      a1: ruleOf('a1', { serial: 'E1', upper: 30, lower: 10, no_data_s: 60 }).rule,
      a3: ruleOf('a3', { serial: null, group: 'Cold' }).rule,
    })[id],
};

const limit = (serial: string, above: number | null, below: number | null): Start => ({
  kind: 'limit',
  channel: { family: 'usb', serial, channel: 'temperature' },
  above,
  below,
  hysteresis: 0,
});

const at = (...weekdays: Schedule['weekdays']): Start => ({ kind: 'schedule', weekdays, time: '06:00' });

test.each<[Start, string]>([
  [at('mon'), 'Mondays at 06:00'],
  [at('fri', 'mon'), 'Mondays and Fridays at 06:00'],
  [at('sat', 'sun'), 'Saturdays and Sundays at 06:00'],
  [at('mon', 'wed', 'fri'), 'Mondays, Wednesdays and Fridays at 06:00'],
  [at('mon', 'tue', 'wed', 'thu', 'fri'), 'Mondays to Fridays at 06:00'],
  [at('tue', 'wed', 'thu', 'sat'), 'Tuesdays, Wednesdays, Thursdays and Saturdays at 06:00'],
  [at('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'), 'Every day at 06:00'],
  [limit('E1', 60, null), 'Temperature of Cold room (E1) above 140 °F'],
  [limit('E2', null, -10), 'temperature of E2 below 14 °F'],
  [limit('C1', 0, null), 'Dew point above 32 °F'],
  [{ kind: 'alarm', rule: 'a1' }, 'Alarm: Temperature of Cold room (E1) above 86 °F, below 50 °F, no data for 1 min'],
  [{ kind: 'alarm', rule: 'a2' }, 'Alarm of an unknown rule'],
  [{ kind: 'alarm', rule: 'a3' }, 'Alarm: Temperature (Group Cold) above 86 °F'],
  [{ kind: 'request' }, 'On request'],
])('%j reads %s', (start, text) => {
  const parts = describePlanStart(start, NAMES);
  expect(parts.map((part) => (typeof part === 'string' ? part : part.name)).join('')).toBe(text);
});

test('names and units are parts of their own', () => {
  const names = describePlanStart(limit('E1', 60, null), NAMES).filter((part) => typeof part !== 'string');
  expect(names.map(({ name }) => name)).toEqual(['Temperature', 'Cold room', 'E1', '140 °F']);
});

test.each([
  [' Oven {n} of {date}, {time}', 'Oven 1 of 2026-01-09, 06:05'],
  ['Oven {x} {', 'Oven {x} {'],
])('the name %j is for example %j', (template, name) => {
  expect(exampleRunName(template, new Date(2026, 0, 9, 6, 5).getTime())).toBe(name);
});
