/** The expert operations in the OpenAPI document, in the form of each version. */
import { expertPath } from '../expert/expert-routes.ts';
import { EXPERT_OPERATIONS, EXPERT_VERSIONS, type ExpertOperation, type ExpertVersion } from '../expert/operations.ts';
import {
  FORBIDDEN,
  jsonBody,
  jsonResponse,
  type Operation,
  type PathItem,
  type Response,
  refusal,
} from './operation.ts';
import { type JsonSchema, schemaRef } from './schemas.ts';

interface Words {
  summary: string;
  description: string;
  schema: JsonSchema;
  example: unknown;
}

const WORDS: Readonly<Record<ExpertOperation['name'], Words>> = {
  add_mqtt_clients: {
    summary: 'Add MQTT clients, or change those that are there',
    description:
      'Clients by identifier. A field that is left out has its default, also in a client that is there already; what the app API adds to a client is kept. All clients of a request are taken, or none. Success means that they are saved; it does not wait for a broker.',
    schema: schemaRef('ExpertAdd'),
    example: { mqtt: { clients: { lab: { host: 'localhost', name: 'lab', port: 1883 } } } },
  },
  remove_mqtt_client: {
    summary: 'Remove MQTT clients',
    description:
      'By name; an entry that no name matches is taken for an identifier. An entry that matches nothing is refused, and nothing is removed.',
    schema: schemaRef('ExpertRemove'),
    example: { mqtt: { clients: ['lab'] } },
  },
};

/** A body as answers with and without success have it in 3.6.0. */
const OUTCOME: JsonSchema = {
  type: 'object',
  properties: {
    reason: { type: 'string', description: 'What is wrong; with `success` false alone.' },
    success: { type: 'boolean' },
  },
  required: ['success'],
};

const UNREADABLE = 'The body cannot be read: no JSON, another content type, compressed, or more than 256 KiB.';

const RESPONSES: Readonly<Record<ExpertVersion, Record<string, Response>>> = {
  '3.6.0': {
    '200': jsonResponse('`success` true: it is done. `success` false: nothing was done, `reason` says why.', OUTCOME),
    '400': jsonResponse(UNREADABLE, OUTCOME),
    ...FORBIDDEN,
  },
  '3.7.0': {
    '200': jsonResponse('It is done; `message` is `success`.', schemaRef('Message')),
    '400': refusal('The body is wrong, or cannot be read; nothing was done. The message names each field.'),
    ...FORBIDDEN,
    '500': refusal('It could not be saved, and was not done.'),
  },
};

function expertOperation(version: ExpertVersion, { name }: ExpertOperation): Operation {
  const words = WORDS[name];
  if (!words) throw new Error(`The expert operation ${name} is not described.`);
  const { summary, description, schema, example } = words;
  return {
    operationId: `${name}-${version}`,
    tags: [`Version ${version}`],
    summary,
    description,
    requestBody: jsonBody(schema, example),
    responses: RESPONSES[version],
  };
}

export function expertOperations(): Record<string, PathItem> {
  return Object.fromEntries(
    EXPERT_VERSIONS.flatMap((version) =>
      EXPERT_OPERATIONS.map((operation) => [
        expertPath(version, operation),
        { post: expertOperation(version, operation) },
      ]),
    ),
  );
}
