/** Alarms: rules, their judgement, what stands, and the way to the log. */

export type { AlarmLogStore } from './alarm-log-store.ts';
export { AlarmManager } from './manager.ts';
export { AlarmRuleStore } from './rule-store.ts';
export { AlarmStateStore } from './state-store.ts';
