/** `/app/v1/alarms`: alarms, alarm rules and the alarm log. */
import * as z from 'zod';
import {
  ALARM_FILTER_STATES,
  type AlarmLogQuery,
  alarmAcknowledgmentSchema,
  alarmFilterSchema,
  alarmRuleInputSchema,
  EXPORT_FORMATS,
  ruleSnoozeInputSchema,
} from '../../contract/index.ts';
import { ATTACHMENT, type Parameter, pathParameter, queryParameter } from '../openapi/operation.ts';
import { type JsonSchema, schemaRef } from '../openapi/schemas.ts';
import { ALARM_FILE_FORMATS, alarmLogFile } from './alarm-log-file.ts';
import { sendAttachment } from './attachment.ts';
import { operationsOf, type Route, STORAGE_FAILED, sendCreated } from './route.ts';
import { MAX_TIMESTAMP_MS, parametersOf, parseTimeRange, wholeNumber } from './time-range-query.ts';

const ALARMS = '/app/v1/alarms';
const RULES = `${ALARMS}/rules`;

/** Range and default of the number of entries. */
const LOG_LIMIT = { min: 1, max: 10_000, otherwise: 1000 } as const;

const TIMESTAMP: JsonSchema = { type: 'string', example: '2026-11-20T14:45:12.318Z' };

const RULE_ID = pathParameter('id', 'Rule ID, assigned by the service.', { type: 'string', example: 'a01b2c3d4' });
const ALARM_ID = pathParameter('id', 'Alarm ID.', { type: 'string', example: '01b2c3d4e5f6-5' });

const UNKNOWN_RULE = 'No such rule.';
const TWICE = 'An identical rule already exists.';

const EXAMPLE = { family: 'usb', serial: 'E24638', channel: 'temperature', upper: 30, hysteresis: 0.5, delay_s: 60 };

const ACKNOWLEDGMENT = {
  schema: alarmAcknowledgmentSchema,
  example: { by: 'A. Miller', comment: 'Door closed.' },
  mayBeEmpty: true,
} as const;

/** The range and the filter of the alarm log. */
const LOG_PARAMETERS: readonly Parameter[] = [
  queryParameter(
    'from',
    'Start of the range: milliseconds since 1970, or ISO 8601. Default: the start of the alarm log.',
    TIMESTAMP,
  ),
  queryParameter('to', 'End of the range, exclusive. Default: the end of the alarm log.', TIMESTAMP),
  queryParameter('min_severity', 'Minimum severity.', schemaRef('AlarmSeverity')),
  queryParameter('device', '`family/serial`: only alarms of this device.', { type: 'string', example: 'usb/E24638' }),
  queryParameter('rule', 'Only alarms of the rule with this ID, even if it was deleted.', RULE_ID.schema),
  queryParameter('state', 'Only alarms in this state.', { type: 'string', enum: [...ALARM_FILTER_STATES] }),
  queryParameter(
    'text',
    'Only alarms with all of these words in serial number, channel, kind, message, `acknowledged_by` or `acknowledgment_comment`, ignoring case.',
    { type: 'string' },
  ),
];

/** @throws MensuraError `bad-request` naming the invalid parameter */
function logQueryOf(query: URLSearchParams): Omit<AlarmLogQuery, 'limit'> {
  const range = parseTimeRange(query, MAX_TIMESTAMP_MS, 2 * MAX_TIMESTAMP_MS);
  return { ...range, filter: parametersOf(query, alarmFilterSchema) };
}

const fileSchema = z.strictObject({
  format: z.enum(ALARM_FILE_FORMATS, { error: `must be ${ALARM_FILE_FORMATS.join(' or ')}` }).default('csv'),
});

const { read, write } = operationsOf('Alarms');

export const ALARM_ROUTES: readonly Route[] = [
  {
    path: ALARMS,
    get: read('alarms', 'List alarm rules, active alarms and unacknowledged alarms', {
      ok: ['Rules and alarms.', 'Alarms'],
      handle: ({ services }) => services.alarms.list(),
    }),
  },
  {
    path: `${ALARMS}/acknowledge`,
    post: write('acknowledge-alarms', 'Acknowledge all alarms', {
      description: 'Cleared alarms leave the list.',
      body: ACKNOWLEDGMENT,
      ok: [
        'The number of alarms that were acknowledged.',
        { type: 'object', properties: { acknowledged: { type: 'integer' } }, required: ['acknowledged'] },
      ],
      handle: async ({ services, body }) => ({ acknowledged: await services.alarms.acknowledgeAll(body()) }),
    }),
  },
  {
    path: `${ALARMS}/log`,
    get: read('alarm-log', 'List past and active alarms', {
      description:
        'Alarms raised in the range that meet all conditions, newest first; without conditions, in any state.',
      parameters: [
        ...LOG_PARAMETERS,
        queryParameter('limit', 'Maximum number of alarms.', {
          type: 'integer',
          minimum: LOG_LIMIT.min,
          maximum: LOG_LIMIT.max,
          default: LOG_LIMIT.otherwise,
        }),
      ],
      ok: ['The alarms.', 'AlarmLog'],
      errors: { '500': 'The alarm log cannot be read.' },
      handle: ({ services, query }) =>
        services.alarms.log({ ...logQueryOf(query), limit: wholeNumber(query, 'limit', LOG_LIMIT) }),
    }),
  },
  {
    path: `${ALARMS}/log/export`,
    get: read('export-alarm-log', 'Export past and active alarms', {
      description:
        'All alarms raised in the range that meet all conditions, newest first: CSV by RFC 4180 with a heading, or a JSON object per line. The file is streamed while it is created. If that fails, the connection is aborted.',
      parameters: [
        queryParameter('format', 'File format.', { type: 'string', enum: [...ALARM_FILE_FORMATS], default: 'csv' }),
        ...LOG_PARAMETERS,
      ],
      ok: {
        description: 'The file, as a named attachment.',
        headers: ATTACHMENT,
        content: Object.fromEntries(
          ALARM_FILE_FORMATS.map((format) => [
            EXPORT_FORMATS[format].contentType.split(';')[0],
            { schema: { type: 'string', format: 'binary' } },
          ]),
        ),
      },
      errors: { '500': 'The alarm log cannot be read.' },
      handle: async ({ services, response, query }) => {
        const { format } = parametersOf(query, fileSchema);
        await sendAttachment(await alarmLogFile(services, logQueryOf(query), format), response);
      },
    }),
  },
  {
    path: RULES,
    get: read('alarm-rules', 'List alarm rules', {
      ok: [
        'The rules, in the order they were added.',
        {
          type: 'object',
          properties: { rules: { type: 'array', items: schemaRef('AlarmRule') } },
          required: ['rules'],
        },
      ],
      handle: ({ services }) => ({ rules: services.alarms.list().rules }),
    }),
    post: write('create-alarm-rule', 'Add a rule', {
      description:
        'Requires at least one of `upper`, `lower`, `change`, `deviation` and `no_data_s`. Omitted fields are set to their defaults. The device does not have to be connected.',
      body: { schema: alarmRuleInputSchema, example: EXAMPLE },
      created: ['The rule. `Location` has its path.', 'AlarmRule'],
      errors: { '409': TWICE, '500': STORAGE_FAILED },
      handle: async ({ services, response, body }) => {
        const rule = await services.alarms.createRule(body());
        sendCreated(response, RULES, rule.id, rule);
      },
    }),
  },
  {
    path: `${RULES}/:id`,
    get: read('alarm-rule', 'Get a rule', {
      parameters: [RULE_ID],
      ok: ['The rule.', 'AlarmRule'],
      errors: { '404': UNKNOWN_RULE },
      handle: ({ services, id }) => services.alarms.rule(id),
    }),
    put: write('update-alarm-rule', 'Replace a rule', {
      description:
        'Omitted fields are reset to their defaults. Changing a limit or disabling the rule clears its alarms.',
      parameters: [RULE_ID],
      body: { schema: alarmRuleInputSchema, example: { ...EXAMPLE, upper: 32 } },
      ok: ['The changed rule.', 'AlarmRule'],
      errors: { '404': UNKNOWN_RULE, '409': TWICE, '500': STORAGE_FAILED },
      handle: ({ services, id, body }) => services.alarms.updateRule(services.alarms.rule(id).id, body()),
    }),
    delete: write('remove-alarm-rule', 'Delete a rule', {
      description: 'Also clears its alarms.',
      parameters: [RULE_ID],
      errors: { '404': UNKNOWN_RULE, '500': STORAGE_FAILED },
      handle: ({ services, id }) => services.alarms.removeRule(id),
    }),
  },
  {
    path: `${RULES}/:id/snooze`,
    post: write('snooze-alarm-rule', 'Snooze a rule', {
      description: 'Clears its alarms. Until the end of the snooze, it raises none. A later snooze replaces it.',
      parameters: [RULE_ID],
      body: { schema: ruleSnoozeInputSchema, example: { duration_s: 3600, reason: 'Defrosting.', by: 'A. Miller' } },
      ok: ['The snoozed rule.', 'AlarmRule'],
      errors: { '404': UNKNOWN_RULE, '500': STORAGE_FAILED },
      handle: ({ services, id, body }) => services.alarms.snoozeRule(services.alarms.rule(id).id, body()),
    }),
    delete: write('end-snooze', 'End the snooze of a rule', {
      description: 'Succeeds also if the rule is not snoozed.',
      parameters: [RULE_ID],
      errors: { '404': UNKNOWN_RULE, '500': STORAGE_FAILED },
      handle: async ({ services, id }) => void (await services.alarms.endSnooze(id)),
    }),
  },
  {
    path: `${ALARMS}/:id/acknowledge`,
    post: write('acknowledge-alarm', 'Acknowledge an alarm', {
      description: 'The alarm leaves the list once it is also cleared. An acknowledged alarm is not changed.',
      parameters: [ALARM_ID],
      body: ACKNOWLEDGMENT,
      ok: ['The acknowledged alarm.', 'Alarm'],
      errors: { '404': 'No such alarm, or it has left the list.' },
      handle: ({ services, id, body }) => services.alarms.acknowledge(id, body()),
    }),
  },
];
