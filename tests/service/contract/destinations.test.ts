/** What a notification destination must be. */
import { expect, test } from 'vitest';
import {
  destinationInputSchema,
  filledTemplate,
  headerError,
  mailAddressError,
  mailHostError,
  NOTIFICATION_FIELDS,
  ntfyTopicError,
  templateError,
  timeOfDayError,
  tokenError,
} from '../../../service/contract/index.ts';

const EMAIL = { kind: 'email', name: 'Lab', host: 'mail.example.com', from: 'a@example.com', to: ['b@example.com'] };
const WEBHOOK = { kind: 'webhook', name: 'Line', url: 'https://example.com/hook' };
const NTFY = { kind: 'ntfy', name: 'Phone', url: 'https://ntfy.sh', topic: 'plant' };
const HEARTBEAT = { kind: 'heartbeat', name: 'Beat', url: 'https://example.com/beat' };

/** The paths that are refused. */
function refused(input: object): string[] {
  const { error } = destinationInputSchema.safeParse(input);
  return (error?.issues ?? []).map(({ path }) => path.join('.'));
}

test('the least of each kind is accepted, with every default', () => {
  for (const input of [EMAIL, WEBHOOK, NTFY, HEARTBEAT]) expect(refused(input)).toEqual([]);
  expect(destinationInputSchema.parse(WEBHOOK)).toMatchObject({
    alarms: 'all',
    cleared: true,
    acknowledged: false,
    reminder_min: 0,
    delay_min: 0,
    quiet_days: [],
    daily_at: '',
    max_per_minute: 6,
    max_per_hour: 60,
    enabled: true,
  });
});

test.each([
  ['an e-mail without server, sender and recipients', { kind: 'email', name: 'Lab' }, ['host', 'from', 'to']],
  ['a webhook without a URL', { ...WEBHOOK, url: '' }, ['url']],
  ['ntfy without a topic', { ...NTFY, topic: '' }, ['topic']],
  ['fields of another kind', { ...WEBHOOK, topic: 'plant', host: 'mail.example.com' }, ['host', 'topic']],
  ['a password of another kind', { ...NTFY, password: 'secret' }, ['password']],
  ['a password without a username', { ...EMAIL, password: 'secret' }, ['username']],
  [
    'notifications of a heartbeat',
    { ...HEARTBEAT, reminder_min: 5, alarms: 'rules', rule_list: ['a1'] },
    ['alarms', 'rule_list', 'reminder_min'],
  ],
  ['no selected device', { ...WEBHOOK, alarms: 'devices' }, ['device_list']],
  ['no selected rule', { ...WEBHOOK, alarms: 'rules' }, ['rule_list']],
  ['quiet hours without length', { ...WEBHOOK, quiet_days: ['mon'], quiet_to: '22:00' }, ['quiet_to']],
  ['an unknown field', { ...WEBHOOK, severity: 'high' }, ['']],
])('%s is refused', (_what, input, paths) => {
  expect(refused(input).toSorted()).toEqual([...paths].toSorted());
});

test('a heartbeat has none of the fields of notifications', () => {
  expect(NOTIFICATION_FIELDS).toContain('quiet_days');
  expect(refused({ ...HEARTBEAT, quiet_from: '21:00' })).toEqual(['quiet_from']);
});

test.each(['schlüssel', 'a\u2013b', 'a\nb', 'a\u007F'])('the token %j cannot be sent in a header', (token) => {
  expect(destinationInputSchema.safeParse({ ...NTFY, token }).error?.issues).toMatchObject([
    { path: ['token'], message: 'must have printable ASCII characters only' },
  ]);
  // A password is not sent in a header.
  expect(refused({ ...EMAIL, username: 'ann', password: 'schlüssel' })).toEqual([]);
});

test.each([
  [mailHostError, ['mail.example.com', '192.0.2.1', '[2001:db8::1]', ''], ['a b', 'host/path', 'user@host']],
  [mailAddressError, ['a@example.com', 'ü@exämple.com'], ['', 'a', 'A <a@b>', 'a@b, c@d', 'a@b\nBcc: c@d']],
  [ntfyTopicError, ['plant-8c1f', 'A_1', ''], ['a b', 'a/b', 'a'.repeat(65)]],
  [tokenError, ['', 'tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2'], ['ü', 'x'.repeat(4097)]],
  [timeOfDayError, ['00:00', '23:59', ''], ['24:00', '7:00', '12:60']],
  [headerError, ['X-Site: Hall 2', 'X-Empty:'], ['X', 'a b: c', 'X: a\nb', 'Authorization: x', 'x-mensura-id: 1']],
  [templateError, ['', '{"text": "{{text}}"}', '{"n": {{count}}}'], ['{{text}}', '{"a": "{{nobody}}"}', 'text']],
] as const)('%o', (errorOf: (value: string) => string | undefined, valid, invalid) => {
  for (const value of valid) expect([value, errorOf(value)]).toEqual([value, undefined]);
  for (const value of invalid) expect([value, errorOf(value)]).toEqual([value, expect.any(String)]);
});

test('a template stays JSON whatever the texts are', () => {
  const hostile = 'a "b" \\ \n{{text}} \u2028';
  expect(JSON.parse(filledTemplate('{"text": "-{{text}}-"}', () => hostile))).toEqual({ text: `-${hostile}-` });
});
