/** An MQTT client's configuration: interface.md#mqtt-client, and what the app API adds to it. */
import * as z from 'zod';
import { withDefaults } from './field.ts';
import { credentialError, hostError, MAX_TEXT, nameError } from './mqtt-rules.ts';
import { checked, text } from './mqtt-texts.ts';
import { transportFields } from './mqtt-transport.ts';
import { readingChoiceSchema } from './reading-choice.ts';

/** Maximum delay between two attempts, in milliseconds: a day. */
const MAX_DELAY_MS = 86_400_000;

/** @param unit with its space, as ` ms` */
export function whole(min: number, max: number, unit = ''): z.ZodInt {
  const error = ({ input }: { readonly input?: unknown }): string =>
    `must be a whole number from ${min} to ${max}${unit}${Number.isFinite(input) ? `, got ${String(input)}` : ''}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
}

function yesNo(): z.ZodBoolean {
  return z.boolean({ error: 'must be true or false' });
}

const nameSchema = checked(nameError);

/** Names of the values of `protocol_version`. */
export const MQTT_VERSIONS = { 3: 'MQTT 3.1', 4: 'MQTT 3.1.1', 5: 'MQTT 5.0' } as const;

const reconnectFields = {
  enable: yesNo().meta({
    description: 'Reconnect automatically after a disconnect.',
    default: true,
    field: { label: 'Reconnect automatically' },
  }),
  min_delay: whole(1, MAX_DELAY_MS, ' ms').meta({
    description: 'Minimum reconnect delay in milliseconds.',
    default: 1000,
    field: { label: 'Initial delay', unit: 'ms' },
  }),
  max_delay: whole(1, MAX_DELAY_MS, ' ms').meta({
    description: 'Maximum reconnect delay in milliseconds.',
    default: 60_000,
    field: { label: 'Maximum delay', unit: 'ms', affects: 'reconnect.min_delay' },
  }),
};

const fields = {
  host: checked(hostError).meta({
    description: 'Broker host name or address.',
    default: 'localhost',
    field: {
      label: 'Host',
      help: 'Host name or IP address of the broker.',
      placeholder: 'localhost',
      mono: true,
      trim: true,
      flag: '--host <host>',
    },
  }),
  name: nameSchema.meta({
    description: 'Display name and topic prefix. Default: the identifier.',
    example: 'local',
    field: {
      label: 'Name (topic prefix)',
      help: 'First part of every topic.',
      flag: '--name <name>',
      flagHelp: 'topic prefix (default: the identifier)',
    },
  }),
  username: checked(credentialError).meta({
    description: 'Broker username.',
    default: '',
    field: { label: 'Username', help: 'Only if the broker requires one.', placeholder: 'None', flag: '--user <name>' },
  }),
  port: whole(1, 65_535).meta({
    description: 'Broker port.',
    default: 1883,
    field: { label: 'Port', mono: true, flag: '--port <n>' },
  }),
  protocol_version: z
    .union([z.literal(3), z.literal(4), z.literal(5)], {
      error: 'must be 3 (MQTT 3.1), 4 (MQTT 3.1.1) or 5 (MQTT 5.0)',
    })
    .meta({
      description: '3 = MQTT 3.1, 4 = MQTT 3.1.1, 5 = MQTT 5.0.',
      default: 4,
      field: {
        label: 'Protocol version',
        choices: MQTT_VERSIONS,
        affects: 'advanced.client_id',
        flag: '--protocol-version <n>',
      },
    }),
  keep_alive: whole(0, 65_535, ' s').meta({
    description: 'Keep-alive interval in seconds. 0 disables it.',
    default: 60,
    field: {
      label: 'Keep-alive interval',
      help: 'Idle time before a keep-alive message, 1 to 65,535 s. 0 disables it.',
      unit: 's',
      flag: '--keep-alive <s>',
    },
  }),
  clean_session: yesNo().meta({
    description: 'Start with a clean session.',
    default: true,
    field: { legend: 'Session', label: 'Clean session' },
  }),
  ssl: yesNo().meta({
    description: 'Use SSL/TLS.',
    default: false,
    field: { legend: 'Encryption', label: 'Use TLS', flag: '--ssl' },
  }),
};

const reconnectSchema = z.strictObject(reconnectFields);
export type MqttReconnect = z.infer<typeof reconnectSchema>;

/** The input of a check of several fields; it adds to `issues`. */
export interface CheckContext<Value> {
  readonly value: Value;
  readonly issues: z.core.$ZodRawIssue[];
}

/** Checks the order of the delays, also if one was omitted. */
export function checkDelays({ value, issues }: CheckContext<{ reconnect?: object | undefined }>): void {
  const { min_delay, max_delay } = withDefaults(reconnectSchema, value.reconnect);
  // A delay that is out of range has its own error.
  if (min_delay <= max_delay || min_delay > MAX_DELAY_MS || max_delay < 1) return;
  issues.push({
    code: 'custom',
    path: ['reconnect', 'min_delay'],
    message: `must be at most max_delay (${max_delay} ms), got ${min_delay} ms`,
    input: value,
  });
}

/** All fields of interface.md#mqtt-client except the password: the stored form of a client. */
export const mqttClientSchema = z
  .strictObject({ ...fields, reconnect: reconnectSchema })
  .check(checkDelays)
  .meta({ id: 'MqttClientFields' });
export type MqttClientFields = z.infer<typeof mqttClientSchema>;

/** The defaults of interface.md#mqtt-client. The identifier is the default of the name, which is empty here. */
export const MQTT_DEFAULTS: MqttClientFields = withDefaults(mqttClientSchema, { name: '' });

/** `device`: one topic per device, `channel`: one topic per channel, or `both`. */
export const mqttLayoutSchema = z.enum(['device', 'channel', 'both'], { error: 'must be device, channel or both' });
export type MqttLayout = z.infer<typeof mqttLayoutSchema>;

/** Client IDs of MQTT 3.1: 1 to 23 characters. Later versions leave the length to the broker. */
const clientIdSchema = text()
  .max(MAX_TEXT, { error: `must have at most ${MAX_TEXT} characters` })
  .regex(/^[\w.:-]*$/, { error: 'must contain only letters, digits, hyphens, underscores, periods and colons' });

/** Maximum ALPN protocols of a client. */
const MAX_ALPN = 16;

/** Bytes of a protocol name, which has its length in one byte (RFC 7301, 3.1). */
const MAX_ALPN_BYTES = 255;

/** The separators of a list that is typed are excluded; registered names have none of them. */
const alpnSchema = z
  .array(text(), { error: 'must be an array of protocol names' })
  .max(MAX_ALPN, { error: `must have at most ${MAX_ALPN} protocols` })
  .check(({ value, issues }) => {
    const add = (message: string): void => void issues.push({ code: 'custom', message, input: value });
    for (const name of value) {
      const bytes = new TextEncoder().encode(name).length;
      if (bytes < 1 || bytes > MAX_ALPN_BYTES) {
        add(`must have protocol names of 1 to ${MAX_ALPN_BYTES} bytes, got ${bytes} bytes`);
      } else if (/[\s,\p{Cc}]/u.test(name) || !name.isWellFormed()) {
        add('must have protocol names without spaces, commas and control characters');
      }
    }
  });

const advancedFields = {
  enabled: yesNo().meta({
    description: 'A disabled client stays configured and does not connect.',
    default: true,
    field: {
      group: 'new',
      legend: 'Connection',
      label: 'Connect after adding',
      flag: '--disabled',
      flagHelp: 'add the client without connecting',
    },
  }),
  qos: z.union([z.literal(0), z.literal(1), z.literal(2)], { error: 'must be 0, 1 or 2' }).meta({
    description: 'Quality of service: 0 at most once, 1 at least once, 2 exactly once.',
    default: 1,
    field: {
      group: 'advanced',
      label: 'Quality of service (QoS)',
      choices: { 0: '0: at most once', 1: '1: at least once', 2: '2: exactly once' },
      flag: '--qos <n>',
    },
  }),
  layout: mqttLayoutSchema.meta({
    description: 'Publish one message per device, one per channel, or both.',
    default: 'device',
    field: {
      group: 'advanced',
      label: 'Message layout',
      choices: { device: 'One message per device', channel: 'One message per channel', both: 'Both' },
      flag: '--layout <layout>',
    },
  }),
  discovery: yesNo().meta({
    description: 'Publish Home Assistant discovery messages for every channel.',
    default: false,
    field: { group: 'advanced', legend: 'Home Assistant', label: 'Publish discovery messages', flag: '--discovery' },
  }),
  discovery_prefix: nameSchema.meta({
    description: 'Discovery prefix of Home Assistant.',
    default: 'homeassistant',
    field: {
      group: 'advanced',
      label: 'Discovery prefix',
      help: 'Default of Home Assistant: homeassistant.',
      mono: true,
      needs: 'advanced.discovery',
      flag: '--discovery-prefix <name>',
    },
  }),
  check_server_name: yesNo().meta({
    description: "With TLS: require that the broker's certificate is valid for the host.",
    default: true,
    field: {
      group: 'tls',
      label: 'Verify broker host name',
      needs: 'ssl',
      flag: '--no-check-server-name',
      flagHelp: 'do not verify the broker host name',
    },
  }),
  client_id: clientIdSchema.meta({
    description: 'Client ID sent to the broker. If empty, a stable ID is generated.',
    default: '',
    field: {
      group: 'advanced',
      label: 'Client ID',
      help: 'Empty: Mensura generates a permanent one.',
      placeholder: 'Generated',
      mono: true,
      trim: true,
      flag: '--client-id <id>',
    },
  }),
  store_and_forward: yesNo().meta({
    description: 'Store readings on disk while the broker is unreachable.',
    default: true,
    field: {
      legend: 'While disconnected',
      label: 'Store messages on disk for up to 7 days',
      flag: '--no-store-and-forward',
      flagHelp: 'discard readings while disconnected',
    },
  }),
  alpn: alpnSchema.meta({
    description: 'With TLS: protocol names offered in the handshake (ALPN, RFC 7301), in order of preference.',
    default: [],
    example: ['x-amzn-mqtt-ca'],
    field: {
      group: 'tls',
      label: 'ALPN protocols',
      help: 'Protocol names offered in the TLS handshake, separated by commas, such as x-amzn-mqtt-ca for AWS IoT on port 443. Empty offers none.',
      placeholder: 'None',
      mono: true,
      needs: 'ssl',
      flag: '--alpn <names>',
      flagHelp: 'ALPN protocol names offered in the TLS handshake, separated by commas',
    },
  }),
  readings: readingChoiceSchema,
};

/** The additional fields of the app API, except certificates, key and the proxy's password. */
export const mqttAdvancedSchema = z
  .strictObject({ ...advancedFields, ...transportFields })
  .meta({ id: 'MqttAdvanced' });
export type MqttAdvanced = z.infer<typeof mqttAdvancedSchema>;

export const MQTT_ADVANCED_DEFAULTS: MqttAdvanced = withDefaults(mqttAdvancedSchema);
