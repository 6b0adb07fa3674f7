/** Routes of the service as a whole: service information, status, proof of identity, events, metrics. */
import type { Registry } from '../../devices/registry.ts';
import { MensuraError } from '../../support/errors.ts';
import { lenientPretty } from '../device-reads/pretty.ts';
import type { EventHub } from '../events/event-hub.ts';
import type {
  AlarmAdministration,
  GatewayAdministration,
  HistoryAdministration,
  MqttAdministration,
} from '../options.ts';
import { sendJson } from '../response.ts';
import type { Resource } from '../routing/resource.ts';
import { METRICS_TYPE, metricsText } from './metrics.ts';
import type { ServiceStatus } from './service-status.ts';

export interface ServiceRoutesOptions {
  registry: Registry;
  mqtt: Pick<MqttAdministration, 'list'>;
  gateways: Pick<GatewayAdministration, 'list'>;
  alarms: Pick<AlarmAdministration, 'list'>;
  history: Pick<HistoryAdministration, 'figures'>;
  status: ServiceStatus;
  events: EventHub;
  proveInstance(challenge: string, port: number): string;
}

/** The path of the contract, and the one that existing clients use. */
export const SERVICE_INFO_PATHS = ['/device-service-info', '/dracal-service-info'] as const;

/** 8 to 64 bytes in hexadecimal. */
const CHALLENGE = /^(?:[\da-f]{2}){8,64}$/i;

export function serviceRoutes(options: ServiceRoutesOptions): Resource[] {
  const { registry, mqtt, gateways, alarms, history, status, events, proveInstance } = options;
  const infos = SERVICE_INFO_PATHS.map(
    (path): Resource => ({
      path,
      get: (request, response) => sendJson(response, status.info(), lenientPretty(request.originalUrl)),
    }),
  );
  return [
    ...infos,
    { path: '/app/v1/status', get: (_request, response) => sendJson(response, status.app()) },
    {
      path: '/app/v1/instance',
      get: (request, response) => {
        const query = new URL(request.originalUrl, 'http://localhost').searchParams;
        const challenge = query.get('challenge') ?? '';
        if (!CHALLENGE.test(challenge)) {
          throw new MensuraError(
            'bad-request',
            'The query parameter challenge must have 16 to 128 hexadecimal digits, an even number of them.',
          );
        }
        sendJson(response, { proof: proveInstance(challenge, request.socket.localPort ?? 0) });
      },
    },
    { path: '/app/v1/events', get: (request, response) => events.open(request, response) },
    {
      path: '/metrics',
      get: (_request, response) => {
        response.setHeader('Content-Type', METRICS_TYPE);
        response.setHeader('Cache-Control', 'no-store');
        response.end(
          metricsText({
            registry,
            streams: events,
            startedMs: status.started,
            ...mqtt.list(),
            ...gateways.list(),
            ...alarms.list(),
            history: history.figures(),
          }),
        );
      },
    },
  ];
}
