/** What plain text and HTML of a message have in common. */
import { isDifference, plural } from '../contract/index.ts';
import { labelText } from '../devices/labels.ts';
import { formatLocalRange, formatLocalTime, localOffset, type ZoneOffset } from '../support/local-time.ts';
import type { AlarmChart } from './alarm-chart.ts';
import { type AlarmRow, alarmRows } from './alarm-rows.ts';
import { eventWord, headlineOf, inOrder, subjectOf } from './message-subject.ts';
import type { AlarmEventKind, NotifiedAlarm, OutgoingMessage } from './types.ts';

/** Alarms that a message lists. It counts the others. */
const LISTED = 50;

/** In characters. */
const MAX_NAME = 100;
const MAX_HEADLINE = 250;
const MAX_LINK = 2000;

export interface MessageInput {
  kind: OutgoingMessage['kind'];
  /** `OutgoingMessage.id`. */
  id: string;
  /** At least one for `alarms`; the active ones for `daily`; none for `test`. */
  alarms: readonly NotifiedAlarm[];
  /** Name of the installation or its computer; empty: unknown. */
  installation: string;
  /** Address of the Alarms page; empty: none. */
  link: string;
  /** Of one of the alarms. */
  chart: AlarmChart | undefined;
  /** In milliseconds since 1970. */
  now: number;
  /** Default: of this computer. */
  offsetOf?: ZoneOffset;
}

/** An alarm as a message lists it. */
export interface ListedAlarm {
  event: AlarmEventKind;
  headline: string;
  rows: readonly AlarmRow[];
  /** What the chart in the HTML shows; empty: the alarm has none. */
  caption: string;
}

/** All texts are single lines without control characters. */
export interface MessageContent {
  subject: string;
  /** Sentences before the alarms. */
  intro: readonly string[];
  listed: readonly ListedAlarm[];
  /** `12 more alarms not listed.`; empty: all are listed. */
  more: string;
  link: string;
  footer: string;
}

export function contentOf(input: MessageInput): MessageContent {
  const { kind, link, now, offsetOf = localOffset } = input;
  const alarms = inOrder(input.alarms);
  const listed = alarms.slice(0, LISTED);
  // An alarm that was raised and cleared is listed twice.
  const charted = listed.find(({ alarm }) => alarm.id === input.chart?.alarm);
  return {
    subject: subjectOf(kind, alarms),
    intro: introOf(input),
    listed: listed.map((one) => ({
      event: one.event,
      headline: headlineIn(input, one),
      rows: alarmRows(one, now, offsetOf),
      caption: one === charted ? captionOf(one, input.chart, offsetOf) : '',
    })),
    more: alarms.length > LISTED ? `${plural(alarms.length - LISTED, 'more alarm')} not listed.` : '',
    link: labelText(link, MAX_LINK),
    footer: `Sent by ${describeInstallation(input)}, ${formatLocalTime(now, offsetOf)}.`,
  };
}

function describeInstallation({ installation }: MessageInput): string {
  const name = labelText(installation, MAX_NAME);
  return name ? `Mensura on ${name}` : 'Mensura';
}

function introOf(input: MessageInput): string[] {
  const { kind, alarms } = input;
  if (kind === 'alarms') return [];
  if (kind === 'test')
    return [`This is a test message from ${describeInstallation(input)}. Alarm messages arrive the same way.`];
  const active = alarms.length === 0 ? 'No active alarms.' : `${plural(alarms.length, 'active alarm')}:`;
  return [`${describeInstallation(input)} is running.`, active];
}

/** All alarms of a daily message are active. */
function headlineIn({ kind }: MessageInput, notified: NotifiedAlarm): string {
  const prefix = kind === 'alarms' ? `${eventWord(notified)}: ` : '';
  return labelText(`${prefix}${headlineOf(notified)}`, MAX_HEADLINE);
}

function captionOf({ alarm, limit }: NotifiedAlarm, chart: AlarmChart | undefined, offsetOf: ZoneOffset): string {
  if (!chart) return '';
  const range = `Last hour, ${formatLocalRange(chart.from, chart.to, offsetOf)}`;
  const dashed = limit && !isDifference(alarm.kind) ? ` Dashed line: limit ${limit}.` : '';
  return labelText(`${range}: minimum ${chart.minimum}, maximum ${chart.maximum}.${dashed}`, MAX_HEADLINE);
}
