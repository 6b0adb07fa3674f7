import type { Mutation } from './mutation.ts';

const MANAGER = 'service/alarms/manager.ts';
const LIST = 'service/alarms/active-alarms.ts';
const FLAP = 'service/alarms/flap-monitor.ts';
const LIMIT_WATCH = 'service/alarms/limit-monitor.ts';
const THRESHOLD = 'service/alarms/threshold.ts';

/** Alarms, and the checks of the computer. */
export const ALARMS: readonly Mutation[] = [
  {
    what: 'a reading at the limit is an alarm',
    file: THRESHOLD,
    find: 'if (amountOf(value) <= limit) {',
    replace: 'if (amountOf(value) < limit) {',
    tests: ['tests/service/alarms/limit-monitor.test.ts'],
  },
  {
    what: 'the hysteresis of a lower limit has the wrong sign',
    file: LIMIT_WATCH,
    find: "kind === 'below' ? -hysteresis : hysteresis",
    replace: 'hysteresis',
    tests: ['tests/service/alarms/limit-monitor.test.ts'],
  },
  {
    what: 'an alarm may follow the one before at once',
    file: THRESHOLD,
    find: 'Math.max(now + delayMs, this.#raisedAt + MIN_INTERVAL_MS)',
    replace: 'now + delayMs',
    tests: ['tests/service/alarms/limit-monitor.test.ts'],
  },
  {
    what: 'the delay of a rule counts as milliseconds',
    file: 'service/alarms/rule-monitor.ts',
    find: 'kind, limit, hysteresis, delayMs: delay_s * 1000',
    replace: 'kind, limit, hysteresis, delayMs: delay_s',
    tests: ['tests/service/alarms/manager.test.ts', 'tests/service/alarms/rules.test.ts'],
  },
  {
    what: 'an alarm for missing data is not ended by a reading',
    file: 'service/alarms/no-data-monitor.ts',
    find: "this.#isActive = false;\n    return { kind: 'ended' };",
    replace: 'return undefined;',
    tests: ['tests/service/alarms/no-data-monitor.test.ts', 'tests/service/alarms/manager.test.ts'],
  },
  {
    what: 'an acknowledgement is not saved before it is answered',
    file: MANAGER,
    find: 'this.#options.clock.now());\n    await this.#options.state.writes.flush();\n    return alarm;',
    replace: 'this.#options.clock.now());\n    return alarm;',
    tests: ['tests/service/alarms/restart.test.ts', 'tests/service/alarms/manager.test.ts'],
  },
  {
    what: 'the list of alarms has no bound',
    file: LIST,
    find: 'if (this.#alarms.size > MAX_ACTIVE_ALARMS) this.#removeOldestCleared();',
    replace: '',
    tests: ['tests/service/alarms/manager.test.ts', 'tests/service/alarms/restart.test.ts'],
  },
  {
    what: 'an alarm that is acknowledged and over stays listed',
    file: LIST,
    find: 'if (alarm.ended !== null && alarm.acknowledged !== null) this.#remove(alarm);',
    replace: '',
    tests: ['tests/service/alarms/manager.test.ts'],
  },
  {
    what: 'an alarm that flaps clears at each return',
    file: FLAP,
    find: "return this.#isFlapping ? undefined : { kind: 'ended', agoMs: 0 };",
    replace: "return { kind: 'ended', agoMs: 0 };",
    tests: ['tests/service/alarms/flap-monitor.test.ts', 'tests/service/alarms/flapping.test.ts'],
  },
  {
    what: 'an alarm flaps for ever',
    file: FLAP,
    find: 'if (agoMs < FLAP_WINDOW_MS) return undefined;',
    replace: 'return undefined;',
    tests: ['tests/service/alarms/flap-monitor.test.ts', 'tests/service/alarms/flapping.test.ts'],
  },
  {
    what: 'a later alarm is listed beside the cleared one of its rule',
    file: LIST,
    find: 'if (previous) this.#remove(previous);',
    replace: '',
    tests: ['tests/service/alarms/flapping.test.ts', 'tests/service/alarms/rules.test.ts'],
  },
  {
    what: 'a smaller peak of a repetition replaces the furthest',
    file: LIST,
    find: 'if (furthest(alarm, peak) !== alarm.peak) this.#update({ ...alarm, peak });',
    replace: 'this.#update({ ...alarm, peak });',
    tests: ['tests/service/alarms/flapping.test.ts'],
  },
  {
    what: 'a message about alarms forgets those before',
    file: 'renderer/data/alarms/raised-alarms.ts',
    find: 'this.#shown = joined(this.#shown, this.#waiting);',
    replace: 'this.#shown = this.#waiting;',
    tests: ['tests/renderer/alarms/raised-alarms.test.ts'],
  },
  {
    what: 'the suggested hysteresis is half the noise',
    file: 'renderer/data/alarms/noise.ts',
    find: 'const exact = width * MARGIN;',
    replace: 'const exact = width / 2;',
    tests: ['tests/renderer/alarms/noise.test.ts'],
  },
  {
    what: 'silence counts on through the sleep of the computer',
    file: MANAGER,
    find: 'this.#judge.wake();',
    replace: '',
    tests: ['tests/service/alarms/manager.test.ts', 'tests/service/alarms/no-data-monitor.test.ts'],
  },
  {
    what: 'a changed rule is not told to listeners',
    file: MANAGER,
    find: "this.events.emit('rule', { key: id, value: now ?? null });",
    replace: '',
    tests: ['tests/service/http/events/alarm-events.test.ts', 'tests/service/alarms/rules.test.ts'],
  },
  {
    what: 'an alarm continues under a limit that no reading exceeded',
    file: 'service/alarms/rule-change.ts',
    find: 'return isLimit && newest !== undefined && (newest - limit) * sign > 0;',
    replace: 'return true;',
    tests: ['tests/service/alarms/rules.test.ts'],
  },
  {
    what: 'alarms of a removed rule go on after a restart',
    file: MANAGER,
    find: 'this.#reviewAll(rules);',
    replace: '',
    tests: ['tests/service/alarms/restart.test.ts'],
  },
  {
    what: 'a check of the computer that hangs is waited for',
    file: 'service/checks/checks.ts',
    find: "await withDeadline(runOnce(check, underWay), deadlineMs, 'The check')",
    replace: 'await runOnce(check, underWay)',
    tests: ['tests/service/checks/checks.test.ts'],
  },
  {
    what: 'a program that holds serial ports is not recognized by its name',
    file: 'service/checks/checks.ts',
    find: 'if (Object.hasOwn(GRABBERS, name.trim())) running.add(name.trim());',
    replace: 'if (Object.hasOwn(GRABBERS, name)) running.add(name);',
    tests: ['tests/service/checks/checks.test.ts'],
  },
];
