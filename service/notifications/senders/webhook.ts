/** The request of a webhook: JSON, with an optional signature. */
import { createHmac } from 'node:crypto';
import { type DestinationFields, filledTemplate, parseHeader, type TemplateVariable } from '../../contract/index.ts';
import type { Secrets } from '../../secrets/secrets.ts';
import type { NotifiedAlarm, OutgoingMessage } from '../types.ts';
import type { HttpMessage } from './http-sender.ts';

/** As in the default body, which docs/notifications.md describes. */
interface WebhookAlarm {
  event: NotifiedAlarm['event'];
  /** When that happened, as a timestamp. */
  at: string;
  family: string;
  serial: string;
  /** The user's name of the device. */
  device: string;
  /** As in the API, `temperature`. */
  channel: string;
  channel_name: string;
  kind: string;
  severity: string;
  /** Of the rule. */
  message: string;
  /** What raised it, in `unit`: the reading or the signed difference; null for `no-data`. */
  value: number | null;
  unit: string;
  /** The exceeded limit, in `unit`; null for `no-data`. */
  limit: number | null;
  since: string;
  /** Null while active. */
  ended: string | null;
  /** Empty if not given, or not acknowledged. */
  acknowledged_by: string;
  acknowledgment_comment: string;
  /** How many times it was raised since then. */
  count: number;
  rule: string;
}

function toWebhookAlarm({ event, at, alarm, device, channel }: NotifiedAlarm): WebhookAlarm {
  return {
    event,
    at: new Date(at).toISOString(),
    family: alarm.family,
    serial: alarm.serial,
    device,
    channel: alarm.channel,
    channel_name: channel,
    kind: alarm.kind,
    severity: alarm.severity,
    message: alarm.message,
    value: alarm.magnitude,
    unit: alarm.unit,
    limit: alarm.limit,
    since: alarm.since,
    ended: alarm.ended,
    acknowledged_by: alarm.acknowledged_by,
    acknowledgment_comment: alarm.acknowledgment_comment,
    count: alarm.count,
    rule: alarm.rule,
  };
}

function eventOf({ kind, alarms }: OutgoingMessage): string {
  return kind === 'alarms' ? (alarms[0]?.event ?? 'raised') : kind;
}

function defaultBody(message: OutgoingMessage): string {
  const { id, subject, text, link, alarms } = message;
  return JSON.stringify({
    id,
    event: eventOf(message),
    title: subject,
    text,
    link,
    alarms: alarms.map(toWebhookAlarm),
  });
}

function templateBody(template: string, message: OutgoingMessage): string {
  const { id, subject, text, link, alarms } = message;
  const [first] = alarms;
  const values: Readonly<Record<TemplateVariable, string>> = {
    title: subject,
    text,
    event: eventOf(message),
    severity: first?.alarm.severity ?? '',
    device: first?.device ?? '',
    serial: first?.alarm.serial ?? '',
    channel: first?.channel ?? '',
    value: first?.value ?? '',
    limit: first?.limit ?? '',
    since: first?.alarm.since ?? '',
    message: first?.alarm.message ?? '',
    count: String(alarms.length),
    link,
    id,
  };
  return filledTemplate(template, (name) => values[name]);
}

export function webhookRequest(
  { url, method, headers, template }: DestinationFields,
  { password, signing_key }: Pick<Secrets, 'password' | 'signing_key'>,
  message: OutgoingMessage,
): HttpMessage {
  const body = Buffer.from(template === '' ? defaultBody(message) : templateBody(template, message), 'utf8');
  const signature = signing_key && createHmac('sha256', signing_key).update(body).digest('hex');
  return {
    method,
    url: new URL(url),
    headers: {
      ...Object.fromEntries(headers.map(parseHeader).map(({ name, value }) => [name, value])),
      // Node.js sends the last one of two names that differ by case only.
      'Content-Type': 'application/json; charset=utf-8',
      'X-Mensura-Id': message.id,
      ...(signature && { 'X-Mensura-Signature': `sha256=${signature}` }),
      ...(password && { Authorization: `Bearer ${password}` }),
    },
    body,
  };
}
