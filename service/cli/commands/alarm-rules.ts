import type { AlarmRule, AlarmRuleInput, RuleSnoozeInput } from '../../contract/index.ts';
import { formatExactDuration } from '../../contract/number-format.ts';
import { formatRuleDevices } from '../../contract/rule-targets.ts';
import { connect } from '../client/api.ts';
import type { CommonOptions, Invocation } from '../invocation.ts';
import { print, printJson, printNote } from '../output.ts';
import { escapeText } from '../text/escape.ts';
import { type Column, table } from '../text/table.ts';

const RULES = '/app/v1/alarms/rules';

const COLUMNS: readonly Column[] = [
  { heading: 'ID' },
  { heading: 'DEVICE' },
  { heading: 'CHANNEL' },
  { heading: 'CONDITIONS' },
  { heading: 'SEVERITY' },
  { heading: 'STATE' },
  { heading: 'SNOOZED BY' },
  { heading: 'REASON' },
];

function row({ id, rule, snoozed, watching }: AlarmRule): string[] {
  const { channel, enabled, severity } = rule;
  const idle = enabled ? 'outside watch times' : 'disabled';
  const state = snoozed ? `snoozed until ${snoozed.until}` : watching ? 'watching' : idle;
  return [
    id,
    formatRuleDevices(rule),
    channel,
    conditionsOf(rule),
    severity,
    state,
    snoozed?.by || '-',
    snoozed?.reason || '-',
  ];
}

/** `above 30, change above 2 within 10 min`, in the units of the API. */
function conditionsOf({ upper, lower, change, change_s, deviation, reference, no_data_s }: AlarmRuleInput): string {
  const duration = (seconds: number): string => formatExactDuration(seconds * 1000);
  return [
    upper === null ? '' : `above ${upper}`,
    lower === null ? '' : `below ${lower}`,
    change === null ? '' : `change above ${change} within ${duration(change_s)}`,
    deviation === null ? '' : `deviation above ${deviation} from ${reference?.serial} ${reference?.channel}`,
    no_data_s === null ? '' : `no data for ${duration(no_data_s)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

export async function list({ options }: Invocation<[]>): Promise<void> {
  const { rules } = await (await connect(options)).call<{ rules: AlarmRule[] }>(RULES);
  if (options.json) return printJson(rules);
  if (rules.length === 0) return printNote('No alarm rules.');
  await print(table(COLUMNS, rules.map(row)));
}

interface SnoozeOptions extends CommonOptions, Partial<Pick<RuleSnoozeInput, 'reason' | 'by'>> {
  /** Seconds. */
  for: number;
}

export async function snooze({ words: [id], options }: Invocation<[string], SnoozeOptions>): Promise<void> {
  const { for: duration_s, reason, by, json } = options;
  const request = { method: 'POST', body: { duration_s, reason, by } } as const;
  const snoozed = await (await connect(options)).call<AlarmRule>(`${RULES}/${encodeURIComponent(id)}/snooze`, request);
  if (json) return printJson(snoozed);
  await print(`Snoozed alarm rule ${escapeText(id)} until ${snoozed.snoozed?.until ?? '-'}.\n`);
}

export async function unsnooze({ words: [id], options }: Invocation<[string]>): Promise<void> {
  const api = await connect(options);
  await api.call(`${RULES}/${encodeURIComponent(id)}/snooze`, { method: 'DELETE' });
  if (options.json) return printJson(await api.call(`${RULES}/${encodeURIComponent(id)}`));
  await print(`Ended the snooze of alarm rule ${escapeText(id)}.\n`);
}
