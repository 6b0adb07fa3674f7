/** An MQTT client's configuration: interface.md#mqtt-client, and what the app API adds to it. */
import * as z from 'zod';
import { credentialError, hostError, MAX_TEXT, nameError } from './mqtt-rules.ts';

/** The defaults of interface.md#mqtt-client. The identifier is the default of the name. */
export const MQTT_DEFAULTS = {
  host: 'localhost',
  username: '',
  password: '',
  port: 1883,
  protocol_version: 4,
  keep_alive: 60,
  clean_session: true,
  ssl: false,
  reconnect: { enable: true, min_delay: 1000, max_delay: 60_000 },
} as const;

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

export function text(): z.ZodString {
  return z.string({ error: 'must be a string' });
}

/** A string with a check that returns its error. */
export function checked(problem: (value: string) => string | undefined): z.ZodString {
  return text().check((context) => {
    const message = problem(context.value);
    if (message) context.issues.push({ code: 'custom', message, input: context.value });
  });
}

const nameSchema = checked(nameError);

const reconnectFields = {
  enable: yesNo().meta({ description: 'Reconnect automatically after a disconnect.', default: true }),
  min_delay: whole(1, MAX_DELAY_MS, ' ms').meta({
    description: 'Minimum reconnect delay in milliseconds.',
    default: MQTT_DEFAULTS.reconnect.min_delay,
  }),
  max_delay: whole(1, MAX_DELAY_MS, ' ms').meta({
    description: 'Maximum reconnect delay in milliseconds.',
    default: MQTT_DEFAULTS.reconnect.max_delay,
  }),
};

const fields = {
  host: checked(hostError).meta({ description: 'Broker host name or address.', default: MQTT_DEFAULTS.host }),
  name: nameSchema.meta({
    description: 'Display name and topic prefix. Default: the identifier.',
    example: 'local',
  }),
  username: checked(credentialError).meta({ description: 'Broker user name.', default: '' }),
  port: whole(1, 65_535).meta({ description: 'Broker port.', default: MQTT_DEFAULTS.port }),
  protocol_version: z
    .union([z.literal(3), z.literal(4), z.literal(5)], {
      error: 'must be 3 (MQTT 3.1), 4 (MQTT 3.1.1) or 5 (MQTT 5.0)',
    })
    .meta({ description: '3 = MQTT 3.1, 4 = MQTT 3.1.1, 5 = MQTT 5.0.', default: MQTT_DEFAULTS.protocol_version }),
  keep_alive: whole(0, 65_535, ' s').meta({
    description: 'Keep-alive interval in seconds. 0 disables it.',
    default: MQTT_DEFAULTS.keep_alive,
  }),
  clean_session: yesNo().meta({ description: 'Start with a clean session.', default: true }),
  ssl: yesNo().meta({ description: 'Use SSL/TLS.', default: false }),
};

const reconnectSchema = z.strictObject(reconnectFields);
export type MqttReconnect = z.infer<typeof reconnectSchema>;

export type ReconnectInput = { [Field in keyof MqttReconnect]?: MqttReconnect[Field] | undefined };

/** The input of a check of several fields; it adds to `issues`. */
export interface CheckContext<Value> {
  readonly value: Value;
  readonly issues: z.core.$ZodRawIssue[];
}

/** The delays, with defaults for omitted ones. */
export function reconnectOf({ enable, min_delay, max_delay }: ReconnectInput): MqttReconnect {
  const { reconnect } = MQTT_DEFAULTS;
  return {
    enable: enable ?? reconnect.enable,
    min_delay: min_delay ?? reconnect.min_delay,
    max_delay: max_delay ?? reconnect.max_delay,
  };
}

/** Checks the order of the delays, also if one was omitted. */
export function checkDelays({ value, issues }: CheckContext<{ reconnect?: ReconnectInput | undefined }>): void {
  const { min_delay, max_delay } = reconnectOf(value.reconnect ?? {});
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

/** `device`: one topic per device, `channel`: one topic per channel, or `both`. */
export const mqttLayoutSchema = z.enum(['device', 'channel', 'both'], { error: 'must be device, channel or both' });
export type MqttLayout = z.infer<typeof mqttLayoutSchema>;

/** Client IDs of MQTT 3.1: 1 to 23 characters. Later versions leave the length to the broker. */
const clientIdSchema = text()
  .max(MAX_TEXT, { error: `must have at most ${MAX_TEXT} characters` })
  .regex(/^[\w.:-]*$/, { error: 'must contain only letters, digits, hyphens, underscores, periods and colons' });

const ADVANCED = {
  enabled: true,
  qos: 1,
  layout: 'device',
  discovery: false,
  discovery_prefix: 'homeassistant',
  check_server_name: true,
  client_id: '',
  store_and_forward: true,
} as const;

const advancedFields = {
  enabled: yesNo().meta({
    description: 'A disabled client stays configured and does not connect.',
    default: ADVANCED.enabled,
  }),
  qos: z.union([z.literal(0), z.literal(1), z.literal(2)], { error: 'must be 0, 1 or 2' }).meta({
    description: 'Quality of service: 0 at most once, 1 at least once, 2 exactly once.',
    default: ADVANCED.qos,
  }),
  layout: mqttLayoutSchema.meta({
    description: 'Publish one message per device, one per channel, or both.',
    default: ADVANCED.layout,
  }),
  discovery: yesNo().meta({
    description: 'Publish Home Assistant discovery messages for every channel.',
    default: ADVANCED.discovery,
  }),
  discovery_prefix: nameSchema.meta({
    description: 'Discovery prefix of Home Assistant.',
    default: ADVANCED.discovery_prefix,
  }),
  check_server_name: yesNo().meta({
    description: "With TLS: require that the broker's certificate is valid for the host.",
    default: ADVANCED.check_server_name,
  }),
  client_id: clientIdSchema.meta({
    description: 'Client ID sent to the broker. If empty, a stable ID is generated.',
    default: ADVANCED.client_id,
  }),
  store_and_forward: yesNo().meta({
    description: 'Store readings on disk while the broker is unreachable.',
    default: ADVANCED.store_and_forward,
  }),
};

/** The additional fields of the app API, except certificates and key. */
export const mqttAdvancedSchema = z.strictObject(advancedFields).meta({ id: 'MqttAdvanced' });
export type MqttAdvanced = z.infer<typeof mqttAdvancedSchema>;

export const MQTT_ADVANCED_DEFAULTS: MqttAdvanced = ADVANCED;
