/** The contract's reads and service information in the OpenAPI document. */
import type { ContractVersion, Family } from '../../contract/index.ts';
import { SERVICE_INFO_PATHS } from '../app/service-routes.ts';
import { readPaths } from '../device-reads/read-router.ts';
import { PRETTY_VERSIONS, type ReadFormat } from '../device-reads/routes.ts';
import {
  FORBIDDEN,
  type Operation,
  type Parameter,
  type PathItem,
  refusal,
  responseSpec,
  SERIAL,
} from './operation.ts';
import { type JsonSchema, schemaRef } from './schemas.ts';

const PRETTY: Parameter = {
  name: 'pretty',
  in: 'query',
  required: false,
  description: 'Indents the response by two spaces. Case-insensitive.',
  schema: { type: 'boolean', default: false },
};

const FAMILY_WORDS: Record<Family, string> = { usb: 'USB devices', gateway: 'gateway devices' };

const FORMS: Record<ReadFormat, { summary: (devices: string) => string; answer: string; schema: JsonSchema }> = {
  collection: {
    summary: (devices) => `List all ${devices} with details`,
    answer: 'The devices by serial number, and their products.',
    schema: schemaRef('DeviceCollection'),
  },
  measurements: {
    summary: (devices) => `List the latest measurements of all ${devices}`,
    answer: 'One entry per device with readings, sorted by serial number.',
    schema: { type: 'array', items: schemaRef('Measurement') },
  },
  measurement: {
    summary: (devices) => `Get the latest measurement of one of the ${devices}`,
    answer: 'The latest measurement.',
    schema: schemaRef('Measurement'),
  },
};

function readOperation(form: ReadFormat, family: Family, version: ContractVersion): Operation {
  const { summary, answer, schema } = FORMS[form];
  const pretty = PRETTY_VERSIONS.has(version);
  const parameters = [...(form === 'measurement' ? [SERIAL] : []), ...(pretty ? [PRETTY] : [])];
  return {
    operationId: `${form}-${family}-${version}`,
    tags: [`Version ${version}`],
    summary: summary(FAMILY_WORDS[family]),
    ...(parameters.length > 0 && { parameters }),
    responses: {
      '200': responseSpec(answer, schema),
      ...(pretty && { '400': refusal('`pretty` is not true or false, or is repeated.') }),
      ...FORBIDDEN,
      ...(form === 'measurement' && {
        '404': refusal('No such device in the family, or it has no readings yet.'),
      }),
    },
  };
}

function infoOperation(path: string): Operation {
  return {
    operationId: path.slice(1),
    tags: ['Service'],
    summary: 'Get the name, status and version of the service',
    description: 'An invalid `pretty` is ignored.',
    parameters: [PRETTY],
    responses: { '200': responseSpec('Service information.', schemaRef('ServiceInfo')), ...FORBIDDEN },
  };
}

export function readOperations(): Record<string, PathItem> {
  const reads = readPaths().map(({ path, route: { form, family }, version }) => [
    path.replaceAll(/:(\w+)/g, '{$1}'),
    { get: readOperation(form, family, version) },
  ]);
  const infos = SERVICE_INFO_PATHS.map((path) => [path, { get: infoOperation(path) }]);
  return Object.fromEntries([...reads, ...infos]) as Record<string, PathItem>;
}
