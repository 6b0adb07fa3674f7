/** Databases that readings are written to: their configuration. */
import * as z from 'zod';
import {
  databaseCredentialError,
  databasePathError,
  databaseTagError,
  databaseTextError,
  databaseUrlError,
  measurementError,
  parseDatabaseTag,
} from './database-rules.ts';
import type { FieldMeta } from './field.ts';
import { checked, MAX_PEM, text } from './mqtt-texts.ts';
import { READING_CHOICE_DEFAULTS, readingChoiceSchema } from './reading-choice.ts';

/** Maximum databases. Each has its connections and an outbox on disk. */
export const MAX_DATABASES = 20;

/** Maximum extra tags of a database. */
const MAX_TAGS = 20;

/** Names of the kinds. */
export const DATABASE_KINDS = {
  influxdb1: 'InfluxDB 1',
  influxdb2: 'InfluxDB 2 or 3',
  victoriametrics: 'VictoriaMetrics',
  'line-protocol': 'Other, with the line protocol',
} as const;

export const databaseKindSchema = z
  .enum(['influxdb1', 'influxdb2', 'victoriametrics', 'line-protocol'], {
    error: 'must be influxdb1, influxdb2, victoriametrics or line-protocol',
  })
  .meta({ id: 'DatabaseKind' });
export type DatabaseKind = z.infer<typeof databaseKindSchema>;

/** The fields that only some kinds have; they are empty for all others. */
export const DATABASE_KIND_FIELDS = {
  influxdb1: ['database', 'retention_policy', 'username', 'password'],
  influxdb2: ['organization', 'bucket', 'token'],
  victoriametrics: ['path', 'username', 'password', 'token'],
  'line-protocol': ['username', 'password', 'token'],
} as const satisfies Record<DatabaseKind, readonly string[]>;

/** Every field that depends on the kind. */
export const KIND_FIELDS = [
  'database',
  'retention_policy',
  'organization',
  'bucket',
  'path',
  'username',
  'password',
  'token',
] as const;

function yesNo(): z.ZodBoolean {
  return z.boolean({ error: 'must be true or false' });
}

function pem(field: Omit<FieldMeta, 'group'>): z.ZodOptional<z.ZodString> {
  return text()
    .max(MAX_PEM, { error: `must have at most ${MAX_PEM} characters` })
    .meta({
      description: 'PEM text. Omit it to leave it unchanged; an empty string deletes it.',
      field: { group: 'tls', ...field },
    })
    .optional();
}

const tagsSchema = z
  .array(text(), { error: 'must be an array of texts such as site=Hall 2' })
  .max(MAX_TAGS, { error: `must have at most ${MAX_TAGS} tags` })
  .check(({ value, issues }) => {
    const names = new Set<string>();
    for (const tag of value) {
      const { name } = parseDatabaseTag(tag);
      const message = databaseTagError(tag) ?? (names.has(name) ? `has the tag ${name} twice` : undefined);
      names.add(name);
      if (message) issues.push({ code: 'custom', message, input: value });
    }
  });

/** The stored fields of a database: everything except secrets. */
const storedFields = {
  kind: databaseKindSchema.meta({
    field: { label: 'Type', choices: DATABASE_KINDS, flag: '--kind <kind>' },
  }),
  name: text()
    .min(1, { error: 'must not be empty' })
    .max(100, { error: 'must have at most 100 characters' })
    .meta({
      description: 'User-defined name, unique.',
      field: { label: 'Name', help: 'At most 100 characters.', trim: true, flag: '--name <name>' },
    }),
  url: checked(databaseUrlError).meta({
    description: 'Base URL of the server; for `line-protocol` the complete URL of its write endpoint.',
    example: 'http://localhost:8086',
    field: {
      label: 'URL',
      help: 'Address of the server, with its port.',
      placeholder: 'http://localhost:8086',
      mono: true,
      trim: true,
      flag: '--server <url>',
    },
  }),
  database: checked(databaseTextError)
    .default('')
    .meta({
      description: '`influxdb1`: name of the database, which must exist.',
      field: {
        label: 'Database',
        help: 'Must exist on the server.',
        mono: true,
        trim: true,
        flag: '--database <name>',
      },
    }),
  retention_policy: checked(databaseTextError)
    .default('')
    .meta({
      description: '`influxdb1`: retention policy. Empty: the default of the database.',
      field: {
        label: 'Retention policy',
        help: 'Empty: the default of the database.',
        placeholder: 'Default',
        mono: true,
        trim: true,
        flag: '--retention-policy <name>',
      },
    }),
  organization: checked(databaseTextError)
    .default('')
    .meta({
      description: '`influxdb2`: name or ID of the organization. Empty for InfluxDB 3, which has none.',
      field: {
        label: 'Organization',
        help: 'Name or ID. Empty for InfluxDB 3.',
        mono: true,
        trim: true,
        flag: '--organization <name>',
      },
    }),
  bucket: checked(databaseTextError)
    .default('')
    .meta({
      description: '`influxdb2`: name or ID of the bucket (InfluxDB 3: of the database).',
      field: {
        label: 'Bucket',
        help: 'Must exist on the server. With InfluxDB 3, the database.',
        mono: true,
        trim: true,
        flag: '--bucket <name>',
      },
    }),
  path: checked(databasePathError)
    .default('')
    .meta({
      description: '`victoriametrics`: path before `/write`. Empty for a single server.',
      example: '/insert/0/influx',
      field: {
        label: 'Path',
        help: 'Empty for a single server. For a cluster: /insert/0/influx, where 0 is the tenant.',
        placeholder: '/insert/0/influx',
        mono: true,
        trim: true,
        flag: '--path <path>',
      },
    }),
  username: checked(databaseCredentialError)
    .default('')
    .meta({
      description: 'Username for HTTP basic authentication. Not for `influxdb2`.',
      field: {
        label: 'Username',
        help: 'Only if the server requires one.',
        placeholder: 'None',
        trim: true,
        flag: '--user <name>',
      },
    }),
  measurement: checked(measurementError)
    .default('mensura')
    .meta({
      description: 'Name of the measurement that every line is written to.',
      field: {
        group: 'advanced',
        label: 'Measurement',
        help: 'Name of the measurement that all readings are written to.',
        mono: true,
        trim: true,
        flag: '--measurement <name>',
      },
    }),
  tags: tagsSchema.default([]).meta({
    description: 'Extra tags of every line, as `name=value`.',
    example: ['site=Hall 2'],
    field: {
      group: 'advanced',
      label: 'Extra tags',
      help: 'Added to every line, as name=value, separated by commas. A space is written as %20.',
      placeholder: 'None',
      encoded: true,
      flag: '--tags <tags>',
      flagHelp: 'extra tags of every line, as name=value, separated by commas',
    },
  }),
  gzip: yesNo()
    .default(true)
    .meta({
      description: 'Compress requests.',
      field: {
        group: 'advanced',
        legend: 'Transfer',
        label: 'Compress with gzip',
        flag: '--no-gzip',
        flagHelp: 'do not compress requests',
      },
    }),
  check_server_name: yesNo()
    .default(true)
    .meta({
      description: "With https: require that the server's certificate is valid for the host.",
      field: {
        group: 'tls',
        label: 'Verify server host name',
        flag: '--no-check-server-name',
        flagHelp: 'do not verify the server host name',
      },
    }),
  readings: readingChoiceSchema.default(READING_CHOICE_DEFAULTS).meta({ description: 'Which readings are written.' }),
  enabled: yesNo()
    .default(true)
    .meta({
      description: 'A disabled database stays configured; readings are not written.',
      field: {
        group: 'new',
        legend: 'Connection',
        label: 'Write after adding',
        flag: '--disabled',
        flagHelp: 'add the database without writing to it',
      },
    }),
};

/** The stored fields of a database, with every default. */
export const databaseFieldsSchema = z.strictObject(storedFields).meta({ id: 'DatabaseFields' });
export type DatabaseFields = z.output<typeof databaseFieldsSchema>;

const secret = (label: string, help: string): z.ZodOptional<z.ZodString> =>
  checked(databaseCredentialError)
    .meta({
      description: 'Omit it to leave it unchanged if the address is the same; an empty string deletes it.',
      field: { secret: 'password', label, help },
    })
    .optional();

/** What an input must satisfy beyond its fields; also for files. */
export function databaseInputErrors(
  input: { kind: DatabaseKind } & { [Name in (typeof KIND_FIELDS)[number] | 'url']?: string | undefined },
): { path: string; message: string }[] {
  const errors: { path: string; message: string }[] = [];
  const own: readonly string[] = DATABASE_KIND_FIELDS[input.kind];
  for (const field of KIND_FIELDS) {
    if ((input[field] ?? '') !== '' && !own.includes(field)) {
      errors.push({ path: field, message: `must be empty for ${input.kind}` });
    }
  }
  const required = {
    influxdb1: 'database',
    influxdb2: 'bucket',
    victoriametrics: undefined,
    'line-protocol': undefined,
  };
  const needed = required[input.kind] as 'database' | 'bucket' | undefined;
  if (needed && (input[needed] ?? '') === '') errors.push({ path: needed, message: 'must not be empty' });
  if (input.kind !== 'line-protocol' && (input.url ?? '').includes('?')) {
    errors.push({ path: 'url', message: 'must not contain ?' });
  }
  if ((input.token ?? '') !== '' && (input.username ?? '') !== '') {
    errors.push({ path: 'token', message: 'must be empty if there is a username' });
  }
  if ((input.password ?? '') !== '' && (input.username ?? '') === '' && own.includes('username')) {
    errors.push({ path: 'username', message: 'must not be empty if there is a password' });
  }
  return errors;
}

/**
 * A database in a request. Omitted fields are set to their defaults, except the secrets: an omitted password, token,
 * certificate or key stays, an empty one is removed.
 */
export const databaseInputSchema = z
  .strictObject({
    ...storedFields,
    readings: readingChoiceSchema.partial().optional().meta({
      description: 'Which readings are written. Omitted members are set to their defaults.',
    }),
    password: secret('Password', 'Belongs to the username.'),
    token: secret('Token', 'API token with write access.'),
    ca: pem({
      secret: 'certificate',
      label: 'CA certificate',
      help: 'None. The server’s certificate must be issued by a public certificate authority.',
      flag: '--ca <file>',
      flagHelp: 'trusted CA certificate, PEM',
    }),
    certificate: pem({
      secret: 'certificate',
      label: 'Client certificate',
      help: 'None.',
      flag: '--certificate <file>',
      flagHelp: 'client certificate, PEM',
    }),
    key: pem({
      secret: 'key',
      label: 'Client private key',
      help: 'None.',
      flag: '--key <file>',
      flagHelp: 'client private key, PEM',
    }),
  })
  .check(({ value, issues }) => {
    for (const { path, message } of databaseInputErrors(value)) {
      issues.push({ code: 'custom', path: [path], message, input: value });
    }
  })
  .meta({ id: 'DatabaseInput' });
/** With every default. */
export type DatabaseConfigInput = z.output<typeof databaseInputSchema>;
/** Without defaults. */
export type DatabaseInput = z.input<typeof databaseInputSchema>;

/** The body of PATCH. */
export const databasePatchSchema = z.strictObject({ enabled: yesNo() }).meta({ id: 'DatabasePatch' });
