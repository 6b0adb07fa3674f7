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
import { componentOf, type JsonSchema, schemaRef } from './schemas.ts';

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

function expertOperation(version: ExpertVersion, operation: ExpertOperation): Operation {
  const { name, summary, description, schema, example } = operation;
  return {
    operationId: `${name}-${version}`,
    tags: [`Version ${version}`],
    summary,
    description,
    requestBody: jsonBody(componentOf(schema), example),
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
