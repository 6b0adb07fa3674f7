/** The expert operations in the OpenAPI document, in the form of each version. */
import { expertPath } from '../expert/expert-routes.ts';
import { EXPERT_OPERATIONS, EXPERT_VERSIONS, type ExpertOperation, type ExpertVersion } from '../expert/operations.ts';
import {
  FORBIDDEN,
  jsonBody,
  type Operation,
  type PathItem,
  type Response,
  refusal,
  responseSpec,
} from './operation.ts';
import { type JsonSchema, schemaRef } from './schemas.ts';

interface OperationText {
  summary: string;
  description: string;
  schema: JsonSchema;
  example: unknown;
}

const TEXTS: Readonly<Record<ExpertOperation['name'], OperationText>> = {
  add_mqtt_clients: {
    summary: 'Add or update MQTT clients',
    description:
      'Clients by identifier. Omitted fields are set to their defaults, also in an existing client; fields of the app API are not changed. All clients of a request are saved, or none. Success means saved; the response does not wait for a broker.',
    schema: schemaRef('ExpertAdd'),
    example: { mqtt: { clients: { lab: { host: 'localhost', name: 'lab', port: 1883 } } } },
  },
  remove_mqtt_client: {
    summary: 'Remove MQTT clients',
    description:
      'By name. An entry that matches no name is used as an identifier. If an entry matches no client, the request fails and nothing is removed.',
    schema: schemaRef('ExpertRemove'),
    example: { mqtt: { clients: ['lab'] } },
  },
};

/** The body of every response in 3.6.0. */
const OUTCOME: JsonSchema = {
  type: 'object',
  properties: {
    reason: { type: 'string', description: 'The error. Only present if `success` is false.' },
    success: { type: 'boolean' },
  },
  required: ['success'],
};

const UNREADABLE = 'The body cannot be read: invalid JSON, another content type, compressed, or larger than 256 KiB.';

const RESPONSES: Readonly<Record<ExpertVersion, Record<string, Response>>> = {
  '3.6.0': {
    '200': responseSpec(
      '`success` is true if the operation was applied. Otherwise nothing was changed, and `reason` has the cause.',
      OUTCOME,
    ),
    '400': responseSpec(UNREADABLE, OUTCOME),
    ...FORBIDDEN,
  },
  '3.7.0': {
    '200': responseSpec('The operation was applied; `message` is `success`.', schemaRef('Message')),
    '400': refusal('The body is invalid or cannot be read; nothing was changed. The message lists each invalid field.'),
    ...FORBIDDEN,
    '500': refusal('The change could not be saved and was not applied.'),
  },
};

function expertOperation(version: ExpertVersion, { name }: ExpertOperation): Operation {
  const texts = TEXTS[name];
  if (!texts) throw new Error(`The expert operation ${name} has no description.`);
  const { summary, description, schema, example } = texts;
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
