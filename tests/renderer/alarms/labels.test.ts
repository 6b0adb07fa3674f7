import { describe, expect, test } from 'vitest';
import { channelLabel, formatChannelLabel } from '../../../renderer/data/alarms/channel-label.ts';
import {
  countAlarms,
  countsWords,
  formatAlarmKind,
  formatAlarmPeak,
  formatAlarmValue,
  formatRule,
} from '../../../renderer/data/alarms/labels.ts';
import { formatRaised } from '../../../renderer/data/alarms/raised-alarms.ts';
import { formatDuration } from '../../../renderer/data/format/durations.ts';
import {
  alarmRoute,
  alarmTarget,
  NEW_RULE_ROUTE,
  RULES_ROUTE,
  ruleRoute,
  watchRoute,
} from '../../../renderer/features/alarms/routes.ts';
import {
  alarmStateOf,
  channelPath,
  displayUnit,
  formatAlarmLimit,
  formatElapsed,
} from '../../../service/contract/index.ts';
import { alarmOf, minutesAgo, ruleOf } from '../../support/views/alarms.ts';
import { computedDevice } from '../../support/views/computed.ts';
import { appDevice } from '../../support/views/devices.ts';

const CELSIUS = displayUnit('°C', undefined);
const FAHRENHEIT = displayUnit('°C', '°F');
const MOMENT = minutesAgo(0);

describe('words', () => {
  test('describe conditions in the display unit', () => {
    expect(formatAlarmKind({ kind: 'above', limit: 30 }, CELSIUS)).toBe('above 30 °C');
    expect(formatAlarmKind({ kind: 'below', limit: -0.5 }, FAHRENHEIT)).toBe('below 31.1 °F');
    expect(formatAlarmKind({ kind: 'above', limit: 2.5e-7 }, CELSIUS)).toBe('above 0.00000025 °C');
    expect(formatAlarmKind({ kind: 'no-data', limit: null }, CELSIUS)).toBe('no data');
    expect(formatRule(ruleOf('r', { lower: 10, no_data_s: 90 }).rule, CELSIUS, channelPath)).toEqual([
      'above 30 °C',
      'below 10 °C',
      'no data for 90 s',
    ]);
  });

  test('describe changes and deviations as differences in the display unit', () => {
    const change = { kind: 'change', limit: 2 } as const;
    expect(formatAlarmKind(change, CELSIUS)).toBe('changed by more than 2 °C');
    expect(formatAlarmKind(change, FAHRENHEIT, { rule: ruleOf('r', { change: 2, change_s: 600 }).rule })).toBe(
      'changed by more than 3.6 °F within 10 min',
    );
    // The rule has changed since.
    expect(formatAlarmKind(change, CELSIUS, { rule: ruleOf('r', { change: 3, change_s: 600 }).rule })).toBe(
      'changed by more than 2 °C',
    );
    const deviation = { kind: 'deviation', limit: 1 } as const;
    expect(formatAlarmKind(deviation, FAHRENHEIT)).toBe('deviates by more than 1.8 °F from its reference');
    const { rule } = ruleOf('r', {
      upper: null,
      change: 2,
      change_s: 90,
      deviation: 0.5,
      reference: { family: 'usb', serial: 'E2', channel: 'temperature' },
    });
    expect(formatAlarmKind({ ...deviation, limit: 0.5 }, CELSIUS, { rule, nameOf: channelPath })).toBe(
      'deviates by more than 0.5 °C from usb/E2/temperature',
    );
    expect(formatAlarmKind(deviation, CELSIUS, { rule, nameOf: channelPath })).toContain('from its reference');
    expect(formatRule(rule, FAHRENHEIT, channelPath)).toEqual([
      'changed by more than 3.6 °F within 1 min 30 s',
      'deviates by more than 0.9 °F from usb/E2/temperature',
    ]);
  });

  test('have a sign and the factor of the unit if they are differences', () => {
    const deviation = { kind: 'deviation' } as const;
    expect(formatAlarmValue(deviation, 1.5, FAHRENHEIT, 'temperature')).toBe('+2.70 °F');
    expect(formatAlarmValue(deviation, -1.5, CELSIUS, 1)).toBe('−1.5 °C');
    expect(formatAlarmValue({ kind: 'above' }, 30, FAHRENHEIT, 1)).toBe('86.0 °F');
    expect(formatAlarmValue({ kind: 'no-data' }, null, CELSIUS, 1)).toBe('–');
    expect(formatAlarmPeak({ kind: 'change' }, 2.25, CELSIUS)).toBe('+2.25 °C');
    expect(formatAlarmPeak({ kind: 'below' }, -2.25, CELSIUS)).toBe('−2.25 °C');
    expect(formatAlarmLimit('change', 10, FAHRENHEIT)).toBe('18 °F');
    expect(formatAlarmLimit('above', 10, FAHRENHEIT)).toBe('50 °F');
  });

  test('a computed channel has its name and no ID, and its decimals in a message', () => {
    const device = computedDevice('c1', { name: 'Margin', unit: 'K' }, 1);
    const ref = { family: 'computed', serial: 'c1', channel: 'value' } as const;
    const place = channelLabel(ref, { key: 'computed/c1', device, gone: null });
    expect(formatChannelLabel(place)).toBe('Margin · Computed');
    const alarm = alarmOf({ id: 'a', ...ref, unit: 'K', limit: 2, magnitude: 3.14159 });
    expect(formatRaised(alarm, place, displayUnit('K', undefined), 1)).toBe(
      'Margin · Computed: above\u00a02\u00a0K (3.1\u00a0K)',
    );
  });

  test('a message breaks no line between a number and its unit', () => {
    const place = { channel: 'Temperature', device: 'Cold room', serial: 'E1', isAttached: true };
    const alarm = alarmOf({ id: 'a', limit: 30, magnitude: 31.2 });
    expect(formatRaised(alarm, place, CELSIUS)).toBe(
      'Temperature · Cold room (E1): above\u00a030\u00a0°C (31.20\u00a0°C)',
    );
    const silent = alarmOf({ id: 'b', kind: 'no-data', limit: null, magnitude: null });
    expect(formatRaised(silent, place, CELSIUS)).toBe('Temperature · Cold room (E1): no\u00a0data');
    const changed = alarmOf({ id: 'c', kind: 'change', limit: 2, magnitude: -2.5 });
    expect(formatRaised(changed, place, CELSIUS, 1, ruleOf('r1', { change: 2 }))).toBe(
      'Temperature · Cold room (E1): changed by more than 2\u00a0°C within 10\u00a0min (−2.5\u00a0°C)',
    );
  });

  test.each([
    [null, null, 'active'],
    [null, MOMENT, 'acknowledged'],
    [MOMENT, null, 'unseen'],
    [MOMENT, MOMENT, 'over'],
  ] as const)('ended %s, acknowledged %s: %s', (ended, acknowledged, state) => {
    expect(alarmStateOf({ ended, acknowledged })).toBe(state);
  });

  test.each([
    [[], ''],
    [[[null, null]], '1 alarm, unacknowledged'],
    [[[null, MOMENT]], '1 alarm, acknowledged'],
    [
      [
        [null, null],
        [null, MOMENT],
      ],
      '2 alarms, 1 unacknowledged',
    ],

    [
      [
        [null, null],
        [MOMENT, null],
      ],
      '1 alarm, unacknowledged, 1 cleared',
    ],
    [
      [
        [MOMENT, null],
        [MOMENT, null],
      ],
      '2 alarms cleared, unacknowledged',
    ],
  ] as const)('%j together: %s', (moments, words) => {
    const alarms = moments.map(([ended, acknowledged]) => alarmOf({ id: '', ended, acknowledged }));
    expect(countsWords(countAlarms(alarms))).toBe(words);
  });

  test('name places as the user named them', () => {
    const channel = { family: 'usb', serial: 'E1', channel: 'temperature' } as const;
    expect(formatChannelLabel(channelLabel(channel, undefined))).toBe('temperature · E1');
    const device = appDevice({ serial: 'E1', alias: 'Cold room' });
    const record = { key: 'usb/E1', device, gone: null };
    expect(formatChannelLabel(channelLabel(channel, record))).toBe('Temperature · Cold room (E1)');
    expect(
      channelLabel(channel, { ...record, gone: { since: 0, reason: '', last: {}, isKnown: true, isAwaited: false } })
        .isAttached,
    ).toBe(false);
  });

  test('format times', () => {
    expect([0, 1, 90, 120, 5400, 7200, 172_800, 0.5].map(formatDuration)).toEqual([
      '0 s',
      '1 s',
      '90 s',
      '2 min',
      '90 min',
      '2 h',
      '2 d',
      '0.5 s',
    ]);
    expect([-5, 12_400, 125_000, 7_500_000, 3_600_000, 90_000_000].map(formatElapsed)).toEqual([
      '0 s',
      '12 s',
      '2 min',
      '2 h 5 min',
      '1 h',
      '1 d 1 h',
    ]);
  });
});

describe('routes', () => {
  test.each(['a01b2c3d4-5', '+new', '+rules', 'rules', 'ü/%'])('lead to their alarm, rule or channel: %s', (id) => {
    expect(alarmTarget(alarmRoute(id))).toEqual({ kind: 'alarms', alarm: id });
    expect(alarmTarget(ruleRoute(id))).toEqual({ kind: 'rule', id });
    const channel = { family: 'gateway', serial: id, channel: 'temperature_2' } as const;
    expect(alarmTarget(watchRoute(channel))).toEqual({ kind: 'new', channel });
  });

  test('lead to the overview pages, also from typed addresses', () => {
    expect(alarmTarget('/alarms')).toEqual({ kind: 'alarms', alarm: '' });
    expect(alarmTarget(RULES_ROUTE)).toEqual({ kind: 'rules' });
    expect(alarmTarget(NEW_RULE_ROUTE)).toEqual({ kind: 'new', channel: null });
    expect(alarmTarget(`${NEW_RULE_ROUTE}/usb/E1`)).toEqual({ kind: 'new', channel: null });
    expect(alarmTarget('/alarms/%')).toEqual({ kind: 'alarms', alarm: '%' });
  });
});
