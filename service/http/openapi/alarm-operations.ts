/** The app API of alarms in the OpenAPI document. */
import { LOG_LIMIT } from '../app/alarm-routes.ts';
import {
  INVALID_BODY,
  jsonBody,
  NO_CONTENT,
  OPTIONAL_BODY,
  operationsOf,
  type Parameter,
  type PathItem,
  refusal,
  responseSpec,
  STORAGE_FAILED,
} from './operation.ts';
import { type JsonSchema, schemaRef } from './schemas.ts';

function idParameter(description: string, example: string): Parameter {
  return { name: 'id', in: 'path', required: true, description, schema: { type: 'string', example } };
}

const RULE_ID = idParameter('Rule ID, assigned by the service.', 'a01b2c3d4');
const ALARM_ID = idParameter('Alarm ID.', '01b2c3d4e5f6-5');

const MOMENT: JsonSchema = { type: 'string', example: '2026-11-20T14:45:12.318Z' };

const RULE = schemaRef('AlarmRule');
const UNKNOWN_RULE = refusal('No such rule.');
const TWICE = refusal('An identical rule already exists.');

const EXAMPLE = { family: 'usb', serial: 'E24638', channel: 'temperature', upper: 30, hysteresis: 0.5, delay_s: 60 };

const operation = operationsOf('Alarms');

const ALARMS: PathItem = {
  get: operation('alarms', 'List alarm rules, active alarms and unacknowledged alarms', {
    responses: { '200': responseSpec('Rules and alarms.', schemaRef('Alarms')) },
  }),
};

const LOG: PathItem = {
  get: operation('alarm-log', 'List past and active alarms', {
    description: 'Alarms raised in the range, newest first, in any state.',
    parameters: [
      {
        name: 'from',
        in: 'query',
        required: false,
        description: 'Start of the range: milliseconds since 1970, or ISO 8601. Default: the start of the alarm log.',
        schema: MOMENT,
      },
      {
        name: 'to',
        in: 'query',
        required: false,
        description: 'End of the range, exclusive. Default: the end of the alarm log.',
        schema: MOMENT,
      },
      {
        name: 'limit',
        in: 'query',
        required: false,
        description: 'Maximum number of alarms.',
        schema: { type: 'integer', minimum: LOG_LIMIT.min, maximum: LOG_LIMIT.max, default: LOG_LIMIT.otherwise },
      },
    ],
    responses: {
      '200': responseSpec('The alarms.', schemaRef('AlarmLog')),
      '400': refusal('A parameter is invalid. `errors` names it.'),
      '500': refusal('The alarm log cannot be read.'),
    },
  }),
};

const ACKNOWLEDGE_ALL: PathItem = {
  post: operation('acknowledge-alarms', 'Acknowledge all alarms', {
    description: 'Cleared alarms leave the list.',
    body: OPTIONAL_BODY,
    responses: {
      '200': responseSpec('The number of alarms that were acknowledged.', {
        type: 'object',
        properties: { acknowledged: { type: 'integer' } },
        required: ['acknowledged'],
      }),
      '400': INVALID_BODY,
    },
  }),
};

const ACKNOWLEDGE: PathItem = {
  post: operation('acknowledge-alarm', 'Acknowledge an alarm', {
    description: 'The alarm leaves the list once it is also cleared. An acknowledged alarm is not changed.',
    parameters: [ALARM_ID],
    body: OPTIONAL_BODY,
    responses: {
      '200': responseSpec('The acknowledged alarm.', schemaRef('Alarm')),
      '400': INVALID_BODY,
      '404': refusal('No such alarm, or it has left the list.'),
    },
  }),
};

const RULES: PathItem = {
  get: operation('alarm-rules', 'List alarm rules', {
    responses: {
      '200': responseSpec('The rules, in the order they were added.', {
        type: 'object',
        properties: { rules: { type: 'array', items: RULE } },
        required: ['rules'],
      }),
    },
  }),
  post: operation('create-alarm-rule', 'Add a rule', {
    description:
      'Requires at least one of `upper`, `lower` and `no_data_s`. Omitted fields are set to their defaults. The device does not have to be connected.',
    body: jsonBody(schemaRef('AlarmRuleInput'), EXAMPLE),
    responses: {
      '201': responseSpec('The rule. `Location` has its path.', RULE),
      '400': INVALID_BODY,
      '409': TWICE,
      '500': STORAGE_FAILED,
    },
  }),
};

const ONE_RULE: PathItem = {
  get: operation('alarm-rule', 'Get a rule', {
    parameters: [RULE_ID],
    responses: { '200': responseSpec('The rule.', RULE), '404': UNKNOWN_RULE },
  }),
  put: operation('update-alarm-rule', 'Replace a rule', {
    description:
      'Omitted fields are reset to their defaults. Changing a limit or disabling the rule clears its alarms.',
    parameters: [RULE_ID],
    body: jsonBody(schemaRef('AlarmRuleInput'), { ...EXAMPLE, upper: 32 }),
    responses: {
      '200': responseSpec('The changed rule.', RULE),
      '400': INVALID_BODY,
      '404': UNKNOWN_RULE,
      '409': TWICE,
      '500': STORAGE_FAILED,
    },
  }),
  delete: operation('remove-alarm-rule', 'Remove a rule', {
    description: 'Also clears its alarms.',
    parameters: [RULE_ID],
    body: OPTIONAL_BODY,
    responses: {
      '200': responseSpec('An empty object.', NO_CONTENT),
      '400': INVALID_BODY,
      '404': UNKNOWN_RULE,
      '500': STORAGE_FAILED,
    },
  }),
};

export function alarmOperations(): Record<string, PathItem> {
  return {
    '/app/v1/alarms': ALARMS,
    '/app/v1/alarms/acknowledge': ACKNOWLEDGE_ALL,
    '/app/v1/alarms/log': LOG,
    '/app/v1/alarms/rules': RULES,
    '/app/v1/alarms/rules/{id}': ONE_RULE,
    '/app/v1/alarms/{id}/acknowledge': ACKNOWLEDGE,
  };
}
