/** Destinations that notifications of alarms are sent to: their configuration. */
import * as z from 'zod';
import { databaseCredentialError, databaseUrlError } from './database-rules.ts';
import {
  headerError,
  mailAddressError,
  mailHostError,
  ntfyTopicError,
  templateError,
  tokenError,
} from './destination-rules.ts';
import { checked, MAX_PEM, text } from './mqtt-texts.ts';
import { NOTIFICATION_FIELDS, notificationFields } from './notification-fields.ts';
import { list, whole, yesNo } from './schema-parts.ts';

/** Maximum destinations. */
export const MAX_DESTINATIONS = 20;

/** Names of the kinds. */
export const DESTINATION_KINDS = { email: 'E-mail', webhook: 'Webhook', ntfy: 'ntfy', heartbeat: 'Heartbeat' } as const;

export const destinationKindSchema = z
  .enum(['email', 'webhook', 'ntfy', 'heartbeat'], { error: 'must be email, webhook, ntfy or heartbeat' })
  .meta({ id: 'DestinationKind' });
export type DestinationKind = z.infer<typeof destinationKindSchema>;

/** The fields that only some kinds have; they have their defaults for all others. */
export const DESTINATION_KIND_FIELDS = {
  email: ['host', 'port', 'encryption', 'username', 'password', 'from', 'to'],
  webhook: ['url', 'method', 'headers', 'template', 'token', 'signing_key'],
  ntfy: ['url', 'topic', 'tags', 'token'],
  heartbeat: ['url', 'interval_min'],
} as const satisfies Record<DestinationKind, readonly string[]>;

/** The stored fields of a destination: everything except secrets. */
const storedFields = {
  kind: destinationKindSchema.meta({ field: { label: 'Type', choices: DESTINATION_KINDS } }),
  name: text()
    .min(1, { error: 'must not be empty' })
    .max(100, { error: 'must have at most 100 characters' })
    .meta({
      description: 'User-defined name, unique.',
      field: { label: 'Name', help: 'At most 100 characters.', trim: true },
    }),
  host: checked(mailHostError)
    .default('')
    .meta({
      description: '`email`: host of the mail server.',
      example: 'mail.example.com',
      field: { label: 'Mail server', placeholder: 'mail.example.com', mono: true, trim: true },
    }),
  port: whole(1, 65_535, '')
    .default(587)
    .meta({
      description: '`email`: its port. Usually 587 with STARTTLS, 465 with TLS, 25 without encryption.',
      field: { label: 'Port', help: 'Usually 587 with STARTTLS, 465 with TLS and 25 without encryption.' },
    }),
  encryption: z
    .enum(['starttls', 'tls', 'none'], { error: 'must be starttls, tls or none' })
    .default('starttls')
    .meta({
      description: '`email`: `starttls` requires encryption after connecting, `tls` from the start.',
      field: {
        label: 'Encryption',
        help: 'Without encryption, others on the network can read the messages and the password.',
        choices: { starttls: 'STARTTLS', tls: 'TLS', none: 'None' },
      },
    }),
  username: checked(databaseCredentialError)
    .default('')
    .meta({
      description: '`email`: username at the mail server. Empty: sends without signing in.',
      field: { label: 'Username', help: 'Only if the server requires one.', placeholder: 'None', trim: true },
    }),
  from: checked((value) => (value === '' ? undefined : mailAddressError(value)))
    .default('')
    .meta({
      description: "`email`: the sender's address.",
      example: 'mensura@example.com',
      field: {
        label: 'From',
        help: 'Address of the sender. Many servers accept only the one that belongs to the username.',
        placeholder: 'mensura@example.com',
        trim: true,
      },
    }),
  to: list(checked(mailAddressError), 20)
    .default([])
    .meta({
      description: '`email`: addresses of the recipients.',
      example: ['lab@example.com'],
      field: { label: 'To', help: 'At most 20 addresses, separated by commas.', placeholder: 'lab@example.com' },
    }),
  url: checked((value) => (value === '' ? undefined : databaseUrlError(value)))
    .default('')
    .meta({
      description: '`webhook`, `heartbeat`: address of the requests. `ntfy`: address of the server.',
      example: 'https://ntfy.sh',
      field: { label: 'URL', placeholder: 'https://', mono: true, trim: true },
    }),
  method: z
    .enum(['POST', 'PUT'], { error: 'must be POST or PUT' })
    .default('POST')
    .meta({
      description: '`webhook`: method of the requests.',
      field: { label: 'Method', choices: { POST: 'POST', PUT: 'PUT' } },
    }),
  headers: list(
    checked((value) => headerError(value)),
    20,
  )
    .default([])
    .meta({
      description: '`webhook`: extra headers, as `Name: value`. They are no secrets.',
      example: ['X-Site: Hall 2'],
      field: {
        group: 'advanced',
        label: 'Extra headers',
        help: 'As Name: value, separated by commas. A space is written as %20. Shown to everyone who can open this page.',
        placeholder: 'None',
        encoded: true,
      },
    }),
  template: checked(templateError)
    .default('')
    .meta({
      description: '`webhook`: JSON body with variables such as `{{text}}`. Empty: the default body.',
      example: '{"text": "{{text}}"}',
      field: {
        label: 'Body template',
        help: 'JSON with variables such as {{text}}. Leave empty for the default body, which has all alarm data.',
        placeholder: '{"text": "{{text}}"}',
        mono: true,
      },
    }),
  topic: checked(ntfyTopicError)
    .default('')
    .meta({
      description: '`ntfy`: topic. On a public server, everyone who knows it can read the messages.',
      field: {
        label: 'Topic',
        help: 'Letters, digits, _ and -. On a public server, everyone who knows it can read the messages.',
        mono: true,
        trim: true,
      },
    }),
  tags: list(
    checked((value) => (/^[\w+-]{1,40}$/.test(value) ? undefined : 'must be 1 to 40 letters, digits, _, + or -')),
    5,
  )
    .default([])
    .meta({
      description: '`ntfy`: tags of the messages. ntfy shows emoji names as emojis.',
      example: ['thermometer'],
      field: {
        group: 'advanced',
        label: 'Tags',
        help: 'At most 5, separated by commas. ntfy shows emoji names as emojis.',
        placeholder: 'None',
      },
    }),
  interval_min: whole(1, 1440, ' min')
    .default(5)
    .meta({
      description: '`heartbeat`: interval of the requests, in minutes.',
      field: { label: 'Interval', help: 'Minutes between two requests: 1 to 1440.' },
    }),
  ...notificationFields,
  check_server_name: yesNo()
    .default(true)
    .meta({
      description: "With TLS: require that the server's certificate is valid for the host.",
      field: { group: 'tls', label: 'Verify server host name' },
    }),
  enabled: yesNo()
    .default(true)
    .meta({
      description:
        'A disabled destination stays configured but receives nothing. Missed notifications are not sent later.',
      field: { group: 'new', legend: 'Notifications', label: 'Send after adding' },
    }),
};

/** The stored fields of a destination, with every default. */
export const destinationFieldsSchema = z.strictObject(storedFields).meta({ id: 'DestinationFields' });
export type DestinationFields = z.output<typeof destinationFieldsSchema>;

const SECRET_FIELDS = ['password', 'token', 'signing_key'] as const;
type SecretField = (typeof SECRET_FIELDS)[number];
type KindField = (typeof DESTINATION_KIND_FIELDS)[DestinationKind][number] | (typeof NOTIFICATION_FIELDS)[number];

function isStored(name: KindField): name is Exclude<KindField, SecretField> {
  return !(SECRET_FIELDS as readonly string[]).includes(name);
}

/** Every field that depends on the kind, without secrets. */
export const DESTINATION_OWN_FIELDS = [
  ...new Set([...Object.values(DESTINATION_KIND_FIELDS).flat(), ...NOTIFICATION_FIELDS]),
].filter(isStored);

/** The fields of a kind, secrets included. */
export function destinationFieldsOf(kind: DestinationKind): ReadonlySet<string> {
  return new Set([...DESTINATION_KIND_FIELDS[kind], ...(kind === 'heartbeat' ? [] : NOTIFICATION_FIELDS)]);
}

const REQUIRED: Readonly<Record<DestinationKind, readonly ('host' | 'from' | 'to' | 'url' | 'topic')[]>> = {
  email: ['host', 'from', 'to'],
  webhook: ['url'],
  ntfy: ['url', 'topic'],
  heartbeat: ['url'],
};

/** What an input must satisfy beyond its fields; also for files. */
export function destinationInputErrors(
  input: { kind: DestinationKind } & { [Name in keyof DestinationFields]?: DestinationFields[Name] | undefined } & {
    [Name in SecretField]?: string | undefined;
  },
): { path: string; message: string }[] {
  const errors: { path: string; message: string }[] = [];
  const own = destinationFieldsOf(input.kind);
  for (const name of DESTINATION_OWN_FIELDS) {
    const usual = storedFields[name].def.defaultValue;
    const isUsual = input[name] === undefined || JSON.stringify(input[name]) === JSON.stringify(usual);
    if (!isUsual && !own.has(name)) errors.push({ path: name, message: `must be omitted for ${input.kind}` });
  }
  for (const name of SECRET_FIELDS) {
    if ((input[name] ?? '') !== '' && !own.has(name)) {
      errors.push({ path: name, message: `must be omitted for ${input.kind}` });
    }
  }
  for (const name of REQUIRED[input.kind]) {
    if ((input[name] ?? '').length === 0) errors.push({ path: name, message: 'must not be empty' });
  }
  if ((input.password ?? '') !== '' && (input.username ?? '') === '' && input.kind === 'email') {
    errors.push({ path: 'username', message: 'must not be empty if there is a password' });
  }
  if (input.alarms === 'devices' && input.device_list?.length === 0) {
    errors.push({ path: 'device_list', message: 'must name a device' });
  }
  if (input.alarms === 'rules' && input.rule_list?.length === 0) {
    errors.push({ path: 'rule_list', message: 'must name a rule' });
  }
  if ((input.quiet_days?.length ?? 0) > 0 && input.quiet_from === input.quiet_to) {
    errors.push({ path: 'quiet_to', message: 'must differ from the start' });
  }
  return errors;
}

const secret = (label: string, help: string, errorOf = databaseCredentialError): z.ZodOptional<z.ZodString> =>
  checked(errorOf)
    .meta({
      description: 'Omit it to leave it unchanged if the address is the same; an empty string deletes it.',
      field: { secret: 'password', label, help },
    })
    .optional();

/**
 * A destination in a request. Omitted fields are set to their defaults, except the secrets: an omitted one stays, an
 * empty one is removed.
 */
export const destinationInputSchema = z
  .strictObject({
    ...storedFields,
    password: secret('Password', 'Belongs to the username.'),
    token: secret('Token', 'Sent as a bearer token. Only if the server requires one.', tokenError),
    signing_key: secret('Signing key', 'Signs each request with HMAC-SHA256 in the header X-Mensura-Signature.'),
    ca: text()
      .max(MAX_PEM, { error: `must have at most ${MAX_PEM} characters` })
      .meta({
        description: 'PEM text. Omit it to leave it unchanged; an empty string deletes it.',
        field: {
          group: 'tls',
          secret: 'certificate',
          label: 'CA certificate',
          help: 'None. The server’s certificate must be issued by a public certificate authority.',
        },
      })
      .optional(),
  })
  .check(({ value, issues }) => {
    for (const { path, message } of destinationInputErrors(value)) {
      issues.push({ code: 'custom', path: [path], message, input: value });
    }
  })
  .meta({ id: 'DestinationInput' });
/** With every default. */
export type DestinationConfigInput = z.output<typeof destinationInputSchema>;
/** Without defaults. */
export type DestinationInput = z.input<typeof destinationInputSchema>;

/** The body of PATCH. */
export const destinationPatchSchema = z.strictObject({ enabled: yesNo() }).meta({ id: 'DestinationPatch' });
