import type { Mutation } from './mutation.ts';

const QUEUE = 'service/alarms/notification-queue.ts';
const PLANS = 'service/notifications/plans.ts';
const SESSION = 'service/notifications/session.ts';
const HOLD = 'service/notifications/hold-times.ts';
const DELIVERY_TESTS = ['tests/service/notifications/delivery.test.ts'];
const RESTART_TESTS = ['tests/service/notifications/delivery-restart.test.ts'];
const HOLD_TESTS = ['tests/service/notifications/hold-times.test.ts'];

/** When notifications of alarms are sent, and what outlives a restart. */
export const DELIVERY: readonly Mutation[] = [
  {
    what: 'the notifications of the last run are not read',
    file: 'service/alarms/manager.ts',
    find: 'this.notifications.restore(notifications, listed);',
    replace: '',
    tests: RESTART_TESTS,
  },
  {
    what: 'the notifications are not stored with the alarms',
    file: 'service/alarms/manager.ts',
    find: 'notifications: this.notifications.state,',
    replace: 'notifications: { events: [], destinations: {} },',
    tests: RESTART_TESTS,
  },
  {
    what: 'a message that was interrupted gets another ID',
    file: QUEUE,
    find: 'if (sent) return',
    replace: 'if (sent === undefined && sent) return',
    tests: RESTART_TESTS,
  },
  {
    what: 'an acknowledged message stays in the queue',
    file: QUEUE,
    find: 'queue.waiting = queue.waiting.filter((one) => !sent.has(one));',
    replace: '',
    tests: DELIVERY_TESTS,
  },
  {
    what: 'notifications wait forever',
    file: QUEUE,
    find: '<= MAX_NOTIFICATION_AGE_MS,',
    replace: '<= Number.MAX_VALUE,',
    tests: DELIVERY_TESTS,
  },
  {
    what: 'an escalation ignores that somebody responded',
    file: QUEUE,
    find: 'recipient.delayMs > 0 && one.due > event.at',
    replace: 'recipient.delayMs < 0 && one.due > event.at',
    tests: DELIVERY_TESTS,
  },
  {
    what: 'a destination that was not notified of an alarm is notified that it cleared',
    file: QUEUE,
    find: 'if (knows && wants)',
    replace: 'if (wants)',
    tests: DELIVERY_TESTS,
  },
  {
    what: 'acknowledged alarms are still reminded of',
    file: QUEUE,
    find: 'if (alarm?.ended !== null || alarm.acknowledged !== null) return undefined;',
    replace: 'if (alarm?.ended !== null) return undefined;',
    tests: DELIVERY_TESTS,
  },
  {
    what: 'every alarm goes to every destination',
    file: QUEUE,
    find: 'else if (recipient.matches(alarm)) this.#add',
    replace: 'else this.#add',
    tests: DELIVERY_TESTS,
  },
  {
    what: 'information goes to destinations of critical alarms',
    file: 'service/notifications/recipient.ts',
    find: 'ALARM_SEVERITIES.indexOf(alarm.severity) < ALARM_SEVERITIES.indexOf(min_severity)',
    replace: 'ALARM_SEVERITIES.indexOf(alarm.severity) < 0',
    tests: DELIVERY_TESTS,
  },
  {
    what: 'quiet hours hold critical alarms too',
    file: PLANS,
    find: "quiet_critical && severity === 'critical'",
    replace: "quiet_critical && severity === 'warning'",
    tests: DELIVERY_TESTS,
  },
  {
    what: 'an active alarm does not get the severity of its changed rule',
    file: 'service/alarms/active-alarms.ts',
    find: 'this.#turn({ ...alarm, limit, severity, message });',
    replace: 'this.#turn({ ...alarm, limit });',
    tests: ['tests/service/alarms/rules.test.ts'],
  },
  {
    what: 'alarms of a burst are not gathered',
    file: PLANS,
    find: 'this.#gathersUntil = now + GATHER_MS;',
    replace: '',
    tests: DELIVERY_TESTS,
  },
  {
    what: 'quiet hours are ignored',
    file: PLANS,
    find: '(quietEnd(this.#options.fields, now) ?? now) - now',
    replace: '0',
    tests: DELIVERY_TESTS,
  },
  {
    what: 'failed attempts count toward the limits',
    file: PLANS,
    find: 'compose: () => composeAlarms(batch),',
    replace: 'compose: () => (this.#countDelivered(), composeAlarms(batch)),',
    tests: DELIVERY_TESTS,
  },
  {
    what: 'the daily message is sent more than once',
    file: PLANS,
    find: '        await queue.setDaily(id, date);\n',
    replace: '',
    tests: DELIVERY_TESTS,
  },
  {
    what: 'a refusal is retried as often as a missing server',
    file: SESSION,
    find: 'outcome.failure.isLasting ? slowRetry : retry',
    replace: 'retry',
    tests: DELIVERY_TESTS,
  },
  {
    what: 'a message that the server refuses holds up all others',
    file: SESSION,
    find: 'if (this.#refused.times < this.#limits.refusals) return false;',
    replace: 'if (this.#refused.times > 0) return false;',
    tests: DELIVERY_TESTS,
  },
  {
    what: 'the daily message comes before alarms',
    file: PLANS,
    find: 'if (!batch) return this.#dailyMessage();',
    replace: 'const daily = this.#dailyMessage();\n    if (daily || !batch) return daily;',
    tests: DELIVERY_TESTS,
  },
  {
    what: 'a destination stays failed when nothing waits any more',
    file: SESSION,
    find: 'else if (this.#isOver()) this.#recover();',
    replace: '',
    tests: DELIVERY_TESTS,
  },
  {
    what: 'recipients that get nothing are not named',
    file: SESSION,
    find: 'outcome.rejected ? { ...partlyRefused(outcome.rejected), at: now } : null',
    replace: 'outcome.rejected?.length === 0 ? { ...partlyRefused(outcome.rejected), at: now } : null',
    tests: DELIVERY_TESTS,
  },
  {
    what: 'a reminder is due while one of the same alarm waits',
    file: QUEUE,
    find: 'return queue.waiting.some(({ event }) => event.alarm.id === id) ? undefined : alarm;',
    replace: 'return queue.waiting.length < 0 ? undefined : alarm;',
    tests: DELIVERY_TESTS,
  },
  {
    what: 'a clock that is set back holds escalations',
    file: QUEUE,
    find: 'one.due = Math.min(one.due, now + delayMs);',
    replace: 'one.due = Math.min(one.due, Number.MAX_VALUE);',
    tests: DELIVERY_TESTS,
  },
  {
    what: 'the stop waits for a server without end',
    file: SESSION,
    find: 'const timer = setTimeout(() => this.#aborted.abort(), this.#limits.stopMs);',
    replace: 'const timer = undefined;',
    tests: RESTART_TESTS,
  },
  {
    what: 'quiet hours end at midnight',
    file: HOLD,
    find: 'quiet_to, days + nights, localOffset',
    replace: 'quiet_to, days, localOffset',
    tests: HOLD_TESTS,
  },
  {
    what: 'the limit of an hour does not hold',
    file: HOLD,
    find: '{ count: max_per_hour, ms: HOUR_MS },',
    replace: '',
    tests: HOLD_TESTS,
  },
];
