/** MQTT clients in the app API: configuration without secrets, and state. */
import * as z from 'zod';
import { timestampSchema } from './devices.ts';
import { mqttAdvancedSchema, mqttClientSchema } from './mqtt-client.ts';

/**
 * `idle`: disabled, or stopped after its only attempt. `waiting`: disconnected, retried soon. `failed`: the broker
 * refused the client, violated the MQTT protocol or is not trusted; something must be changed. Retried rarely.
 */
export const mqttStateSchema = z.enum(['idle', 'connecting', 'online', 'waiting', 'failed']).meta({ id: 'MqttState' });
export type MqttState = z.infer<typeof mqttStateSchema>;

/** Stable codes; docs/mqtt-troubleshooting.md explains each. */
export const MQTT_ERROR_CODES = [
  'host-unknown',
  'port-refused',
  'unreachable',
  'no-answer',
  'not-mqtt',
  'tls-expected',
  'tls-not-offered',
  'tls-failed',
  'certificate-expired',
  'certificate-untrusted',
  'certificate-wrong-name',
  'certificate-invalid',
  'client-certificate-refused',
  'proxy-unreachable',
  'proxy-refused',
  'websocket-refused',
  'credentials-refused',
  'not-authorized',
  'protocol-version-refused',
  'client-id-refused',
  'taken-over',
  'broker-unavailable',
  'connection-lost',
  'keep-alive-lost',
  'protocol-violated',
  'password-needed',
  'refused',
  'unknown',
] as const;
export const mqttErrorCodeSchema = z.enum(MQTT_ERROR_CODES).meta({ id: 'MqttErrorCode' });
export type MqttErrorCode = z.infer<typeof mqttErrorCodeSchema>;

export const mqttErrorSchema = z
  .strictObject({
    code: mqttErrorCodeSchema,
    text: z.string().meta({ description: 'What happened, as a sentence.' }),
    remedy: z.string().meta({ description: 'How to fix it; empty if unknown.' }),
    reason_code: z
      .int()
      .nullable()
      .meta({ description: 'Return code (MQTT 3.1 and 3.1.1) or reason code (MQTT 5.0) of the broker, if any.' }),
    timestamp: timestampSchema,
  })
  .meta({ id: 'MqttError' });
export type MqttError = z.infer<typeof mqttErrorSchema>;

/** A stored certificate. Its PEM text is never returned. */
export const certificateSummarySchema = z
  .strictObject({ subject: z.string(), issuer: z.string(), valid_from: timestampSchema, valid_to: timestampSchema })
  .meta({ id: 'CertificateSummary' });
export type CertificateSummary = z.infer<typeof certificateSummarySchema>;

export const mqttStatusSchema = z
  .strictObject({
    state: mqttStateSchema,
    since: timestampSchema.meta({ description: 'Time of the last change of state.' }),
    error: mqttErrorSchema.nullable().meta({
      description:
        'Why the client is not connected; null if it is connected or was not tried. After a protocol violation by the broker, it stays until a connection has lasted for a minute.',
    }),
    next_retry: timestampSchema.nullable(),
    published: z.int().meta({ description: 'Messages acknowledged by the broker since the service started.' }),
    queued: z.int().meta({ description: 'Messages in the outbox.' }),
    queued_bytes: z.int(),
    dropped: z.int().meta({ description: 'Messages discarded since the client was added.' }),
    violations: z.int().meta({
      description: 'Connections closed since the service started because the broker violated the MQTT protocol.',
    }),
    last_published: z
      .strictObject({ topic: z.string(), payload: z.string(), timestamp: timestampSchema })
      .nullable()
      .meta({ description: 'Latest acknowledged message with readings; the payload may be truncated.' }),
  })
  .meta({ id: 'MqttStatus' });
export type MqttStatus = z.infer<typeof mqttStatusSchema>;

export const mqttClientViewSchema = z
  .strictObject({
    identifier: z.string(),
    ...mqttClientSchema.shape,
    password_set: z.boolean(),
    advanced: z.strictObject({
      ...mqttAdvancedSchema.shape,
      ca: certificateSummarySchema.nullable(),
      certificate: certificateSummarySchema.nullable(),
      key_set: z.boolean(),
      proxy_password_set: z.boolean(),
    }),
    status: mqttStatusSchema,
  })
  .meta({ id: 'MqttClient' });
export type MqttClientView = z.infer<typeof mqttClientViewSchema>;

/** The key store of the desktop, or a file that only this user can read. */
export const secretStorageSchema = z.enum(['key-store', 'file']).meta({ id: 'SecretStorage' });
export type SecretStorage = z.infer<typeof secretStorageSchema>;

export const mqttClientsSchema = z
  .strictObject({
    clients: z.array(mqttClientViewSchema).meta({ description: 'Sorted by identifier.' }),
    secret_storage: secretStorageSchema,
    simulated_published: z.boolean().meta({ description: 'Whether readings of simulated devices are published.' }),
  })
  .meta({ id: 'MqttClients' });
export type MqttClients = z.infer<typeof mqttClientsSchema>;

/** The result of a connection test. */
export const mqttTestResultSchema = z
  .strictObject({
    ok: z.boolean(),
    text: z.string().meta({ description: 'The test result, as a sentence.' }),
    error: mqttErrorSchema.nullable(),
    duration_ms: z.number(),
    notes: z.array(z.string()).meta({ description: 'Notes on a connection that works.' }),
  })
  .meta({ id: 'MqttVerdict' });
export type MqttTestResult = z.infer<typeof mqttTestResultSchema>;

export const mqttImportedSchema = z
  .strictObject({ added: z.array(z.string()), updated: z.array(z.string()) })
  .meta({ id: 'MqttImported' });
export type MqttImported = z.infer<typeof mqttImportedSchema>;
