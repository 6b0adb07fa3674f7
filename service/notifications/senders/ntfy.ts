/** The request to an ntfy server (https://docs.ntfy.sh/publish/#publish-as-json). */
import type { AlarmSeverity, DestinationFields } from '../../contract/index.ts';
import type { Secrets } from '../../secrets/secrets.ts';
import type { OutgoingMessage } from '../types.ts';
import type { HttpMessage } from './http-sender.ts';

/** ntfy turns longer messages into attachments; in bytes, with some reserve. */
const MAX_MESSAGE_BYTES = 4000;

/** Priority of messages without raised alarms: the default of ntfy. */
const DEFAULT_PRIORITY = 3;

/** Priorities of raised alarms (ntfy documentation, "Message priority"): 5 is the highest. */
const PRIORITIES = { information: 3, warning: 4, critical: 5 } as const satisfies Record<AlarmSeverity, number>;

const MORE = '\n…';

/** The start of a text, up to a line end if there is one. */
function shortened(text: string): string {
  if (Buffer.byteLength(text) <= MAX_MESSAGE_BYTES) return text;
  const maxBytes = MAX_MESSAGE_BYTES - Buffer.byteLength(MORE);
  // Half a character at the end becomes a replacement character.
  const start = Buffer.from(text)
    .subarray(0, maxBytes)
    .toString('utf8')
    .replace(/\uFFFD$/, '');
  const lineEnd = start.lastIndexOf('\n');
  return (lineEnd > 0 ? start.slice(0, lineEnd) : start) + MORE;
}

export function ntfyRequest(
  { url, topic, tags }: DestinationFields,
  { password }: Pick<Secrets, 'password'>,
  { kind, subject, text, link, alarms }: OutgoingMessage,
): HttpMessage {
  const raised = kind === 'alarms' ? alarms.filter(({ event }) => event === 'raised') : [];
  const body = {
    topic,
    title: subject,
    message: shortened(text),
    priority: Math.max(DEFAULT_PRIORITY, ...raised.map(({ alarm }) => PRIORITIES[alarm.severity])),
    ...(tags.length > 0 && { tags }),
    ...(link && { click: link }),
  };
  return {
    method: 'POST',
    url: new URL(url),
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      ...(password && { Authorization: `Bearer ${password}` }),
    },
    body: Buffer.from(JSON.stringify(body), 'utf8'),
  };
}
