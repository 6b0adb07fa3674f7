/** Alarms and rules as the app API shows them, for tests that need a certain one. */
import {
  type Alarm,
  type AlarmRule,
  type AlarmRuleInput,
  alarmRuleInputSchema,
} from '../../../service/contract/index.ts';

export interface AlarmFacts extends Partial<Alarm> {
  id: string;
}

/** Temperature of E1 above 30 °C for a minute, unless said otherwise. */
export function alarmOf(facts: AlarmFacts): Alarm {
  return {
    family: 'usb',
    serial: 'E1',
    channel: 'temperature',
    rule: 'r1',
    kind: 'above',
    severity: 'warning',
    message: '',
    limit: 30,
    magnitude: 30.5,
    peak: 31.25,
    unit: '°C',
    since: minutesAgo(1),
    ended: null,
    count: 1,
    flapping: false,
    acknowledged: null,
    acknowledged_by: '',
    acknowledgment_comment: '',
    ...facts,
  };
}

/** A rule for the temperature of E1, with an upper limit of 30 °C unless said otherwise. */
export function ruleOf(id: string, changes: Partial<AlarmRuleInput> = {}): AlarmRule {
  const usual = { family: 'usb', serial: 'E1', channel: 'temperature', upper: 30 };
  const rule = alarmRuleInputSchema.parse({ ...usual, ...changes });
  return { id, rule, snoozed: null, watching: rule.enabled };
}

/** A moment as the service writes it. */
export function minutesAgo(minutes: number): string {
  return new Date(Date.now() - minutes * 60_000).toISOString();
}
