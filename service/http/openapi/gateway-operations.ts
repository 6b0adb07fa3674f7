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
  description: 'The id that the service gave the gateway.',
  schema: { type: 'string', example: 'g01a2b3c4' },
};

const GATEWAY = schemaRef('Gateway');
const VERDICT = schemaRef('GatewayVerdict');
const UNKNOWN = refusal('There is no such gateway.');
const TWICE = refusal('There is a gateway of this name, or one that means the same; `problems` names the field.');
const TOO_MANY = refusal('Four are being tried already.');

const SENSGATE_EXAMPLE = { kind: 'sensgate', name: 'Cellar', host: '192.168.40.1', port: 8080, period_ms: 1000 };
const REMOTE_EXAMPLE = { kind: 'mqtt', name: 'Fleet', client: 'lab', prefix: 'fleet/+' };

const operation = operationsOf('Gateways');

function ofGateway(name: string, summary: string, facts: Facts): Operation {
  return operation(name, summary, { ...facts, parameters: [ID] });
}

const GATEWAYS: PathItem = {
  get: operation('gateways', 'All gateways, and how they fare', {
    answers: { '200': jsonResponse('The gateways in the order in which they were added.', schemaRef('Gateways')) },
  }),
  post: operation('create-gateway', 'Add a gateway', {
    description:
      '`kind` is `sensgate`, asked over HTTP, or `mqtt`: other Mensuras, by what they publish to the broker of one of the MQTT clients.',
    body: jsonBody(schemaRef('GatewayInput'), REMOTE_EXAMPLE),
    answers: {
      '201': jsonResponse('The gateway; `Location` names its address.', GATEWAY),
      '400': WRONG,
      '409': TWICE,
      '500': NOT_SAVED,
    },
  }),
};

const OFFERS: PathItem = {
  get: operation('gateway-offers', 'Mensuras found on the local network', {
    description:
      'What other Mensuras there say of themselves, unproved: through which broker, and under which prefix, they can be seen. Nothing is found unless `discovery` is switched on.',
    answers: { '200': jsonResponse('The offers that hold at the moment.', schemaRef('GatewayOffers')) },
  }),
};

const ONE_GATEWAY: PathItem = {
  get: ofGateway('gateway', 'One gateway', {
    answers: { '200': jsonResponse('The gateway.', GATEWAY), '404': UNKNOWN },
  }),
  put: ofGateway('update-gateway', 'Change a gateway', {
    description:
      'What is left out goes back to its default. It begins anew, and the instruments behind it with it, unless its name alone is another.',
    body: jsonBody(schemaRef('GatewayInput'), SENSGATE_EXAMPLE),
    answers: {
      '200': jsonResponse('The gateway as it is now.', GATEWAY),
      '400': WRONG,
      '404': UNKNOWN,
      '409': TWICE,
      '500': NOT_SAVED,
    },
  }),
  delete: ofGateway('remove-gateway', 'Remove a gateway', {
    description: 'The instruments behind it are gone with it.',
    body: NO_BODY,
    answers: { '200': jsonResponse('An empty object.', EMPTY), '400': WRONG, '404': UNKNOWN, '500': NOT_SAVED },
  }),
};

function action(name: string, summary: string, description: string, others: Record<string, Response>): PathItem {
  const answers = {
    '200': jsonResponse('The gateway as it is now.', GATEWAY),
    '400': WRONG,
    '404': UNKNOWN,
    ...others,
  };
  return { post: ofGateway(`${name}-gateway`, summary, { description, body: NO_BODY, answers }) };
}

const TEST: PathItem = {
  post: operation('test-gateway-config', 'Try a gateway that is not stored', {
    description: 'Keeps nothing, and takes 15 seconds at most; it ends when the request is ended.',
    body: jsonBody(schemaRef('GatewayInput'), SENSGATE_EXAMPLE),
    answers: { '200': jsonResponse('The verdict, good or bad.', VERDICT), '400': WRONG, '503': TOO_MANY },
  }),
};

const TEST_GATEWAY: PathItem = {
  post: ofGateway('test-gateway', 'Try a gateway, as it is stored or with changes', {
    description: 'An empty object, or no body, tries what is stored. Else the given configuration is tried.',
    body: { ...jsonBody(schemaRef('GatewayInput'), {}), required: false },
    answers: {
      '200': jsonResponse('The verdict, good or bad.', VERDICT),
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
    [`${gateway}/connect`]: action('connect', 'Connect now', 'Asks the gateway now instead of when it is due.', {}),
    [`${gateway}/disable`]: action('disable', 'Disable a gateway', 'It stays configured and is not asked.', {
      '500': NOT_SAVED,
    }),
    [`${gateway}/enable`]: action('enable', 'Enable a gateway', 'It is asked again.', { '500': NOT_SAVED }),
    [`${gateway}/test`]: TEST_GATEWAY,
    '/app/v1/gateways/test': TEST,
  };
}
