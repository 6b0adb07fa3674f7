/** The app API of gateways in the OpenAPI document. */
import {
  INVALID_BODY,
  jsonBody,
  NO_CONTENT,
  OPTIONAL_BODY,
  type Operation,
  type OperationDetails,
  operationsOf,
  type Parameter,
  type PathItem,
  type Response,
  refusal,
  responseSpec,
  STORAGE_FAILED,
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
const TEST_RESULT = schemaRef('GatewayVerdict');
const UNKNOWN = refusal('No such gateway.');
const TWICE = refusal(
  'A gateway with this name, or with an equivalent configuration, already exists. `errors` names the field.',
);
const TOO_MANY = refusal('Four gateway tests are already running.');

const SENSGATE_EXAMPLE = { kind: 'sensgate', name: 'Cellar', host: '192.168.40.1', port: 8080, period_ms: 1000 };
const REMOTE_EXAMPLE = { kind: 'mqtt', name: 'Fleet', client: 'lab', prefix: 'fleet/+' };

const operation = operationsOf('Gateways');

function ofGateway(name: string, summary: string, facts: OperationDetails): Operation {
  return operation(name, summary, { ...facts, parameters: [ID] });
}

const GATEWAYS: PathItem = {
  get: operation('gateways', 'List gateways and their status', {
    responses: { '200': responseSpec('The gateways, in the order they were added.', schemaRef('Gateways')) },
  }),
  post: operation('create-gateway', 'Add a gateway', {
    description:
      '`kind` is `sensgate` (read over HTTP) or `mqtt` (remote Mensura installations that publish to the broker of an MQTT client).',
    body: jsonBody(schemaRef('GatewayInput'), REMOTE_EXAMPLE),
    responses: {
      '201': responseSpec('The gateway. `Location` has its path.', GATEWAY),
      '400': INVALID_BODY,
      '409': TWICE,
      '500': STORAGE_FAILED,
    },
  }),
};

const OFFERS: PathItem = {
  get: operation('gateway-offers', 'List Mensura installations on the local network', {
    description:
      'The brokers and topic prefixes that other Mensura installations offer. Offers are not verified. Empty unless `discovery` is on.',
    responses: { '200': responseSpec('The current offers.', schemaRef('GatewayOffers')) },
  }),
};

const ONE_GATEWAY: PathItem = {
  get: ofGateway('gateway', 'Get a gateway', {
    responses: { '200': responseSpec('The gateway.', GATEWAY), '404': UNKNOWN },
  }),
  put: ofGateway('update-gateway', 'Replace the configuration of a gateway', {
    description:
      'Omitted fields are reset to their defaults. The gateway and its devices reconnect, unless only the name changes.',
    body: jsonBody(schemaRef('GatewayInput'), SENSGATE_EXAMPLE),
    responses: {
      '200': responseSpec('The changed gateway.', GATEWAY),
      '400': INVALID_BODY,
      '404': UNKNOWN,
      '409': TWICE,
      '500': STORAGE_FAILED,
    },
  }),
  delete: ofGateway('remove-gateway', 'Remove a gateway', {
    description: 'Also removes its devices.',
    body: OPTIONAL_BODY,
    responses: {
      '200': responseSpec('An empty object.', NO_CONTENT),
      '400': INVALID_BODY,
      '404': UNKNOWN,
      '500': STORAGE_FAILED,
    },
  }),
};

function action(name: string, summary: string, description: string, others: Record<string, Response>): PathItem {
  const responses = {
    '200': responseSpec('The gateway.', GATEWAY),
    '400': INVALID_BODY,
    '404': UNKNOWN,
    ...others,
  };
  return { post: ofGateway(`${name}-gateway`, summary, { description, body: OPTIONAL_BODY, responses }) };
}

const TEST: PathItem = {
  post: operation('test-gateway-config', 'Test a gateway without saving it', {
    description: 'Takes at most 15 seconds. Canceling the request ends the test.',
    body: jsonBody(schemaRef('GatewayInput'), SENSGATE_EXAMPLE),
    responses: {
      '200': responseSpec('The test result, passed or failed.', TEST_RESULT),
      '400': INVALID_BODY,
      '503': TOO_MANY,
    },
  }),
};

const TEST_GATEWAY: PathItem = {
  post: ofGateway('test-gateway', 'Test a stored gateway, optionally with changes', {
    description:
      'An empty object, or no body, tests the stored configuration. Otherwise the given configuration is tested.',
    body: { ...jsonBody(schemaRef('GatewayInput'), {}), required: false },
    responses: {
      '200': responseSpec('The test result, passed or failed.', TEST_RESULT),
      '400': INVALID_BODY,
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
        '500': STORAGE_FAILED,
      },
    ),
    [`${gateway}/enable`]: action('enable', 'Enable a gateway', 'The gateway connects again.', {
      '500': STORAGE_FAILED,
    }),
    [`${gateway}/test`]: TEST_GATEWAY,
    '/app/v1/gateways/test': TEST,
  };
}
