import { describe, expect, test } from 'vitest';
import type { Alarm } from '../../../service/contract/index.ts';
import { composeMessage } from '../../../service/notifications/compose-message.ts';
import type { MessageInput } from '../../../service/notifications/message-content.ts';
import type { NotifiedAlarm } from '../../../service/notifications/types.ts';
import { alarmOf } from '../../support/views/alarms.ts';

const NOW = Date.UTC(2026, 10, 29, 13, 14, 10);

function notified({ alarm = {}, ...facts }: Partial<Omit<NotifiedAlarm, 'alarm'>> & { alarm?: Partial<Alarm> } = {}) {
  return {
    event: 'raised',
    at: NOW,
    device: 'Cold room (E1)',
    channel: 'Temperature',
    value: '31.20 °C',
    limit: '30 °C',
    condition: 'Temperature above 30 °C',
    ...facts,
    alarm: alarmOf({ id: 'a1', since: '2026-11-29T13:02:10.000Z', ...alarm }),
  } satisfies NotifiedAlarm;
}

const SILENT = notified({
  device: 'E24638',
  channel: 'co2',
  value: '',
  limit: '',
  condition: 'co2 has no data',
  alarm: { id: 'a2', serial: 'E24638', kind: 'no-data', limit: null, magnitude: null },
});

const COMPUTED = notified({
  device: '',
  channel: 'Dew point margin',
  condition: 'Dew point margin below 2 K',
  alarm: { family: 'computed', serial: 'c1', kind: 'below' },
});

function compose(input: Partial<MessageInput>) {
  return composeMessage({
    kind: 'alarms',
    id: 'm-1',
    alarms: [],
    installation: 'lab-pc',
    link: 'http://127.0.0.1:11395/#/alarms',
    chart: undefined,
    now: NOW,
    offsetOf: () => 60,
    ...input,
  });
}

const subjectOf = (...alarms: NotifiedAlarm[]): string => compose({ alarms }).subject;

describe('the subject', () => {
  test.each([
    ['raised', 'Alarm: Cold room: Temperature above 30 °C (31.20 °C)'],
    ['cleared', 'Cleared: Cold room: Temperature above 30 °C'],
    ['acknowledged', 'Acknowledged: Cold room: Temperature above 30 °C'],
    ['reminder', 'Reminder: Cold room: Temperature above 30 °C'],
  ] as const)('of one alarm starts with what happened: %s', (event, subject) => {
    expect(subjectOf(notified({ event }))).toBe(subject);
  });

  test('has the serial number of a device without a name, and no device of a computed channel', () => {
    expect(subjectOf(SILENT)).toBe('Alarm: E24638: co2 has no data');
    expect(subjectOf(COMPUTED)).toBe('Alarm: Dew point margin below 2 K (31.20 °C)');
  });

  test('of several counts all and names three', () => {
    const one = notified();
    expect(subjectOf(one, SILENT)).toBe('2 alarms: Cold room: Temperature above 30 °C, E24638: co2 has no data');
    expect(subjectOf(one, SILENT, COMPUTED, one, one)).toBe(
      '5 alarms: Cold room: Temperature above 30 °C, E24638: co2 has no data, Dew point margin below 2 K and 2 more',
    );
    const cleared = notified({ event: 'cleared' });
    expect(subjectOf(cleared, cleared)).toMatch(/^2 alarms cleared: Cold room/);
    const reminder = notified({ event: 'reminder' });
    expect(subjectOf(reminder, reminder)).toMatch(/^Reminder about 2 alarms: Cold room/);
    const acknowledged = notified({ event: 'acknowledged' });
    expect(subjectOf(acknowledged, acknowledged)).toMatch(/^2 alarms acknowledged: Cold room/);
    expect(subjectOf(cleared, acknowledged, reminder, SILENT, one)).toBe(
      '2 alarms, 1 reminder, 1 acknowledged, 1 cleared: E24638: co2 has no data, Cold room: Temperature above 30 °C, Cold room: Temperature above 30 °C and 2 more',
    );
  });

  test('of a daily message and a test', () => {
    const daily = (...alarms: NotifiedAlarm[]) => compose({ kind: 'daily', alarms }).subject;
    expect(daily()).toBe('Mensura is running: no active alarms');
    expect(daily(SILENT)).toBe('Mensura is running: 1 active alarm');
    expect(daily(SILENT, COMPUTED)).toBe('Mensura is running: 2 active alarms');
    expect(compose({ kind: 'test' }).subject).toBe('Test message from Mensura');
  });

  test('is one line of bounded length, whatever the names are', () => {
    const hostile = 'A\r\nBcc: all@example.com\u0000\u001b[31m\u2028\u202e\u2066\ud800';
    const alarm = notified({ device: `${hostile} (E1)`, condition: `${hostile} above 30 °C`, value: hostile });
    expect(subjectOf(alarm)).toBe(
      'Alarm: A Bcc: all@example.com [31m : A Bcc: all@example.com [31m above 30 °C (A Bcc: all@example.com [31m )',
    );
    const long = notified({ device: '🌡'.repeat(5000), condition: 'x'.repeat(5000) });
    for (const subject of [subjectOf(alarm, alarm), subjectOf(long), subjectOf(long, long, long, long)]) {
      expect(subject).not.toMatch(/[\p{Cc}\u2028\u202e\u2066\p{Cs}]/u);
      expect(Array.from(subject).length).toBeLessThanOrEqual(250);
    }
  });
});

test('a critical alarm and its message come first', () => {
  const critical = notified({
    condition: 'Pressure below 2 bar',
    alarm: { severity: 'critical', message: 'Call 112.' },
  });
  const information = notified({ condition: 'Door open', alarm: { severity: 'information' } });
  expect(subjectOf(critical)).toBe('Critical alarm: Cold room: Pressure below 2 bar (31.20 °C)');
  expect(subjectOf(information)).toBe('Information: Cold room: Door open (31.20 °C)');
  const { text, alarms } = compose({ alarms: [information, notified({}), critical] });
  expect(alarms.map(({ alarm }) => alarm.severity)).toEqual(['critical', 'warning', 'information']);
  expect(text).toMatch(
    /^Critical alarm: Cold room: Pressure below 2 bar\n {2}Message: Call 112\.\n {2}Severity: Critical\n/,
  );
});

describe('the text', () => {
  test('of one alarm has its facts, the local time and the window', () => {
    const { text } = compose({ alarms: [notified({ alarm: { count: 3 } })] });
    expect(text).toBe(`Device: Cold room (E1)
Channel: Temperature
Trigger value: 31.20 °C
Limit: above 30 °C
Since: 2026-11-29 14:02:10 +01:00 (12 min)
State: Active
Count: raised 3 times

Open Mensura: http://127.0.0.1:11395/#/alarms

Sent by Mensura on lab-pc, 2026-11-29 14:14:10 +01:00.
`);
  });

  test('of several lists what needs attention first', () => {
    const cleared = notified({
      event: 'cleared',
      alarm: {
        ended: '2026-11-29T13:14:10.000Z',
        acknowledged: '2026-11-29T13:04:00.000Z',
        acknowledged_by: 'Ann',
        acknowledgment_comment: 'Door closed.\nSeal ordered.',
      },
    });
    const { text, alarms } = compose({ alarms: [cleared, SILENT], link: '', installation: '', offsetOf: () => -210 });
    expect(text).toBe(`Alarm: E24638: co2 has no data
  Device: E24638
  Channel: co2
  Since: 2026-11-29 09:32:10 -03:30 (12 min)
  State: Active

Cleared: Cold room: Temperature above 30 °C
  Device: Cold room (E1)
  Channel: Temperature
  Trigger value: 31.20 °C
  Limit: above 30 °C
  Raised: 2026-11-29 09:32:10 -03:30
  Cleared: 2026-11-29 09:44:10 -03:30 (after 12 min)
  State: Cleared
  Acknowledged: 2026-11-29 09:34:00 -03:30
  Acknowledged by: Ann
  Comment: Door closed. Seal ordered.

Sent by Mensura, 2026-11-29 09:44:10 -03:30.
`);
    expect(alarms.map(({ event }) => event)).toEqual(['raised', 'cleared']);
  });

  test('lists at most 50 alarms', () => {
    const { text, html, alarms, subject } = compose({ alarms: Array.from({ length: 53 }, () => notified()) });
    expect(text.match(/State: Active/g)).toHaveLength(50);
    expect(text).toContain('\n\n3 more alarms not listed.\n\n');
    expect(html.match(/<table/g)).toHaveLength(50);
    expect(html).toContain('>3 more alarms not listed.</p>');
    expect(alarms).toHaveLength(53);
    expect(subject).toMatch(/^53 alarms: .* and 50 more$/);
  });

  test('of a daily message states that Mensura is running, and the active alarms', () => {
    expect(compose({ kind: 'daily', link: '' }).text).toBe(`Mensura on lab-pc is running.

No active alarms.

Sent by Mensura on lab-pc, 2026-11-29 14:14:10 +01:00.
`);
    expect(compose({ kind: 'daily', alarms: [SILENT], link: '' }).text).toBe(`Mensura on lab-pc is running.

1 active alarm:

E24638: co2 has no data
  Device: E24638
  Channel: co2
  Since: 2026-11-29 14:02:10 +01:00 (12 min)
  State: Active

Sent by Mensura on lab-pc, 2026-11-29 14:14:10 +01:00.
`);
  });

  test('of a test says what it is', () => {
    const message = compose({ kind: 'test', link: '' });
    expect(message).toMatchObject({ id: 'm-1', kind: 'test', alarms: [], at: NOW, chart: undefined });
    expect(message.text).toMatch(/^This is a test message from Mensura on lab-pc\. /);
  });

  test('has no lines but its own, whatever the names are', () => {
    const hostile = notified({ device: 'A\nState: Cleared\u202e', channel: 'B\r\n\r\nC' });
    const { text } = compose({ alarms: [hostile], installation: 'lab\nFrom: x', link: 'http://h/\n.' });
    expect(text.split('\n').filter((line) => /^(State|From|\.)/.test(line))).toEqual(['State: Active']);
    expect(text).not.toContain('\u202e');
  });
});

describe('the HTML', () => {
  const CHART = { alarm: 'a1', png: Buffer.from('png'), minimum: '29.80 °C', maximum: '31.25 °C' };
  const chart = { ...CHART, from: NOW - 3_600_000, to: NOW };

  test('has the facts in a table and the link', () => {
    const { html } = compose({ alarms: [notified()] });
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(html).toContain('>Alarm: Cold room: Temperature above 30 °C</p>');
    expect(html).toMatch(/<th scope="row"[^>]*>Limit<\/th><td[^>]*>above 30 °C<\/td>/);
    expect(html).toContain('<a href="http://127.0.0.1:11395/#/alarms"');
  });

  test('escapes all names', () => {
    const evil = `<img src=x onerror="alert('1')">&`;
    const { html } = compose({ alarms: [notified({ device: evil, channel: evil })], installation: evil, link: '' });
    expect(html).not.toContain('<img');
    expect(html.match(/&lt;img src=x onerror=&quot;alert\(&#39;1&#39;\)&quot;&gt;&amp;/g)).toHaveLength(5);
  });

  test('links only to web pages, and loads nothing', () => {
    const { html } = compose({ alarms: [notified()], link: 'javascript:alert(1)' });
    expect(html).not.toContain('<a ');
    const linked = compose({ alarms: [notified()], chart, link: 'https://lab/"onclick="x' }).html;
    expect(linked).toContain('<a href="https://lab/&quot;onclick=&quot;x"');
    expect(linked.match(/(?:src|href)="[^"]*"/g)).toEqual([
      'src="cid:chart"',
      'href="https://lab/&quot;onclick=&quot;x"',
    ]);
    expect(linked).not.toMatch(/url\(|<script|<link|@import/);
  });

  test('shows the chart with the alarm that it belongs to, and names its extremes', () => {
    const { html, chart: png } = compose({ alarms: [SILENT, notified(), notified({ event: 'cleared' })], chart });
    const caption = 'Last hour, 13:14 to 14:14 +01:00: minimum 29.80 °C, maximum 31.25 °C. Dashed line: limit 30 °C.';
    expect(png).toBe(chart.png);
    expect(html).toContain(`<img src="cid:chart" width="600" height="180" alt="Chart. ${caption}"`);
    expect(html.indexOf('cid:chart')).toBeGreaterThan(html.indexOf('Temperature above'));
    expect(html.match(/cid:chart/g)).toHaveLength(1);
  });

  test('has no chart of an alarm that it does not list', () => {
    const message = compose({ alarms: [SILENT], chart });
    expect(message.chart).toBeUndefined();
    expect(message.html).not.toContain('cid:');
  });
});

test('uses the time zone of the computer by default', () => {
  const { text } = compose({ kind: 'test', offsetOf: undefined as never });
  const [, stamp = ''] = /, (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d\d:\d\d)\.\n$/.exec(text) ?? [];
  expect(Date.parse(stamp.replace(' ', 'T').replace(' ', ''))).toBe(NOW);
});
