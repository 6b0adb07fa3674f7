/** The log, the checks of the computer and the diagnostics in the OpenAPI document. */
import { MAX_LOG_ENTRIES } from '../../contract/index.ts';
import { ATTACHMENT, jsonResponse, operationsOf, type Parameter, type PathItem } from './operation.ts';
import { type JsonSchema, schemaRef } from './schemas.ts';
import { WRONG_QUERY } from './stretch-parameters.ts';

const operation = operationsOf('Service');

function parameter(name: string, description: string, schema: JsonSchema): Parameter {
  return { name, in: 'query', required: false, description, schema };
}

const ID: JsonSchema = { type: 'integer', minimum: 0 };

const LOG: PathItem = {
  get: operation('log', 'The log of this run', {
    description: 'Its newest lines are kept: 5000 of them, and 2 MiB of text. For what is new, ask `after` the newest.',
    parameters: [
      parameter('level', 'This level and what is worse; left out: `info`.', schemaRef('LogLevel')),
      parameter('after', 'Lines with a greater id; left out: all.', ID),
      parameter('before', 'Lines with a lesser id; left out: all.', ID),
      parameter('limit', 'The newest so many of them. Default: 200.', {
        type: 'integer',
        minimum: 1,
        maximum: MAX_LOG_ENTRIES,
      }),
    ],
    answers: { '200': jsonResponse('The lines.', schemaRef('LogAnswer')), '400': WRONG_QUERY },
  }),
};

const CHECKS: PathItem = {
  get: operation('checks', 'Whether this computer lets instruments be found and read', {
    answers: { '200': jsonResponse('What was found, and what to do about it.', schemaRef('Checks')) },
  }),
};

const DIAGNOSTICS: PathItem = {
  get: operation('diagnostics', 'Everything that helps to find out what is wrong, as a ZIP', {
    description:
      'Versions, settings, devices, MQTT clients, gateways, alarms, the checks and the newest lines of the log. No password, certificate or key is in it, and nothing that was measured but the latest values.',
    answers: {
      '200': {
        description: 'The file, as an attachment with a name.',
        headers: ATTACHMENT,
        content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
      },
    },
  }),
};

export function logOperations(): Record<string, PathItem> {
  return { '/app/v1/log': LOG, '/app/v1/checks': CHECKS, '/app/v1/diagnostics': DIAGNOSTICS };
}
