/**
 * Gateways: configuration and state. A gateway is a SensGate, or remote Mensura installations behind an MQTT broker.
 */
import * as z from 'zod';
import { timestampSchema } from './devices.ts';
import { filterError, gatewayHostError } from './gateway-rules.ts';
import { whole } from './mqtt-client.ts';
import { checked, text } from './mqtt-texts.ts';
import { PERIOD_MS } from './period.ts';

/** Maximum offers that are stored and returned. */
export const MAX_OFFERS = 200;

export const gatewayOfferSchema = z
  .strictObject({
    installation: z
      .string()
      .regex(/^MS[0-9A-Z]{10}$/)
      .meta({ description: 'ID of the Mensura installation that sends the offer.', example: 'MS4K7Q2M9XWA' }),
    host: z.string().meta({ description: 'Broker host, as configured by that installation.' }),
    port: z.int().min(1).max(65_535).meta({ description: 'Broker port.' }),
    ssl: z.boolean().meta({ description: 'Whether the broker uses TLS.' }),
    transport: z.enum(['tcp', 'websocket']).meta({ description: 'Whether MQTT is over TCP or WebSocket.' }),
    path: z.string().meta({ description: 'Path of the WebSocket; empty with TCP.', example: '/mqtt' }),
    prefix: z.string().meta({ description: 'Topic prefix of that installation.', example: 'fleet/hall-2' }),
  })
  .meta({ id: 'GatewayOffer' });
/** The claim of another computer, not verified: anyone on the network can send it. */
export type GatewayOffer = z.infer<typeof gatewayOfferSchema>;

export const gatewayOffersSchema = z
  .strictObject({
    enabled: z.boolean().meta({ description: 'Whether discovery is on.' }),
    offers: z.array(gatewayOfferSchema).max(MAX_OFFERS).meta({
      description: 'Sorted by prefix, host, port and installation. Empty while discovery is off.',
    }),
  })
  .meta({ id: 'GatewayOffers' });
export type GatewayOffers = z.infer<typeof gatewayOffersSchema>;

/** Maximum gateways. Each has its own connections; one can have hundreds of remote installations. */
export const MAX_GATEWAYS = 200;

/** The defaults of a SensGate: the port and path of its documentation. */
export const SENSGATE_DEFAULTS = { port: 8080, period_ms: PERIOD_MS.default } as const;

const KIND = { field: { label: 'Type' } };

const common = {
  name: text()
    .min(1, { error: 'must not be empty' })
    .max(100, { error: 'must have at most 100 characters' })
    .meta({ description: 'User-defined name.', field: { label: 'Name', help: 'At most 100 characters.', trim: true } }),
  enabled: z.boolean({ error: 'must be true or false' }).default(true),
};

export const sensgateInputSchema = z
  .strictObject({
    kind: z.literal('sensgate').meta(KIND),
    ...common,
    host: checked(gatewayHostError).meta({
      description: 'Host name or address.',
      example: '192.168.40.1',
      field: { label: 'Host', help: 'Host name or IP address.', placeholder: '192.168.40.1', mono: true, trim: true },
    }),
    port: whole(1, 65_535)
      .default(SENSGATE_DEFAULTS.port)
      .meta({ field: { label: 'Port', help: `Default: ${SENSGATE_DEFAULTS.port}.`, mono: true } }),
    period_ms: whole(PERIOD_MS.min, PERIOD_MS.max, ' ms')
      .default(SENSGATE_DEFAULTS.period_ms)
      .meta({
        description: 'Time between two requests, in milliseconds.',
        field: {
          label: 'Polling interval',
          help: `Time between two requests for readings. ${PERIOD_MS.min} ms to ${PERIOD_MS.max / 1000} s.`,
          unit: 'ms',
        },
      }),
  })
  .meta({ id: 'SensgateInput' });

export const remoteInputSchema = z
  .strictObject({
    kind: z.literal('mqtt').meta(KIND),
    ...common,
    client: text()
      .min(1, { error: 'must be the identifier of the MQTT client whose broker is used' })
      .meta({
        description: 'Identifier of the MQTT client whose broker, account and certificates are used.',
        field: { label: 'Broker (from MQTT client)' },
      }),
    prefix: checked(filterError).meta({
      description: 'Topic prefix of the remote installations. `+` matches one level.',
      example: 'fleet/+',
      field: { label: 'Topic prefix', placeholder: 'fleet/+', mono: true, trim: true },
    }),
  })
  .meta({ id: 'RemoteInput' });

export const gatewayInputSchema = z
  .discriminatedUnion('kind', [sensgateInputSchema, remoteInputSchema], {
    error: ({ code }) => (code === 'invalid_union' ? 'must be "sensgate" or "mqtt"' : undefined),
  })
  .meta({ id: 'GatewayInput' });
/** With every default. */
export type GatewayConfig = z.output<typeof gatewayInputSchema>;
/** Without defaults. */
export type GatewayInput = z.input<typeof gatewayInputSchema>;
export type SensgateConfig = z.output<typeof sensgateInputSchema>;
export type RemoteConfig = z.output<typeof remoteInputSchema>;

/** `idle`: disabled. `waiting`: not connected, retried soon. `failed`: something must be changed; retried rarely. */
export const gatewayStateSchema = z.enum(['idle', 'connecting', 'online', 'waiting', 'failed']).meta({
  id: 'GatewayState',
});
export type GatewayState = z.infer<typeof gatewayStateSchema>;

/** Stable codes; docs/gateways.md explains each. */
export const GATEWAY_ERROR_CODES = [
  'host-unknown',
  'port-refused',
  'unreachable',
  'no-answer',
  'http-error',
  'not-a-gateway',
  'answer-broken',
  'answer-too-large',
  'answer-unknown',
  'client-missing',
  'broker',
] as const;
export type GatewayErrorCode = (typeof GATEWAY_ERROR_CODES)[number];

export const gatewayErrorSchema = z
  .strictObject({
    code: z.enum(GATEWAY_ERROR_CODES),
    text: z.string().meta({ description: 'What happened, as a sentence.' }),
    remedy: z.string().meta({ description: 'How to fix it; empty if unknown.' }),
    timestamp: timestampSchema,
  })
  .meta({ id: 'GatewayError' });
export type GatewayError = z.infer<typeof gatewayErrorSchema>;

/** An invalid response, as received. */
export const gatewayAnswerSchema = z
  .strictObject({
    path: z.string(),
    status: z.int().meta({ description: 'HTTP status.' }),
    content_type: z.string(),
    head: z.string().meta({ description: 'The first 256 bytes, as text.' }),
  })
  .meta({ id: 'GatewayAnswer' });
export type GatewayResponse = z.infer<typeof gatewayAnswerSchema>;

/** One gateway serial number of an entry: the SensGate itself, or one of the installations of a prefix. */
export const gatewayNodeSchema = z
  .strictObject({
    gateway_serial: z.string(),
    online: z.boolean(),
    instruments: z.int(),
  })
  .meta({ id: 'GatewayNode' });
export type GatewayNode = z.infer<typeof gatewayNodeSchema>;

export const gatewayStatusSchema = z
  .strictObject({
    state: gatewayStateSchema,
    since: timestampSchema.meta({ description: 'Time of the last change of state.' }),
    error: gatewayErrorSchema.nullable(),
    next_retry: timestampSchema.nullable(),
    latency_ms: z.number().nullable().meta({
      description:
        'Latest latency. SensGate: from request to response. MQTT: from reading to arrival, using the clocks of both computers.',
    }),
    received: z.int().meta({ description: 'Valid responses or messages since the service started.' }),
    refused: z.int().meta({ description: 'Invalid responses or messages since the service started.' }),
    unknown_answer: gatewayAnswerSchema.nullable().meta({ description: 'The latest invalid response.' }),
    instruments: z.int().meta({ description: 'Connected devices of the gateway.' }),
    gateways: z.array(gatewayNodeSchema).max(100).meta({ description: 'The first 100, by serial number.' }),
    gateway_count: z.int(),
  })
  .meta({ id: 'GatewayStatus' });
export type GatewayStatus = z.infer<typeof gatewayStatusSchema>;

const id = z.string().meta({ description: 'Assigned by the service.', example: 'g01a2b3c4' });

export const gatewayViewSchema = z
  .strictObject({ id, config: gatewayInputSchema, status: gatewayStatusSchema })
  .meta({ id: 'Gateway' });
export type GatewayView = z.infer<typeof gatewayViewSchema>;

export const gatewaysSchema = z
  .strictObject({
    gateways: z.array(gatewayViewSchema).meta({ description: 'In the order they were added.' }),
  })
  .meta({ id: 'Gateways' });
export type Gateways = z.infer<typeof gatewaysSchema>;

/** The result of one connection test, within 15 seconds. */
export const gatewayTestResultSchema = z
  .strictObject({
    ok: z.boolean(),
    text: z.string().meta({ description: 'The test result, as a sentence.' }),
    error: gatewayErrorSchema.nullable(),
    duration_ms: z.number(),
    notes: z.array(z.string()).meta({ description: 'Notes on a connection that works.' }),
    unknown_answer: gatewayAnswerSchema.nullable(),
    instruments: z.array(z.string()).max(100).meta({ description: 'Serial numbers found.' }),
  })
  .meta({ id: 'GatewayVerdict' });
export type GatewayTestResult = z.infer<typeof gatewayTestResultSchema>;
