/** The app API of alarms in the OpenAPI document. */
import { LOG_LIMIT } from '../app/alarm-routes.ts';
import {
  EMPTY,
  jsonBody,
  jsonResponse,
  NO_BODY,
  NOT_SAVED,
  operationsOf,
  type Parameter,
  type PathItem,
  refusal,
  WRONG,
} from './operation.ts';
import { type JsonSchema, schemaRef } from './schemas.ts';

function idParameter(description: string, example: string): Parameter {
  return { name: 'id', in: 'path', required: true, description, schema: { type: 'string', example } };
}

const RULE_ID = idParameter('The id that the service gave the rule.', 'a01b2c3d4');
const ALARM_ID = idParameter('The id of the alarm.', '01b2c3d4e5f6-5');

const MOMENT: JsonSchema = { type: 'string', example: '2026-11-20T14:45:12.318Z' };

const RULE = schemaRef('AlarmRule');
const UNKNOWN_RULE = refusal('There is no such rule.');
const TWICE = refusal('There is a rule that says the same.');

const EXAMPLE = { family: 'usb', serial: 'E24638', channel: 'temperature', upper: 30, hysteresis: 0.5, delay_s: 60 };

const operation = operationsOf('Alarms');

const ALARMS: PathItem = {
  get: operation('alarms', 'The rules, the active alarms, and those that are over but not acknowledged', {
    answers: { '200': jsonResponse('Rules and alarms.', schemaRef('Alarms')) },
  }),
};

const LOG: PathItem = {
  get: operation('alarm-log', 'What was', {
    description: 'The alarms that began in the stretch, newest first, whatever became of them.',
    parameters: [
      {
        name: 'from',
        in: 'query',
        required: false,
        description: 'A moment: milliseconds since 1970, or ISO 8601. Left out: the beginning of the log.',
        schema: MOMENT,
      },
      {
        name: 'to',
        in: 'query',
        required: false,
        description: 'The end of the stretch, which is no part of it. Left out: the end of the log.',
        schema: MOMENT,
      },
      {
        name: 'limit',
        in: 'query',
        required: false,
        description: 'How many are answered at most.',
        schema: { type: 'integer', minimum: LOG_LIMIT.min, maximum: LOG_LIMIT.max, default: LOG_LIMIT.otherwise },
      },
    ],
    answers: {
      '200': jsonResponse('The alarms.', schemaRef('AlarmLog')),
      '400': refusal('A parameter is wrong; `problems` names it.'),
      '500': refusal('The log cannot be read.'),
    },
  }),
};

const ACKNOWLEDGE_ALL: PathItem = {
  post: operation('acknowledge-alarms', 'Acknowledge all alarms', {
    description: 'Those that are over leave the list.',
    body: NO_BODY,
    answers: {
      '200': jsonResponse('How many were not acknowledged before.', {
        type: 'object',
        properties: { acknowledged: { type: 'integer' } },
        required: ['acknowledged'],
      }),
      '400': WRONG,
    },
  }),
};

const ACKNOWLEDGE: PathItem = {
  post: operation('acknowledge-alarm', 'Acknowledge an alarm', {
    description: 'It leaves the list once it is over too. One that is acknowledged already stays as it is.',
    parameters: [ALARM_ID],
    body: NO_BODY,
    answers: {
      '200': jsonResponse('The alarm as it is now.', schemaRef('Alarm')),
      '400': WRONG,
      '404': refusal('There is no such alarm, or it has left the list.'),
    },
  }),
};

const RULES: PathItem = {
  get: operation('alarm-rules', 'All rules of alarms', {
    answers: {
      '200': jsonResponse('The rules in the order in which they were added.', {
        type: 'object',
        properties: { rules: { type: 'array', items: RULE } },
        required: ['rules'],
      }),
    },
  }),
  post: operation('create-alarm-rule', 'Add a rule', {
    description:
      'At least one of `upper`, `lower` and `no_data_s` is given; what is left out has its default. The device need not be attached.',
    body: jsonBody(schemaRef('AlarmRuleInput'), EXAMPLE),
    answers: {
      '201': jsonResponse('The rule; `Location` names its address.', RULE),
      '400': WRONG,
      '409': TWICE,
      '500': NOT_SAVED,
    },
  }),
};

const ONE_RULE: PathItem = {
  get: operation('alarm-rule', 'One rule', {
    parameters: [RULE_ID],
    answers: { '200': jsonResponse('The rule.', RULE), '404': UNKNOWN_RULE },
  }),
  put: operation('update-alarm-rule', 'Change a rule', {
    description:
      'What is left out goes back to its default. Alarms of a limit that is changed, or of a rule that is switched off, are over.',
    parameters: [RULE_ID],
    body: jsonBody(schemaRef('AlarmRuleInput'), { ...EXAMPLE, upper: 32 }),
    answers: {
      '200': jsonResponse('The rule as it is now.', RULE),
      '400': WRONG,
      '404': UNKNOWN_RULE,
      '409': TWICE,
      '500': NOT_SAVED,
    },
  }),
  delete: operation('remove-alarm-rule', 'Remove a rule', {
    description: 'Its alarms are over.',
    parameters: [RULE_ID],
    body: NO_BODY,
    answers: { '200': jsonResponse('An empty object.', EMPTY), '400': WRONG, '404': UNKNOWN_RULE, '500': NOT_SAVED },
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
