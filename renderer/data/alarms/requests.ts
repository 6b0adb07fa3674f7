/** Every request throws RequestError. */
import type {
  Alarm,
  AlarmAcknowledgment,
  AlarmFilter,
  AlarmLog,
  AlarmRule,
  AlarmRuleInput,
  RuleSnoozeInput,
} from '../../../service/contract/index.ts';
import { RequestError, request } from '../requests.ts';

const BASE = '/app/v1/alarms';
const RULES = `${BASE}/rules`;

function rulePath(id: string): string {
  return `${RULES}/${encodeURIComponent(id)}`;
}

/** @returns undefined if the alarm has left the list: it was acknowledged elsewhere */
export async function acknowledgeAlarm(
  id: string,
  acknowledgment: Partial<AlarmAcknowledgment> = {},
): Promise<Alarm | undefined> {
  try {
    return await request<Alarm>(`${BASE}/${encodeURIComponent(id)}/acknowledge`, {
      method: 'POST',
      body: acknowledgment,
    });
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return undefined;
    throw error;
  }
}

/** @returns the number of newly acknowledged alarms */
export async function acknowledgeAllAlarms(acknowledgment: Partial<AlarmAcknowledgment> = {}): Promise<number> {
  const { acknowledged } = await request<{ acknowledged: number }>(`${BASE}/acknowledge`, {
    method: 'POST',
    body: acknowledgment,
  });
  return acknowledged;
}

/** Where the history starts without another time. */
const FIRST_START = new Date(0).toISOString();

/** A filter, and when alarms were raised: ISO timestamps, `to` exclusive; omitted ones do not apply. */
export interface AlarmLogFilter extends AlarmFilter {
  from?: string;
  to?: string;
}

/** A problem with its times as a sentence: the service refuses such a filter; empty without one. */
export function filterError({ from, to }: AlarmLogFilter): string {
  const isInOrder = to === undefined || Date.parse(from ?? FIRST_START) < Date.parse(to);
  return isInOrder ? '' : 'The start must be before the end.';
}

function filterQuery(filter: AlarmLogFilter, others: Readonly<Record<string, string>>): URLSearchParams {
  const query = new URLSearchParams(others);
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, value);
  return query;
}

export interface AlarmLogRequest {
  filter: AlarmLogFilter;
  limit: number;
  /** Exclusive end, as an ISO timestamp, not after that of the filter; undefined for that one. */
  to: string | undefined;
  signal: AbortSignal;
}

/** Past and active alarms, newest first. */
export function alarmLog({ filter, limit, to, signal }: AlarmLogRequest): Promise<AlarmLog> {
  const query = filterQuery(
    { from: FIRST_START, ...filter, ...(to !== undefined && { to }) },
    { limit: String(limit) },
  );
  return request(`${BASE}/log?${query}`, { signal });
}

/** Address of the filtered alarm history as a file. */
export function alarmLogFileUrl(filter: AlarmLogFilter, format: 'csv' | 'jsonl'): string {
  return `${BASE}/log/export?${filterQuery(filter, { format })}`;
}

export function createRule(rule: AlarmRuleInput): Promise<AlarmRule> {
  return request(RULES, { method: 'POST', body: rule });
}

export function updateRule(id: string, rule: AlarmRuleInput): Promise<AlarmRule> {
  return request(rulePath(id), { method: 'PUT', body: rule });
}

export function removeRule(id: string): Promise<unknown> {
  return request(rulePath(id), { method: 'DELETE' });
}

/** Clears the alarms of a rule. A later snooze replaces it. */
export function snoozeRule(id: string, snooze: RuleSnoozeInput): Promise<AlarmRule> {
  return request(`${rulePath(id)}/snooze`, { method: 'POST', body: snooze });
}

/** The event stream delivers the change. */
export function endSnooze(id: string): Promise<unknown> {
  return request(`${rulePath(id)}/snooze`, { method: 'DELETE' });
}
