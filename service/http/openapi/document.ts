/** The OpenAPI 3.1 document of all routes. */
import {
  APP_VERSION_TEXT,
  CONTRACT_VERSIONS,
  type ContractFamily,
  type ContractVersion,
} from '../../contract/index.ts';
import { pathItemOf } from '../app/route.ts';
import { APP_ROUTES } from '../app/routes.ts';
import { PRETTY_VERSIONS, type ReadFormat, readPaths } from '../device-reads/read-router.ts';
import {
  EXPERT_OPERATIONS,
  EXPERT_VERSIONS,
  type ExpertOperation,
  type ExpertVersion,
  expertPath,
} from '../expert-routes.ts';
import {
  FORBIDDEN,
  jsonBody,
  type Operation,
  type PathItem,
  PRETTY,
  type Response,
  refusal,
  responseSpec,
  SERIAL,
} from './operation.ts';
import { componentOf, componentSchemas, type JsonSchema, schemaRef } from './schemas.ts';

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

function expertOperations(): Record<string, PathItem> {
  return Object.fromEntries(
    EXPERT_VERSIONS.flatMap((version) =>
      EXPERT_OPERATIONS.map((operation) => [
        expertPath(version, operation),
        { post: expertOperation(version, operation) },
      ]),
    ),
  );
}

const FAMILY_TEXT: Record<ContractFamily, string> = { usb: 'USB devices', gateway: 'gateway devices' };

const FORMS: Record<ReadFormat, { summary: (devices: string) => string; response: string; schema: JsonSchema }> = {
  collection: {
    summary: (devices) => `List all ${devices} with details`,
    response: 'The devices by serial number, and their products.',
    schema: schemaRef('DeviceCollection'),
  },
  measurements: {
    summary: (devices) => `List the latest measurements of all ${devices}`,
    response: 'One entry per device with readings, sorted by serial number.',
    schema: { type: 'array', items: schemaRef('Measurement') },
  },
  measurement: {
    summary: (devices) => `Get the latest measurement of one of the ${devices}`,
    response: 'The latest measurement.',
    schema: schemaRef('Measurement'),
  },
};

function readOperation(form: ReadFormat, family: ContractFamily, version: ContractVersion): Operation {
  const { summary, response, schema } = FORMS[form];
  const pretty = PRETTY_VERSIONS.has(version);
  const parameters = [...(form === 'measurement' ? [SERIAL] : []), ...(pretty ? [PRETTY] : [])];
  return {
    operationId: `${form}-${family}-${version}`,
    tags: [`Version ${version}`],
    summary: summary(FAMILY_TEXT[family]),
    ...(parameters.length > 0 && { parameters }),
    responses: {
      '200': responseSpec(response, schema),
      ...(pretty && { '400': refusal('`pretty` is not true or false, or is repeated.') }),
      ...FORBIDDEN,
      ...(form === 'measurement' && {
        '404': refusal('No such device in the family, or it has no readings yet.'),
      }),
    },
  };
}

function readOperations(): Record<string, PathItem> {
  return Object.fromEntries(
    readPaths().map(({ path, route: { form, family }, version }) => [
      path.replaceAll(/:(\w+)/g, '{$1}'),
      { get: readOperation(form, family, version) },
    ]),
  );
}

/** Its handler creates this document, so it is not among the routes. */
const REFERENCE: PathItem = {
  get: {
    operationId: 'openapi',
    tags: ['Service'],
    summary: 'Get this reference as OpenAPI 3.1',
    responses: { '200': responseSpec('The document.', { type: 'object' }), ...FORBIDDEN },
  },
};

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, PathItem>;
  components: { schemas: Record<string, JsonSchema> };
}

const DESCRIPTION =
  'Readings, devices and settings of Mensura for programs on this computer. The service accepts only local connections and requires no authentication. Every error response has a `message`.';

/** @param url the base URL of the caller */
export function openApiDocument(url: string): OpenApiDocument {
  const paths = {
    ...readOperations(),
    ...expertOperations(),
    ...Object.fromEntries(APP_ROUTES.map(pathItemOf)),
    '/openapi.json': REFERENCE,
  };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Mensura',
      version: APP_VERSION_TEXT,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url }],
    tags: [
      ...CONTRACT_VERSIONS.toReversed().map((version) => ({
        name: `Version ${version}`,
        description: `Operations of API version ${version}. All API versions remain available.`,
      })),
      { name: 'Service', description: 'Service information and maintenance.' },
      { name: 'App API', description: 'The API of the Mensura window, also available to other tools.' },
      { name: 'MQTT', description: 'App API: MQTT clients.' },
      { name: 'Gateways', description: 'App API: gateways.' },
      { name: 'Databases', description: 'App API: databases that readings are written to.' },
      { name: 'History', description: 'App API: stored readings and markers.' },
      { name: 'Imports', description: 'App API: files of readings, added to the history and removed again.' },
      { name: 'Runs', description: 'App API: named ranges of the history, and what starts them automatically.' },
      { name: 'Alarms', description: 'App API: alarms.' },
      { name: 'Notifications', description: 'App API: destinations that notifications of alarms are sent to.' },
      { name: 'Corrections', description: 'App API: corrections of channels.' },
      { name: 'Computed channels', description: 'App API: channels computed by formulas.' },
      { name: 'Dashboards', description: 'App API: dashboards.' },
    ],
    paths,
    components: { schemas: componentSchemas(paths) },
  };
}
