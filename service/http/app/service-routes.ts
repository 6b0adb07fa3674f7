/** Routes of the service as a whole: service information, status, proof of identity, events, metrics. */
import * as z from 'zod';
import { entitySchemas } from '../../contract/index.ts';
import { MensuraError } from '../../support/errors.ts';
import { lenientPretty } from '../device-reads/fragments.ts';
import { METRICS_TYPES, type MetricsType, metricsDocument } from '../metrics/exposition.ts';
import { readingMetrics } from '../metrics/reading-metrics.ts';
import { serviceMetrics } from '../metrics/service-metrics.ts';
import { PRETTY, queryParameter } from '../openapi/operation.ts';
import { type JsonSchema, schemaRef } from '../openapi/schemas.ts';
import { sendJson } from '../response.ts';
import { operationsOf, type Route } from './route.ts';

/** The path of the contract, and the one that existing clients use. */
const SERVICE_INFO_PATHS = ['/device-service-info', '/dracal-service-info'] as const;

/** 8 to 64 bytes in hexadecimal. */
const CHALLENGE = /^(?:[\da-f]{2}){8,64}$/i;

/** Each kind of entity with the component of its value. */
const ENTITY_KINDS = Object.entries(entitySchemas).map(
  ([kind, schema]) => `\`${kind}\` (${z.globalRegistry.get(schema)?.id})`,
);

const EVENTS_DESCRIPTION = `Server-sent events. A new connection first receives the current entities of every kind but \`marker\`, then \`ready\`, then every change.

- \`entity\`: EntityEvent, when an entity is added, changes or is removed. Kinds: ${ENTITY_KINDS.join(', ')}
- \`readings\`: ReadingsEvent, one sample set of a device. Its readings alone cause no \`entity\`
- \`ready\`: an empty object, at the end of the initial state
- \`reset\`: an empty object, when the stream could not be resumed: discard all state; it follows as on a new connection

A client that reconnects with the ID of the last event in Last-Event-ID receives the events that it missed. A client that reads too slowly receives only the latest value of each channel and the latest state of each entity.`;

const EVENT_DATA: JsonSchema = {
  description: 'Event data, by event name.',
  anyOf: ['EntityEvent', 'ReadingsEvent'].map(schemaRef),
};

const service = operationsOf('Service');
const app = operationsOf('App API');

const SERVICE_INFO_ROUTES = SERVICE_INFO_PATHS.map(
  (path): Route => ({
    path,
    get: service.read(path.slice(1), 'Get the name, status and version of the service', {
      description: 'An invalid `pretty` is ignored.',
      parameters: [PRETTY],
      isLenient: true,
      ok: ['Service information.', 'ServiceInfo'],
      handle: ({ services, request, response }) =>
        sendJson(response, services.status.info(), lenientPretty(request.originalUrl)),
    }),
  }),
);

export const SERVICE_ROUTES: readonly Route[] = [
  ...SERVICE_INFO_ROUTES,
  {
    path: '/app/v1/events',
    get: app.read('events', 'Subscribe to events', {
      description: EVENTS_DESCRIPTION,
      parameters: [
        {
          name: 'Last-Event-ID',
          in: 'header',
          required: false,
          description: 'ID of the last event received. The stream resumes after it.',
          schema: { type: 'string' },
        },
      ],
      ok: {
        description: 'The event stream. It does not end.',
        content: { 'text/event-stream': { schema: EVENT_DATA } },
      },
      errors: { '503': 'Too many event streams are open.' },
      handle: ({ services, request, response }) => services.streams.open(request, response),
    }),
  },
  {
    path: '/app/v1/instance',
    get: app.read('instance', 'Prove that this Mensura belongs to the same account', {
      parameters: [
        {
          ...queryParameter('challenge', '16 to 128 hexadecimal digits, an even number of them.', {
            type: 'string',
            example: '0123456789abcdef',
          }),
          required: true,
        },
      ],
      ok: ['The proof.', { type: 'object', properties: { proof: { type: 'string' } }, required: ['proof'] }],
      errors: { '400': 'The challenge is missing or invalid.' },
      handle: ({ services, request, query }) => {
        const challenge = query.get('challenge') ?? '';
        if (!CHALLENGE.test(challenge)) {
          throw new MensuraError(
            'bad-request',
            'The query parameter challenge must have 16 to 128 hexadecimal digits, an even number of them.',
          );
        }
        return { proof: services.proveInstance(challenge, request.socket.localPort ?? 0) };
      },
    }),
  },
  {
    path: '/app/v1/status',
    get: app.read('status', 'Get the status of the service', {
      ok: ['The status.', 'AppStatus'],
      handle: ({ services }) => services.status.app(),
    }),
  },
  {
    path: '/metrics',
    get: service.read('metrics', 'Get metrics and readings for Prometheus', {
      description:
        'Figures of the service and, unless the setting `metrics_readings` is off, the current readings. The format is OpenMetrics 1.0.0 if `Accept` prefers it.',
      ok: {
        description: 'Prometheus text format 0.0.4, or OpenMetrics 1.0.0.',
        content: {
          'text/plain': { schema: { type: 'string' } },
          'application/openmetrics-text': { schema: { type: 'string' } },
        },
      },
      handle: ({ services, request, response }) => {
        // A reader that accepts neither gets the first: Prometheus then names the format in its error.
        const type = (request.accepts(...METRICS_TYPES) || METRICS_TYPES[0]) as MetricsType;
        const { metrics_readings: hasReadings } = services.settings.get();
        const readings = hasReadings ? readingMetrics(services) : [];
        response.setHeader('Content-Type', type);
        response.vary('Accept');
        response.setHeader('Cache-Control', 'no-store');
        response.end(metricsDocument([...serviceMetrics(services), ...readings], type));
      },
    }),
  },
];
