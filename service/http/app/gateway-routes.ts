/** `/app/v1/gateways`: gateways, and other Mensura installations on the local network. */
import type { Response } from 'express';
import { type GatewayConfig, gatewayInputSchema } from '../../contract/index.ts';
import { pathParameter } from '../openapi/operation.ts';
import type { GatewayAdministration } from '../options.ts';
import {
  type Call,
  nothingSchema,
  operationsOf,
  type Route,
  type Services,
  STORAGE_FAILED,
  sendCreated,
} from './route.ts';

const GATEWAYS = '/app/v1/gateways';

const ID = pathParameter('id', 'Gateway ID, assigned by the service.', { type: 'string', example: 'g01a2b3c4' });

const UNKNOWN = 'No such gateway.';
const TWICE =
  'A gateway with this name, or with an equivalent configuration, already exists. `errors` names the field.';
const TOO_MANY = 'Four gateway tests are already running.';

const SENSGATE_EXAMPLE = { kind: 'sensgate', name: 'Cellar', host: '192.168.40.1', port: 8080, period_ms: 1000 };
const REMOTE_EXAMPLE = { kind: 'mqtt', name: 'Fleet', client: 'lab', prefix: 'fleet/+' };

/** An empty body tests the stored configuration. */
function testedConfig({ services, id, json, body }: Call<GatewayConfig>): GatewayConfig {
  const { config } = services.gateways.get(id);
  return nothingSchema.safeParse(json.value).success ? config : body();
}

/** The test ends with the request: a closed form needs no result. */
async function test({ gateways }: Services, config: GatewayConfig, response: Response): Promise<unknown> {
  const left = new AbortController();
  response.once('close', () => left.abort());
  try {
    return await gateways.test(config, left.signal);
  } catch (error) {
    if (!left.signal.aborted) throw error;
    return undefined;
  }
}

const { read, write } = operationsOf('Gateways');

function action(
  name: string,
  summary: string,
  description: string,
  act: (gateways: GatewayAdministration, id: string) => unknown,
  errors: Readonly<Record<string, string>> = {},
): Route {
  return {
    path: `${GATEWAYS}/:id/${name}`,
    post: write(`${name}-gateway`, summary, {
      description,
      parameters: [ID],
      ok: ['The gateway.', 'Gateway'],
      errors: { '404': UNKNOWN, ...errors },
      handle: ({ services, id }) => act(services.gateways, id),
    }),
  };
}

export const GATEWAY_ROUTES: readonly Route[] = [
  {
    path: GATEWAYS,
    get: read('gateways', 'List gateways and their status', {
      ok: ['The gateways, in the order they were added.', 'Gateways'],
      handle: ({ services }) => services.gateways.list(),
    }),
    post: write('create-gateway', 'Add a gateway', {
      description:
        '`kind` is `sensgate` (read over HTTP) or `mqtt` (remote Mensura installations that publish to the broker of an MQTT client).',
      body: { schema: gatewayInputSchema, example: REMOTE_EXAMPLE },
      created: ['The gateway. `Location` has its path.', 'Gateway'],
      errors: { '409': TWICE, '500': STORAGE_FAILED },
      handle: async ({ services, response, body }) => {
        const view = await services.gateways.create(body());
        sendCreated(response, GATEWAYS, view.id, view);
      },
    }),
  },
  // Before the routes with an ID in place of `offers` and `test`.
  {
    path: `${GATEWAYS}/offers`,
    get: read('gateway-offers', 'List Mensura installations on the local network', {
      description:
        'The brokers and topic prefixes that other Mensura installations offer. Offers are not verified. Empty unless `discovery` is on.',
      ok: ['The current offers.', 'GatewayOffers'],
      handle: ({ services }) => services.discovery.offers(),
    }),
  },
  {
    path: `${GATEWAYS}/test`,
    post: write('test-gateway-config', 'Test a gateway without saving it', {
      description: 'Takes at most 15 s. Canceling the request ends the test.',
      body: { schema: gatewayInputSchema, example: SENSGATE_EXAMPLE },
      ok: ['The test result, passed or failed.', 'GatewayVerdict'],
      errors: { '503': TOO_MANY },
      handle: ({ services, response, body }) => test(services, body(), response),
    }),
  },
  {
    path: `${GATEWAYS}/:id`,
    get: read('gateway', 'Get a gateway', {
      parameters: [ID],
      ok: ['The gateway.', 'Gateway'],
      errors: { '404': UNKNOWN },
      handle: ({ services, id }) => services.gateways.get(id),
    }),
    put: write('update-gateway', 'Replace the configuration of a gateway', {
      description:
        'Omitted fields are reset to their defaults. The gateway and its devices reconnect, unless only the name changes.',
      parameters: [ID],
      body: { schema: gatewayInputSchema, example: SENSGATE_EXAMPLE },
      ok: ['The changed gateway.', 'Gateway'],
      errors: { '404': UNKNOWN, '409': TWICE, '500': STORAGE_FAILED },
      handle: ({ services, id, body }) => services.gateways.update(services.gateways.get(id).id, body()),
    }),
    delete: write('remove-gateway', 'Delete a gateway', {
      description: 'Its devices disconnect.',
      parameters: [ID],
      errors: { '404': UNKNOWN, '500': STORAGE_FAILED },
      handle: ({ services, id }) => services.gateways.remove(id),
    }),
  },
  action('connect', 'Connect now', 'Retries immediately instead of at the scheduled time.', (gateways, id) =>
    gateways.connect(id),
  ),
  action(
    'disable',
    'Disable a gateway',
    'The gateway stays configured and does not connect.',
    (gateways, id) => gateways.setEnabled(id, false),
    { '500': STORAGE_FAILED },
  ),
  action('enable', 'Enable a gateway', 'The gateway connects again.', (gateways, id) => gateways.setEnabled(id, true), {
    '500': STORAGE_FAILED,
  }),
  {
    path: `${GATEWAYS}/:id/test`,
    post: write('test-gateway', 'Test a stored gateway, optionally with changes', {
      description:
        'An empty object, or no body, tests the stored configuration. Otherwise the given configuration is tested.',
      parameters: [ID],
      body: { schema: gatewayInputSchema, example: {}, mayBeEmpty: true },
      ok: ['The test result, passed or failed.', 'GatewayVerdict'],
      errors: { '404': UNKNOWN, '503': TOO_MANY },
      handle: (call) => test(call.services, testedConfig(call), call.response),
    }),
  },
];
