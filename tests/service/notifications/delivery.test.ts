/** When a destination is notified of what. */
import { expect, test, vi } from 'vitest';
import { WEEKDAYS } from '../../../service/contract/index.ts';
import { rule, START } from '../alarms/support.ts';
import { AWAY, CONTENT, DESTINATION, deliveryBenches, REFUSED } from './support.ts';

const start = deliveryBenches();

const MINUTE = 60_000;
const HOUR = 3_600_000;

test('sends a raised and a cleared alarm, each once', async () => {
  const bench = await start();
  await bench.manager.createRule(rule({ upper: 30 }));
  bench.attach();
  bench.measure(31);
  await bench.run(20_000);
  bench.measure(29);
  await bench.run(HOUR);
  expect(bench.messages()).toEqual(['raised 31', 'cleared 31']);
  expect(bench.waiting()).toBe(0);
  expect(bench.session.status).toMatchObject({ state: 'ready', sent: 2 });
});

test('sends the first alarm of a burst at once, and gathers the rest', async () => {
  const bench = await start();
  for (const upper of [30, 31, 32]) await bench.manager.createRule(rule({ upper }));
  bench.attach();
  bench.measure(30.5);
  await bench.run(1000);
  expect(bench.messages()).toEqual(['raised 30.5']);
  bench.measure(31.5);
  await bench.run(4000);
  bench.measure(32.5);
  await bench.run(1000);
  expect(bench.messages()).toHaveLength(1);
  await bench.run(10_000);
  expect(bench.messages()).toEqual(['raised 30.5', 'raised 31.5, raised 32.5']);
});

test('sends an alarm once when the server is away for an hour', async () => {
  const bench = await start();
  await bench.manager.createRule(rule({ upper: 30 }));
  bench.attach();
  bench.sender.failure = AWAY;
  bench.measure(31);
  await bench.run(HOUR);
  expect(bench.session.status).toMatchObject({ state: 'waiting', failure: { code: 'unreachable' } });
  expect(bench.sender.attempts).toBeGreaterThan(10);
  expect(bench.sender.attempts).toBeLessThan(40);
  bench.measure(29);
  bench.sender.failure = undefined;
  await bench.run(10 * MINUTE);
  expect(bench.messages()).toEqual(['raised 31', 'cleared 31']);
});

test('retries a refusal rarely, and at once on request', async () => {
  const bench = await start();
  await bench.manager.createRule(rule({ upper: 30 }));
  bench.attach();
  bench.sender.failure = REFUSED;
  bench.measure(31);
  await bench.run(50_000);
  expect(bench.sender.attempts).toBe(1);
  expect(bench.session.status).toMatchObject({ state: 'failed' });
  bench.sender.failure = undefined;
  bench.session.retryNow();
  await bench.run(100);
  expect(bench.messages()).toEqual(['raised 31']);
  expect(bench.session.status).toMatchObject({ state: 'ready', failure: null, nextRetry: null });
});

test('with a delay, notifies only of alarms that nobody responded to', async () => {
  const bench = await start({ delay_min: 10 });
  const { id } = await bench.manager.createRule(rule({ upper: 30 }));
  bench.attach();
  bench.measure(31);
  await bench.run(9 * MINUTE);
  bench.measure(29);
  await bench.run(20 * MINUTE);
  expect(bench.sender.attempts).toBe(0);
  bench.measure(32);
  await bench.run(MINUTE);
  await bench.manager.acknowledgeAll();
  await bench.run(20 * MINUTE);
  bench.measure(29);
  expect(bench.sender.attempts).toBe(0);
  await bench.run(20 * MINUTE);
  bench.measure(33);
  await bench.run(11 * MINUTE);
  expect(bench.messages()).toEqual(['raised 33']);
  await bench.manager.removeRule(id);
  await bench.run(MINUTE);
  expect(bench.messages()).toEqual(['raised 33', 'cleared 33']);
});

test('reminds while an alarm is active and unacknowledged', async () => {
  const bench = await start({ reminder_min: 30, acknowledged: true });
  await bench.manager.createRule(rule({ upper: 30 }));
  bench.attach();
  bench.measure(31);
  await bench.run(35 * MINUTE);
  await bench.run(35 * MINUTE);
  await bench.manager.acknowledgeAll();
  await bench.run(2 * HOUR);
  expect(bench.messages()).toEqual(['raised 31', 'reminder 31', 'reminder 31', 'acknowledged 31']);
});

test('counts only delivered messages toward the limits', async () => {
  const bench = await start({ max_per_minute: 2, max_per_hour: 3 });
  for (const upper of [30, 31, 32, 33, 34]) await bench.manager.createRule(rule({ upper }));
  bench.attach();
  bench.sender.failure = AWAY;
  bench.measure(30.5);
  await bench.run(30_000);
  bench.sender.failure = undefined;
  bench.session.retryNow();
  await bench.run(11_000);
  bench.measure(31.5);
  await bench.run(11_000);
  expect(bench.messages()).toHaveLength(2);
  bench.measure(32.5);
  await bench.run(20_000);
  expect(bench.messages()).toHaveLength(2);
  await bench.run(20_000);
  expect(bench.messages()).toHaveLength(3);
  bench.measure(33.5);
  bench.measure(34.5);
  await bench.run(50 * MINUTE);
  expect(bench.messages()).toHaveLength(3);
  await bench.run(20 * MINUTE);
  expect(bench.messages().at(-1)).toBe('raised 33.5, raised 34.5');
});

test('notifies of the selected devices and rules alone', async () => {
  const bench = await start({ alarms: 'devices', device_list: ['usb/E24639'] });
  await bench.manager.createRule(rule({ upper: 30 }));
  await bench.manager.createRule(rule({ upper: 30, serial: 'E24639' }));
  bench.attach();
  bench.attach('E24639');
  bench.measure(31);
  bench.measure(32, { serial: 'E24639' });
  await bench.run(MINUTE);
  expect(bench.messages()).toEqual(['raised 32']);
});

test('sends at once, and discards nothing, when the clock of the computer is set', async () => {
  const bench = await start();
  await bench.manager.createRule(rule({ upper: 30 }));
  bench.attach();
  bench.sender.failure = AWAY;
  bench.measure(31);
  await bench.run(1000);
  bench.sender.failure = undefined;
  vi.setSystemTime(Date.now() + 48 * HOUR);
  await bench.run(10_000);
  expect(bench.messages()).toEqual(['raised 31']);
  await bench.run(10_000);
  bench.measure(29);
  vi.setSystemTime(Date.now() - 24 * HOUR);
  await bench.run(10_000);
  expect(bench.messages()).toEqual(['raised 31', 'cleared 31']);
});

test('sends the end of an alarm whose severity changed to whoever was notified of it', async () => {
  const bench = await start({ min_severity: 'critical' });
  const { id } = await bench.manager.createRule(rule({ upper: 30, severity: 'critical' }));
  bench.attach();
  bench.measure(31);
  await bench.run(20_000);
  await bench.manager.updateRule(id, rule({ upper: 30, severity: 'information' }));
  bench.measure(29);
  await bench.run(20_000);
  expect(bench.messages()).toEqual(['raised 31', 'cleared 31']);
});

test('discards a notification after a day, and counts it', async () => {
  const bench = await start();
  await bench.manager.createRule(rule({ upper: 30 }));
  bench.attach();
  bench.sender.failure = AWAY;
  bench.measure(31);
  await bench.run(25 * HOUR);
  expect(bench.waiting()).toBe(0);
  expect(bench.manager.notifications.discarded(DESTINATION)).toBe(1);
});

test('notifies of severe alarms alone, and in quiet hours of critical ones', async () => {
  const quiet = { quiet_days: [...WEEKDAYS], quiet_from: timeOfDay(0), quiet_to: timeOfDay(2 * HOUR) };
  const bench = await start({ ...quiet, quiet_critical: true, min_severity: 'warning' });
  await bench.manager.createRule(rule({ upper: 30, severity: 'information' }));
  await bench.manager.createRule(rule({ upper: 31, severity: 'warning' }));
  await bench.manager.createRule(rule({ upper: 32, severity: 'critical' }));
  bench.attach();
  bench.measure(30.5);
  bench.measure(31.5);
  bench.measure(32.5);
  await bench.run(MINUTE);
  expect(bench.messages()).toEqual(['raised 32.5']);
  expect(new Date(bench.plan.heldUntil ?? 0).toISOString()).toBe(new Date(quietUntil(2 * HOUR)).toISOString());
  await bench.run(HOUR);
  expect(bench.messages()).toHaveLength(1);
  await bench.run(HOUR);
  expect(bench.messages()).toEqual(['raised 32.5', 'raised 31.5']);
});

/** The local time of day so many milliseconds after the start. */
function timeOfDay(ms: number): string {
  const date = new Date(START + ms);
  return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
}

test('holds alarms in quiet hours until their end, and reports until when', async () => {
  const bench = await start({ quiet_days: [...WEEKDAYS], quiet_from: timeOfDay(0), quiet_to: timeOfDay(2 * HOUR) });
  await bench.manager.createRule(rule({ upper: 30 }));
  bench.attach();
  bench.measure(31);
  await bench.run(HOUR);
  bench.measure(29);
  await bench.run(HOUR / 2);
  expect(bench.sender.attempts).toBe(0);
  expect(new Date(bench.plan.heldUntil ?? 0).toISOString()).toBe(new Date(quietUntil(2 * HOUR)).toISOString());
  await bench.run(HOUR);
  expect(bench.messages()).toEqual(['raised 31, cleared 31']);
  expect(bench.plan.heldUntil).toBeNull();
});

/** The whole minute. */
function quietUntil(ms: number): number {
  return Math.floor((START + ms) / MINUTE) * MINUTE;
}

test('sends the daily message once a day, from the day on that its time lies ahead', async () => {
  const ahead = await start({ daily_at: timeOfDay(2 * HOUR) });
  await ahead.run(HOUR);
  expect(ahead.messages()).toEqual([]);
  await ahead.run(24 * HOUR);
  expect(ahead.messages()).toEqual(['daily']);
  await ahead.run(24 * HOUR);
  expect(ahead.messages()).toEqual(['daily', 'daily']);
});

test('does not send the daily message of a day whose time was over when the destination was added', async () => {
  const bench = await start({ daily_at: timeOfDay(-HOUR) });
  await bench.run(20 * HOUR);
  expect(bench.messages()).toEqual([]);
  await bench.run(4 * HOUR);
  expect(bench.messages()).toEqual(['daily']);
});

test('gives up a message that the server refuses, and counts it, so that the next is sent', async () => {
  const bench = await start();
  await bench.manager.createRule(rule({ upper: 30 }));
  await bench.manager.createRule(rule({ upper: 32 }));
  bench.attach();
  bench.sender.failure = CONTENT;
  bench.measure(31);
  await bench.run(1000);
  bench.sender.isAccepted = ({ subject }) => subject.includes('33');
  bench.measure(33);
  await bench.run(15 * MINUTE);
  expect(bench.messages()).toEqual(['raised 33']);
  expect(bench.manager.notifications.discarded(DESTINATION)).toBe(1);
  expect(bench.session.status).toMatchObject({ state: 'ready', failure: null });
});

test('a daily message that is refused does not hold up alarms', async () => {
  const bench = await start({ daily_at: timeOfDay(HOUR) });
  await bench.manager.createRule(rule({ upper: 30 }));
  bench.attach();
  bench.sender.failure = CONTENT;
  bench.sender.isAccepted = ({ kind }) => kind === 'alarms';
  await bench.run(HOUR + MINUTE);
  bench.measure(31);
  await bench.run(10 * MINUTE);
  expect(bench.messages()).toEqual(['raised 31']);
});

test('is ready again when what waited for a failed server was discarded', async () => {
  const bench = await start();
  await bench.manager.createRule(rule({ upper: 30 }));
  bench.attach();
  bench.sender.failure = AWAY;
  bench.measure(31);
  await bench.run(HOUR);
  expect(bench.session.status).toMatchObject({ state: 'waiting' });
  await bench.run(25 * HOUR);
  expect(bench.session.status).toMatchObject({ state: 'ready', failure: null });
});

test('names recipients that the server does not deliver to', async () => {
  const bench = await start();
  await bench.manager.createRule(rule({ upper: 30 }));
  bench.attach();
  bench.sender.rejected = ['night@example.com'];
  bench.measure(31);
  await bench.run(1000);
  const failure = { code: 'recipient-refused', text: 'These recipients receive no messages: night@example.com.' };
  expect(bench.session.status).toMatchObject({ state: 'ready', sent: 1, failure });
});

test('escalates in its time though the clock is set back by years', async () => {
  const bench = await start({ delay_min: 10 });
  await bench.manager.createRule(rule({ upper: 30 }));
  bench.attach();
  bench.measure(31);
  await bench.run(MINUTE);
  vi.setSystemTime(Date.now() - 4 * 365 * 24 * HOUR);
  await bench.run(20 * MINUTE);
  expect(bench.messages()).toEqual(['raised 31']);
});

test('a reminder that is held does not make another one due', async () => {
  const quiet = { quiet_days: [...WEEKDAYS], quiet_from: timeOfDay(HOUR), quiet_to: timeOfDay(8 * HOUR) };
  const bench = await start({ ...quiet, quiet_critical: true, reminder_min: 45 });
  const { id } = await bench.manager.createRule(rule({ upper: 30 }));
  bench.attach();
  bench.measure(31);
  await bench.run(40 * MINUTE);
  await bench.run(HOUR);
  await bench.manager.updateRule(id, rule({ upper: 30, severity: 'critical' }));
  await bench.run(2 * HOUR);
  expect(bench.plan.waitMs()).toBeGreaterThan(HOUR);
});
