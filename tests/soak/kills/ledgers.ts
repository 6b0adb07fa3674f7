/** Changes besides MQTT clients: a setting and an alarm rule. */
import type { AlarmRule, Alarms, Settings } from '../../../service/contract/index.ts';
import { send } from '../../support/load/publishing.ts';
import { accept } from '../endurance/requests.ts';
import { Ledger } from './ledger.ts';

/** The channel of the rule. */
const RULE = { family: 'gateway', serial: 'SIM00002', channel: 'temperature' };

/** All readings are above the one and below the other, so the alarm is raised and cleared. */
const LIMITS = [-1000, 1000];

async function read<Answer>(url: string, path: string): Promise<Answer> {
  return (await (await fetch(url + path)).json()) as Answer;
}

export const alarmsOf = (url: string): Promise<Alarms> => read<Alarms>(url, '/app/v1/alarms');

/** Adds the rule. */
export async function makeLedgers(url: string): Promise<Ledger[]> {
  await accept(url, '/app/v1/alarms/rules', { ...RULE, upper: 1000 });
  const path = `/app/v1/alarms/rules/${(await alarmsOf(url)).rules[0]?.id}`;
  return [
    new Ledger({
      what: 'history_raw_days',
      values: Array.from({ length: 50 }, (_, index) => 100 + index),
      change: (at, days) => send(at, 'PATCH', '/app/v1/settings', { history_raw_days: days }),
      read: async (at) => (await read<Settings>(at, '/app/v1/settings')).history_raw_days,
    }),
    new Ledger({
      what: 'the upper limit',
      values: LIMITS,
      change: (at, upper) => send(at, 'PUT', path, { ...RULE, upper }),
      read: async (at) => (await read<AlarmRule>(at, path)).rule.upper ?? Number.NaN,
    }),
  ];
}
