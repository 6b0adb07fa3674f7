/** The log, the checks and the diagnostics in the OpenAPI document. */
import { MAX_LOG_ENTRIES } from '../../contract/index.ts';
import { ATTACHMENT, operationsOf, type Parameter, type PathItem, responseSpec } from './operation.ts';
import { type JsonSchema, schemaRef } from './schemas.ts';
import { INVALID_QUERY } from './time-range-parameters.ts';

const operation = operationsOf('Service');

function parameter(name: string, description: string, schema: JsonSchema): Parameter {
  return { name, in: 'query', required: false, description, schema };
}

const ID: JsonSchema = { type: 'integer', minimum: 0 };

const LOG: PathItem = {
  get: operation('log', 'Get the log of this run', {
    description: 'The newest 5000 lines, up to 2 MiB of text. To get only new lines, set `after` to the newest ID.',
    parameters: [
      parameter('level', 'Minimum level. Default: `info`.', schemaRef('LogLevel')),
      parameter('after', 'Only lines with a higher ID.', ID),
      parameter('before', 'Only lines with a lower ID.', ID),
      parameter('limit', 'Maximum number of lines; the newest are returned. Default: 200.', {
        type: 'integer',
        minimum: 1,
        maximum: MAX_LOG_ENTRIES,
      }),
    ],
    responses: { '200': responseSpec('The lines.', schemaRef('LogAnswer')), '400': INVALID_QUERY },
  }),
};

const CHECKS: PathItem = {
  get: operation('checks', 'Check whether devices can be found and read on this computer', {
    responses: { '200': responseSpec('The checks, with a remedy for each failed one.', schemaRef('Checks')) },
  }),
};

const DIAGNOSTICS: PathItem = {
  get: operation('diagnostics', 'Download diagnostics', {
    description:
      'A ZIP file with versions, settings, devices, MQTT clients, gateways, alarms, checks and the newest lines of the log. It has no passwords, certificates or keys, and no readings except the latest.',
    responses: {
      '200': {
        description: 'The file, as a named attachment.',
        headers: ATTACHMENT,
        content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
      },
    },
  }),
};

export function logOperations(): Record<string, PathItem> {
  return { '/app/v1/log': LOG, '/app/v1/checks': CHECKS, '/app/v1/diagnostics': DIAGNOSTICS };
}
