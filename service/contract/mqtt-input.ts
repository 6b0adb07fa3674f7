/** MQTT clients in requests and files: optional fields and their defaults. */
import * as z from 'zod';
import { type FieldMeta, withDefaults } from './field.ts';
import {
  type CheckContext,
  checkDelays,
  type MqttClientFields,
  mqttAdvancedSchema,
  mqttClientSchema,
} from './mqtt-client.ts';
import { credentialError, identifierError, lengthError, nameError, proxyPasswordError } from './mqtt-rules.ts';
import { checked, MAX_PEM, text } from './mqtt-texts.ts';
import { readingChoiceInputSchema } from './reading-choice.ts';

const password = checked(credentialError);

const inputFields = {
  ...z.strictObject(mqttClientSchema.shape).partial().shape,
  reconnect: mqttClientSchema.shape.reconnect.partial().optional(),
};

/** A client in the body of `add_mqtt_clients` (interface.md#mqtt-client): every field is optional. */
export const expertClientSchema = z
  .strictObject({
    ...inputFields,
    password: password.meta({ description: 'Broker password.', default: '' }).optional(),
  })
  .check(checkDelays)
  .meta({ id: 'ExpertMqttClient' });
export type ExpertMqttClient = z.infer<typeof expertClientSchema>;

/** The fields of interface.md#mqtt-client, with defaults for omitted ones. */
export function withMqttDefaults(identifier: string, input: Omit<ExpertMqttClient, 'password'>): MqttClientFields {
  return withDefaults(mqttClientSchema, { ...input, name: input.name ?? identifier });
}

/** Maximum MQTT clients. Each has a connection and an outbox on disk. */
export const MAX_MQTT_CLIENTS = 100;

/**
 * Clients by identifier. Checks the identifiers, and the names that default to them.
 * @param mayBeNone otherwise there is at least one
 */
function clientMap<Client extends z.ZodType<{ name?: string | undefined }>>(client: Client, mayBeNone = false) {
  return z.record(z.string(), client, { error: 'must be an object of clients by identifier' }).check((context) => {
    const entries = Object.entries(context.value as Record<string, { name?: string | undefined }>);
    const add = (path: string[], message: string): void => {
      context.issues.push({ code: 'custom', path, message, input: context.value });
    };
    if (entries.length === 0 && !mayBeNone) add([], 'must list at least one client');
    for (const [identifier, { name }] of entries) {
      const problem = identifierError(identifier);
      const asName = name === undefined ? nameError(identifier) : undefined;
      if (problem) add([identifier], `the identifier ${problem}`);
      else if (asName)
        add([identifier, 'name'], `is missing, and the identifier cannot be used as the name: it ${asName}`);
    }
  });
}

/** The body of `add_mqtt_clients` (interface.md#add-mqtt-clients). */
export const expertAddSchema = z
  .strictObject({ mqtt: z.strictObject({ clients: clientMap(expertClientSchema) }) })
  .meta({ id: 'ExpertAdd' });
export type ExpertAdd = z.infer<typeof expertAddSchema>;

/** The body of `remove_mqtt_client` (interface.md#remove-mqtt-clients). */
export const expertRemoveSchema = z
  .strictObject({
    mqtt: z.strictObject({
      clients: z
        .array(checked(lengthError), { error: 'must be an array of client names' })
        .min(1, { error: 'must list at least one client' }),
    }),
  })
  .meta({ id: 'ExpertRemove' });
export type ExpertRemove = z.infer<typeof expertRemoveSchema>;

function pem(field: Omit<FieldMeta, 'group' | 'needs'>): z.ZodOptional<z.ZodString> {
  return text()
    .max(MAX_PEM, { error: `must have at most ${MAX_PEM} characters` })
    .meta({
      description: 'PEM text. Omit it to leave it unchanged; an empty string deletes it.',
      field: { group: 'tls', needs: 'ssl', ...field },
    })
    .optional();
}

/** Maximum size of a PKCS#12 file, in bytes: as long a chain as in PEM. */
export const MAX_PKCS12_BYTES = 49_152;

/** Maximum length of its password, in characters. */
const MAX_PASSPHRASE = 1024;

const pkcs12Fields = {
  pkcs12: z
    .base64({ error: 'must be base64' })
    .max(Math.ceil(MAX_PKCS12_BYTES / 3) * 4, { error: `must have at most ${MAX_PKCS12_BYTES} bytes` })
    .meta({
      description:
        'A PKCS#12 file (.p12, .pfx) with the client certificate and its private key, as base64. Replaces `certificate` and `key`; only these are stored.',
      field: {
        group: 'tls',
        needs: 'ssl',
        secret: 'file',
        label: 'PKCS#12 file',
        help: 'Client certificate and private key in one file (.p12, .pfx), instead of the two fields above.',
        flag: '--pkcs12 <file>',
        flagHelp: 'client certificate and private key, PKCS#12',
      },
    })
    .optional(),
  pkcs12_passphrase: text()
    .max(MAX_PASSPHRASE, { error: `must have at most ${MAX_PASSPHRASE} characters` })
    .meta({
      description: 'Password of the PKCS#12 file. It is not stored.',
      field: {
        group: 'tls',
        needs: 'ssl',
        secret: 'password',
        label: 'PKCS#12 password',
        flag: '--pkcs12-passphrase-file <file>',
        flagHelp: 'read the password of the PKCS#12 file from a file',
      },
    })
    .optional(),
};

const advancedInput = mqttAdvancedSchema.partial().extend({
  readings: readingChoiceInputSchema.optional(),
  proxy_password: checked(proxyPasswordError)
    .meta({
      description: 'Password at the proxy. Omit it to leave it unchanged; an empty string deletes it.',
      field: {
        group: 'transport',
        secret: 'password',
        label: 'Proxy password',
        flag: '--proxy-password-file <file>',
        flagHelp: 'read the password at the proxy from a file',
      },
    })
    .optional(),
  ca: pem({
    secret: 'certificate',
    label: 'CA certificate',
    help: 'None. The broker’s certificate must be issued by a public certificate authority.',
    flag: '--ca <file>',
    flagHelp: 'trusted CA certificate, PEM',
  }),
  certificate: pem({
    secret: 'certificate',
    label: 'Client certificate',
    help: 'None. The client does not authenticate with a certificate.',
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
  ...pkcs12Fields,
});

/** MQTT 3.1 allows client IDs of at most 23 characters. */
function checkClientId({
  value,
  issues,
}: CheckContext<{
  protocol_version?: number | undefined;
  advanced?: { client_id?: string | undefined } | undefined;
}>): void {
  const { protocol_version, advanced } = value;
  if (protocol_version !== 3 || (advanced?.client_id ?? '').length <= 23) return;
  issues.push({
    code: 'custom',
    path: ['advanced', 'client_id'],
    message: 'must have at most 23 characters with MQTT 3.1',
    input: value,
  });
}

/**
 * A client in an update or a test of the app API. Omitted fields are set to their defaults, except the secrets: an
 * omitted password, certificate or key stays, an empty one is removed.
 */
export const mqttClientInputSchema = z
  .strictObject({
    ...inputFields,
    password: password
      .meta({
        description: 'Omit it to leave it unchanged if the address is the same; an empty string deletes it.',
        field: { secret: 'password', label: 'Password' },
      })
      .optional(),
    advanced: advancedInput.optional(),
  })
  .check(checkDelays)
  .check(checkClientId)
  .meta({ id: 'MqttClientInput' });
export type MqttClientInput = z.infer<typeof mqttClientInputSchema>;

/** A new client of the app API. */
export const mqttClientCreateSchema = z
  .strictObject({
    ...mqttClientInputSchema.shape,
    identifier: checked(identifierError).meta({
      field: {
        group: 'advanced',
        label: 'Identifier',
        help: 'Identifies this client in the API and in files. Cannot be changed later.',
        mono: true,
        trim: true,
      },
    }),
  })
  .check(checkDelays)
  .check(checkClientId)
  .check(({ value, issues }) => {
    const problem = value.name === undefined ? nameError(value.identifier) : undefined;
    if (problem) issues.push({ code: 'custom', path: ['name'], message: problem, input: value });
  })
  .meta({ id: 'MqttClientCreate' });
export type MqttClientCreate = z.infer<typeof mqttClientCreateSchema>;

/**
 * A client in an imported file, with certificates and keys as PEM. `secret` is the reference of our own file to stored
 * secrets; it is ignored.
 */
const importedClientSchema = z
  .strictObject({
    ...mqttClientInputSchema.shape,
    advanced: advancedInput.omit({ pkcs12: true, pkcs12_passphrase: true }).optional(),
    secret: z.string().optional(),
  })
  .check(checkDelays)
  .check(checkClientId);

/**
 * A file of clients: our own `mqtt-clients.json`, an export, or the vendor's file of the same shape, which has
 * passwords in clear text.
 */
export const mqttImportSchema = z
  .strictObject({ mqtt: z.strictObject({ clients: clientMap(importedClientSchema) }) })
  .meta({ id: 'MqttImport' });
export type MqttImport = z.infer<typeof mqttImportSchema>;

/** All clients of an installation, possibly none: a part of a backup. */
export const mqttBackupSchema = z
  .strictObject({ mqtt: z.strictObject({ clients: clientMap(importedClientSchema, true) }) })
  .refine(({ mqtt }) => Object.keys(mqtt.clients).length <= MAX_MQTT_CLIENTS, {
    message: `must have at most ${MAX_MQTT_CLIENTS} clients`,
    path: ['mqtt', 'clients'],
  })
  .meta({ id: 'MqttBackup' });
export type MqttBackup = z.infer<typeof mqttBackupSchema>;
