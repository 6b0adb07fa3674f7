/** Rules that do not watch: snoozed, or outside their watch times. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { WEEKDAYS } from '../../../service/contract/index.ts';
import { isMensuraError } from '../../../service/support/errors.ts';
import { type AlarmBench, alarmBenches, moment, pass, rule, START } from './support.ts';

const start = alarmBenches();

const HOUR = 3_600_000;

async function restart({ manager, log }: AlarmBench): Promise<AlarmBench> {
  await manager.stop();
  return start(log);
}

async function storedRules({ dataDir }: Pick<AlarmBench, 'dataDir'>): Promise<unknown> {
  return (JSON.parse(await readFile(join(dataDir, 'alarms.json'), 'utf8')) as { rules: unknown }).rules;
}

describe('a snooze', () => {
  const SNOOZE = { duration_s: 7200, reason: 'Defrosting.', by: 'A. Miller' };
  const SNOOZED = { until: moment(2 * HOUR), reason: 'Defrosting.', by: 'A. Miller' };

  test('clears the alarms of its rule only, raises none until it ends, and then raises a new one', async () => {
    const { manager, attach, measure, alarms, ruleEvents, told } = await start();
    const { id } = await manager.createRule(rule({ upper: 30, no_data_s: 86_400 }));
    const other = await manager.createRule(rule({ upper: 20 }));
    attach();
    measure(31);
    const [second, first] = alarms();
    const snoozed = await manager.snoozeRule(id, SNOOZE);
    expect(snoozed).toEqual({
      id,
      rule: rule({ upper: 30, no_data_s: 86_400 }),
      snoozed: SNOOZED,
      watching: false,
    });
    expect(manager.rule(id)).toEqual(snoozed);
    expect(ruleEvents.at(-1)).toEqual({ key: id, value: snoozed });
    expect(alarms()).toEqual([second, { ...first, ended: moment(0) }]);
    measure(33);
    await pass(2 * HOUR - 1);
    expect(alarms()).toMatchObject([
      { rule: other.id, ended: null },
      { rule: id, ended: moment(0) },
    ]);
    await pass(1000);
    expect(manager.rule(id)).toMatchObject({ snoozed: null, watching: true });
    expect(ruleEvents.at(-1)).toEqual({ key: id, value: manager.rule(id) });
    measure(33);
    const [newest] = alarms();
    expect(newest).toMatchObject({ rule: id, ended: null, magnitude: 33, count: 1 });
    expect(newest?.id).not.toBe(first?.id);
    expect(told.lines).toContainEqual(
      expect.stringContaining(
        `snoozed rule ${id} of E24638 temperature (until ${moment(2 * HOUR)}, by "A. Miller", reason "Defrosting.")`,
      ),
    );
    expect(told.lines).toContainEqual(expect.stringContaining(`ended the snooze of rule ${id}`));
  });

  test('ends at once when it is ended, and that again changes nothing', async () => {
    const { manager, attach, measure, alarms, ruleEvents, dataDir } = await start();
    const { id } = await manager.createRule(rule({ upper: 30 }));
    attach();
    await manager.snoozeRule(id, SNOOZE);
    measure(31);
    expect(await manager.endSnooze(id)).toMatchObject({ snoozed: null, watching: true });
    const { length } = ruleEvents;
    expect(await manager.endSnooze(id)).toMatchObject({ snoozed: null, watching: true });
    expect(ruleEvents).toHaveLength(length);
    expect(await storedRules({ dataDir })).toEqual([{ id, rule: expect.anything() as unknown }]);
    measure(31);
    expect(alarms()).toMatchObject([{ ended: null }]);
    await pass(3 * HOUR);
    expect(ruleEvents).toHaveLength(length);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('stays ended after a clock that was ahead is corrected', async () => {
    const { manager, attach, measure, alarms } = await start();
    const { id } = await manager.createRule(rule({ upper: 30 }));
    attach();
    await manager.snoozeRule(id, SNOOZE);
    vi.setSystemTime(START + 24 * HOUR);
    manager.wake();
    expect(manager.rule(id)).toMatchObject({ snoozed: null, watching: true });
    vi.setSystemTime(START);
    manager.wake();
    expect(manager.rule(id)).toMatchObject({ snoozed: null, watching: true });
    measure(31);
    expect(alarms()).toMatchObject([{ ended: null }]);
  });

  test('starts the time without data again when it ends', async () => {
    const { manager, alarms } = await start();
    const { id } = await manager.createRule(rule({ no_data_s: 60 }));
    await manager.snoozeRule(id, { duration_s: 100, reason: '', by: '' });
    await pass(159_000);
    expect(alarms()).toEqual([]);
    await pass(2000);
    expect(alarms()).toMatchObject([{ kind: 'no-data' }]);
  });

  test('is replaced by a later one, stays when the rule changes, and ends when it is removed', async () => {
    const { manager, attach, measure, alarms } = await start();
    const { id } = await manager.createRule(rule({ upper: 30 }));
    attach();
    await manager.snoozeRule(id, SNOOZE);
    await manager.snoozeRule(id, { duration_s: 60, reason: '', by: '' });
    const changed = await manager.updateRule(id, rule({ upper: 25 }));
    expect(changed).toMatchObject({ snoozed: { until: moment(60_000), reason: '', by: '' }, watching: false });
    measure(31);
    expect(alarms()).toEqual([]);
    await manager.removeRule(id);
    await pass(HOUR);
    expect(manager.list().rules).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('of an unknown rule', async () => {
    const { manager } = await start();
    const attempts = [manager.snoozeRule('a00000000', SNOOZE), manager.endSnooze('a00000000')];
    for (const attempt of attempts)
      await expect(attempt).rejects.toSatisfy((error) => isMensuraError(error, 'not-found'));
  });

  test('continues after a restart until its end', async () => {
    const first = await start();
    const { id } = await first.manager.createRule(rule({ upper: 30 }));
    await first.manager.snoozeRule(id, SNOOZE);
    await pass(HOUR);
    const second = await restart(first);
    expect(second.damages).toEqual([undefined, undefined]);
    expect(second.manager.rule(id)).toMatchObject({ snoozed: SNOOZED, watching: false });
    second.attach();
    second.measure(31);
    expect(second.alarms()).toEqual([]);
    await pass(HOUR);
    second.measure(31);
    expect(second.alarms()).toHaveLength(1);
  });

  test('that ended while the service was stopped is over, in the file too', async () => {
    const first = await start();
    const { id } = await first.manager.createRule(rule({ upper: 30 }));
    await first.manager.snoozeRule(id, SNOOZE);
    await first.manager.stop();
    vi.setSystemTime(START + 3 * HOUR);
    const second = await start(first.log);
    expect(second.manager.rule(id)).toMatchObject({ snoozed: null, watching: true });
    await second.manager.stop();
    expect(await storedRules(second)).toEqual([{ id, rule: expect.anything() as unknown }]);
  });

  test('ends after its time even if the clock is set back, and is not started again by a restart', async () => {
    const first = await start();
    const { id } = await first.manager.createRule(rule({ upper: 30 }));
    await first.manager.snoozeRule(id, SNOOZE);
    vi.setSystemTime(START - 1000 * HOUR);
    await pass(2 * HOUR + 30_000);
    expect(first.manager.rule(id)).toMatchObject({ snoozed: null, watching: true });
    const second = await restart(first);
    expect(second.manager.rule(id)).toMatchObject({ snoozed: null, watching: true });
  });

  test('ends within a minute after the clock is set past its end', async () => {
    const { manager } = await start();
    const { id } = await manager.createRule(rule({ upper: 30 }));
    await manager.snoozeRule(id, SNOOZE);
    vi.setSystemTime(START + 3 * HOUR);
    await pass(60_000);
    expect(manager.rule(id)).toMatchObject({ snoozed: null, watching: true });
  });

  test('longer than any, from a wrong clock or an edited file, is over', async () => {
    const first = await start();
    const { id } = await first.manager.createRule(rule({ upper: 30 }));
    await first.manager.stop();
    const snoozed = { until: moment(31 * 24 * HOUR), reason: '', by: '' };
    const rules = [{ id, rule: rule({ upper: 30 }), snoozed }];
    await writeFile(join(first.dataDir, 'alarms.json'), JSON.stringify({ version: 1, rules }));
    const second = await start(first.log);
    expect(second.manager.rule(id)).toMatchObject({ snoozed: null, watching: true });
  });

  test('ends when the rules are restored, and is there again when that is undone', async () => {
    const { manager } = await start();
    const { id } = await manager.createRule(rule({ upper: 30 }));
    await manager.snoozeRule(id, SNOOZE);
    const undo = await manager.replaceAll([{ id, rule: rule({ upper: 30 }) }]);
    expect(manager.rule(id)).toMatchObject({ snoozed: null, watching: true });
    await undo();
    expect(manager.rule(id)).toMatchObject({ snoozed: SNOOZED, watching: false });
  });

  test('that cannot be saved does not apply', async () => {
    const { manager, dataDir, attach, measure, alarms } = await start();
    const { id } = await manager.createRule(rule({ upper: 30 }));
    attach();
    measure(31);
    await rm(dataDir, { recursive: true });
    await expect(manager.snoozeRule(id, SNOOZE)).rejects.toSatisfy((error) => isMensuraError(error, 'storage-failed'));
    expect(manager.rule(id)).toMatchObject({ snoozed: null, watching: true });
    expect(alarms()).toMatchObject([{ ended: null }]);
  });

  test('has its texts on one line of the log', async () => {
    const { manager, told } = await start();
    const { id } = await manager.createRule(rule({ upper: 30 }));
    await manager.snoozeRule(id, { duration_s: 60, reason: 'a\nb "c"\u001B[31m', by: '' });
    const line = told.lines.find((each) => each.includes('snoozed rule')) ?? '';
    expect(line).toContain('reason "a b \\"c\\" [31m"');
    expect(line).not.toMatch(/\p{Cc}/u);
  });

  test('is stored beside the rule; without one the file is as before', async () => {
    const { manager, dataDir } = await start();
    const { id } = await manager.createRule(rule({ upper: 30 }));
    await manager.createRule(rule({ change: 2, change_s: 60 }));
    await manager.snoozeRule(id, SNOOZE);
    const plain = {
      family: 'usb',
      serial: 'E24638',
      channel: 'temperature',
      enabled: true,
      severity: 'warning',
      message: '',
      upper: 30,
      lower: null,
      hysteresis: 0,
      delay_s: 0,
      no_data_s: null,
    };
    expect(await storedRules({ dataDir })).toEqual([
      { id, rule: plain, snoozed: SNOOZED },
      { id: expect.anything() as unknown, rule: { ...plain, upper: null, change: 2, change_s: 60 } },
    ]);
  });
});

describe('watch times', () => {
  // START is Friday, 15:45:12 in Berlin.
  const OFFICE = { watch_days: ['mon' as const, 'fri' as const], watch_from: '08:00', watch_to: '18:00' };
  const EVENING_MS = Date.UTC(2026, 10, 20, 17) - START;
  const MONDAY_MS = Date.UTC(2026, 10, 23, 7) - START;

  test('clear the alarms when they end, and start anew when they begin', async () => {
    const { manager, attach, measure, alarms, ruleEvents } = await start();
    const { id } = await manager.createRule(rule({ upper: 30, no_data_s: 7200, ...OFFICE }));
    expect(manager.rule(id).watching).toBe(true);
    attach();
    measure(31);
    const [first] = alarms();
    await pass(EVENING_MS - HOUR / 2);
    measure(32);
    await pass(HOUR / 2 - 100);
    expect(alarms()).toMatchObject([{ id: first?.id, ended: null }]);
    await pass(200);
    expect(manager.rule(id)).toMatchObject({ snoozed: null, watching: false });
    expect(ruleEvents.at(-1)).toEqual({ key: id, value: manager.rule(id) });
    expect(alarms()).toMatchObject([{ id: first?.id, ended: moment(EVENING_MS) }]);
    measure(33);
    await pass(MONDAY_MS - EVENING_MS - 1000);
    expect(alarms()).toHaveLength(1);
    await pass(1000);
    expect(manager.rule(id).watching).toBe(true);
    // The time without data starts with the watch times.
    await pass(2 * HOUR - 10_000);
    expect(alarms()).toMatchObject([{ id: first?.id }]);
    await pass(10_100);
    expect(alarms()).toMatchObject([{ kind: 'no-data', since: moment(MONDAY_MS + 2 * HOUR) }, { kind: 'above' }]);
    measure(31);
    expect(alarms().map(({ kind, ended }) => [kind, ended === null])).toEqual([
      ['above', true],
      ['no-data', false],
    ]);
  });

  test('follow daylight saving time', async () => {
    vi.setSystemTime(Date.UTC(2026, 9, 24, 12));
    const { manager } = await start();
    const daily = { watch_days: [...WEEKDAYS], watch_from: '06:00', watch_to: '06:30' };
    const { id } = await manager.createRule(rule({ upper: 30, ...daily }));
    await pass(Date.UTC(2026, 9, 25, 4, 59, 59) - Date.now());
    expect(manager.rule(id).watching).toBe(false);
    await pass(1500);
    expect(manager.rule(id).watching).toBe(true);
    await pass(HOUR / 2);
    expect(manager.rule(id).watching).toBe(false);
  });

  test('are right within a minute after the clock is set, and at once after sleep', async () => {
    const { manager } = await start();
    const { id } = await manager.createRule(rule({ upper: 30, ...OFFICE }));
    vi.setSystemTime(START + EVENING_MS + 1000);
    await pass(60_000);
    expect(manager.rule(id).watching).toBe(false);
    vi.setSystemTime(START + MONDAY_MS + 1000);
    manager.wake();
    expect(manager.rule(id).watching).toBe(true);
  });

  test('that ended while the service was stopped clear the alarms', async () => {
    const first = await start();
    const { id } = await first.manager.createRule(rule({ upper: 30, ...OFFICE }));
    first.attach();
    first.measure(31);
    await first.manager.stop();
    vi.setSystemTime(START + EVENING_MS + HOUR);
    const second = await start(first.log);
    expect(second.manager.rule(id).watching).toBe(false);
    expect(second.alarms()).toMatchObject([{ ended: moment(EVENING_MS + HOUR) }]);
  });

  test('are not a snooze: both must be over, and a disabled rule never watches', async () => {
    const { manager } = await start();
    const { id } = await manager.createRule(rule({ upper: 30, ...OFFICE }));
    await manager.snoozeRule(id, { duration_s: (EVENING_MS + HOUR) / 1000, reason: '', by: '' });
    await pass(EVENING_MS + 2 * HOUR);
    expect(manager.rule(id)).toMatchObject({ snoozed: null, watching: false });
    await pass(MONDAY_MS - EVENING_MS - 2 * HOUR + 100);
    expect(manager.rule(id).watching).toBe(true);
    await manager.updateRule(id, rule({ upper: 30, ...OFFICE, enabled: false }));
    expect(manager.rule(id).watching).toBe(false);
    await pass(60_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('of a change apply at once', async () => {
    const { manager, attach, measure, alarms } = await start();
    const { id } = await manager.createRule(rule({ upper: 30 }));
    attach();
    measure(31);
    const changed = await manager.updateRule(id, rule({ upper: 30, ...OFFICE, watch_from: '16:00' }));
    expect(changed.watching).toBe(false);
    expect(alarms()).toMatchObject([{ ended: moment(0) }]);
  });
});
