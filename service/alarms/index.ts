/** Alarms: rules, their judgement, what stands, and the way to the log. */
export { AlarmManager } from './manager.ts';
export type { AlarmLogStore } from './parts.ts';
export { AlarmRuleStore } from './rule-store.ts';
export { AlarmStateStore } from './state-store.ts';
