/** The app API of gateways in the OpenAPI document. */
import {
  EMPTY,
  type Facts,
  jsonBody,
  jsonResponse,
  NO_BODY,
  NOT_SAVED,
  type Operation,
  operationsOf,
  type Parameter,
  type PathItem,
  type Response,
  refusal,
  WRONG,
} from './operation.ts';
import { schemaRef } from './schemas.ts';

const ID: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Gateway ID, assigned by the service.',
  schema: { type: 'string', example: 'g01a2b3c4' },
};

const GATEWAY = schemaRef('Gateway');
const VERDICT = schemaRef('GatewayVerdict');
const UNKNOWN = refusal('No such gateway.');
const TWICE = refusal(
  'A gateway with this name, or with an equivalent configuration, already exists. `problems` names the field.',
);
const TOO_MANY = refusal('Four gateway tests are already running.');

const SENSGATE_EXAMPLE = { kind: 'sensgate', name: 'Cellar', host: '192.168.40.1', port: 8080, period_ms: 1000 };
const REMOTE_EXAMPLE = { kind: 'mqtt', name: 'Fleet', client: 'lab', prefix: 'fleet/+' };

const operation = operationsOf('Gateways');

function ofGateway(name: string, summary: string, facts: Facts): Operation {
  return operation(name, summary, { ...facts, parameters: [ID] });
}

const GATEWAYS: PathItem = {
  get: operation('gateways', 'List gateways and their status', {
    answers: { '200': jsonResponse('The gateways, in the order they were added.', schemaRef('Gateways')) },
  }),
  post: operation('create-gateway', 'Add a gateway', {
    description:
      '`kind` is `sensgate` (read over HTTP) or `mqtt` (remote Mensura installations that publish to the broker of an MQTT client).',
    body: jsonBody(schemaRef('GatewayInput'), REMOTE_EXAMPLE),
    answers: {
      '201': jsonResponse('The gateway. `Location` has its path.', GATEWAY),
      '400': WRONG,
      '409': TWICE,
      '500': NOT_SAVED,
    },
  }),
};

const OFFERS: PathItem = {
  get: operation('gateway-offers', 'List Mensura installations on the local network', {
    description:
      'The brokers and topic prefixes that other Mensura installations offer. Offers are not verified. Empty unless `discovery` is on.',
    answers: { '200': jsonResponse('The current offers.', schemaRef('GatewayOffers')) },
  }),
};

const ONE_GATEWAY: PathItem = {
  get: ofGateway('gateway', 'Get a gateway', {
    answers: { '200': jsonResponse('The gateway.', GATEWAY), '404': UNKNOWN },
  }),
  put: ofGateway('update-gateway', 'Replace the configuration of a gateway', {
    description:
      'Omitted fields are reset to their defaults. The gateway and its devices reconnect, unless only the name changes.',
    body: jsonBody(schemaRef('GatewayInput'), SENSGATE_EXAMPLE),
    answers: {
      '200': jsonResponse('The changed gateway.', GATEWAY),
      '400': WRONG,
      '404': UNKNOWN,
      '409': TWICE,
      '500': NOT_SAVED,
    },
  }),
  delete: ofGateway('remove-gateway', 'Remove a gateway', {
    description: 'Also removes its devices.',
    body: NO_BODY,
    answers: { '200': jsonResponse('An empty object.', EMPTY), '400': WRONG, '404': UNKNOWN, '500': NOT_SAVED },
  }),
};

function action(name: string, summary: string, description: string, others: Record<string, Response>): PathItem {
  const answers = {
    '200': jsonResponse('The gateway.', GATEWAY),
    '400': WRONG,
    '404': UNKNOWN,
    ...others,
  };
  return { post: ofGateway(`${name}-gateway`, summary, { description, body: NO_BODY, answers }) };
}

const TEST: PathItem = {
  post: operation('test-gateway-config', 'Test a gateway without saving it', {
    description: 'Takes at most 15 seconds. Canceling the request ends the test.',
    body: jsonBody(schemaRef('GatewayInput'), SENSGATE_EXAMPLE),
    answers: { '200': jsonResponse('The test result, passed or failed.', VERDICT), '400': WRONG, '503': TOO_MANY },
  }),
};

const TEST_GATEWAY: PathItem = {
  post: ofGateway('test-gateway', 'Test a stored gateway, optionally with changes', {
    description:
      'An empty object, or no body, tests the stored configuration. Otherwise the given configuration is tested.',
    body: { ...jsonBody(schemaRef('GatewayInput'), {}), required: false },
    answers: {
      '200': jsonResponse('The test result, passed or failed.', VERDICT),
      '400': WRONG,
      '404': UNKNOWN,
      '503': TOO_MANY,
    },
  }),
};

export function gatewayOperations(): Record<string, PathItem> {
  const gateway = '/app/v1/gateways/{id}';
  return {
    '/app/v1/gateways': GATEWAYS,
    '/app/v1/gateways/offers': OFFERS,
    [gateway]: ONE_GATEWAY,
    [`${gateway}/connect`]: action(
      'connect',
      'Connect now',
      'Retries immediately instead of at the scheduled time.',
      {},
    ),
    [`${gateway}/disable`]: action(
      'disable',
      'Disable a gateway',
      'The gateway stays configured and does not connect.',
      {
        '500': NOT_SAVED,
      },
    ),
    [`${gateway}/enable`]: action('enable', 'Enable a gateway', 'The gateway connects again.', { '500': NOT_SAVED }),
    [`${gateway}/test`]: TEST_GATEWAY,
    '/app/v1/gateways/test': TEST,
  };
}
