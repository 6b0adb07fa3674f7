/** Rules: added, changed, removed, and what that does to their alarms. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { type AlarmRuleInput, alarmRuleInputSchema } from '../../../service/contract/index.ts';
import { isMensuraError, type MensuraError } from '../../../service/support/errors.ts';
import { alarmBenches, moment, pass, rule } from './support.ts';

const start = alarmBenches();

async function refusal(attempt: Promise<unknown>): Promise<MensuraError> {
  const error = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!isMensuraError(error)) throw new Error(`It was not refused: ${String(error)}`);
  return error;
}

describe('a rule', () => {
  test('is kept as it was given, in the order they came, and told', async () => {
    const { manager, ruleEvents, dataDir } = await start();
    const first = await manager.createRule(rule({ upper: 30 }));
    const second = await manager.createRule(rule({ family: 'gateway', serial: 'not there', no_data_s: 60 }));
    expect(first).toEqual({
      id: expect.stringMatching(/^a[0-9a-f]{8}$/),
      rule: rule({ upper: 30 }),
      snoozed: null,
      watching: true,
    });
    expect(manager.list().rules).toEqual([first, second]);
    expect(manager.rule(second.id)).toEqual(second);
    expect(ruleEvents.map(({ value }) => value)).toEqual([first, second]);
    const changed = await manager.updateRule(first.id, rule({ upper: 31 }));
    expect(changed).toEqual({ ...first, rule: rule({ upper: 31 }) });
    expect(manager.list().rules).toEqual([changed, second]);
    await manager.removeRule(first.id);
    expect(manager.list().rules).toEqual([second]);
    expect(ruleEvents.slice(2)).toEqual([
      { key: first.id, value: changed },
      { key: first.id, value: null },
    ]);
    expect(JSON.parse(await readFile(join(dataDir, 'alarms.json'), 'utf8'))).toEqual({
      version: 1,
      rules: [
        {
          id: second.id,
          rule: {
            family: 'gateway',
            serial: 'not there',
            channel: 'temperature',
            enabled: true,
            severity: 'warning',
            message: '',
            upper: null,
            lower: null,
            hysteresis: 0,
            delay_s: 0,
            no_data_s: 60,
          },
        },
      ],
    });
  });

  test('that is not there', async () => {
    const { manager } = await start();
    expect(() => manager.rule('a00000000')).toThrow('No alarm rule with ID a00000000.');
    expect((await refusal(manager.updateRule('a00000000', rule({ upper: 1 })))).code).toBe('not-found');
    expect((await refusal(manager.removeRule('constructor'))).code).toBe('not-found');
  });

  test('that says the same as another is a conflict, switched on or not; one that says more is none', async () => {
    const { manager } = await start();
    const { id } = await manager.createRule(rule({ upper: 30 }));
    const other = await manager.createRule(rule({ upper: 30, delay_s: 1 }));
    for (const enabled of [true, false]) {
      const error = await refusal(manager.createRule(rule({ upper: 30, enabled })));
      expect([error.code, error.errors[0]?.path]).toEqual(['conflict', 'channel']);
      expect(error.message).toContain(id);
    }
    expect((await refusal(manager.updateRule(other.id, rule({ upper: 30 })))).code).toBe('conflict');
    await manager.updateRule(id, rule({ upper: 30, enabled: false }));
    expect(manager.list().rules).toHaveLength(2);
  });

  test('1000 at most', async () => {
    const rules = Array.from({ length: 1000 }, (_, index) => rule({ upper: index }));
    const { manager, damages } = await start(undefined, rules);
    expect(damages).toEqual([undefined, undefined]);
    const error = await refusal(manager.createRule(rule({ upper: 5000 })));
    expect([error.code, error.message]).toEqual(['bad-request', 'The limit is 1000 alarm rules. Delete one first.']);
  });

  test('that is saved during the stop is at work in the next run', async () => {
    const { manager, log } = await start();
    await manager.stop();
    await manager.createRule(rule({ no_data_s: 1 }));
    await pass(5000);
    expect(manager.list().alarms).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
    const again = await start(log);
    await pass(1000);
    expect(again.alarms()).toHaveLength(1);
  });

  test('that cannot be saved is not at work', async () => {
    const { manager, dataDir, attach, measure, alarms, ruleEvents } = await start();
    const { id } = await manager.createRule(rule({ upper: 30 }));
    await rm(dataDir, { recursive: true });
    expect((await refusal(manager.createRule(rule({ upper: 20 })))).code).toBe('storage-failed');
    expect((await refusal(manager.removeRule(id))).code).toBe('storage-failed');
    await mkdir(dataDir);
    attach();
    measure(25);
    expect(alarms()).toEqual([]);
    measure(31);
    expect(alarms()).toHaveLength(1);
    expect(ruleEvents).toHaveLength(1);
  });
});

describe('a change', () => {
  const BEFORE = { upper: 30, lower: 10, hysteresis: 5, no_data_s: 60 };

  /** Whether the alarms of the rule go on after the change: above, and no data of another rule. */
  async function after(changes: Partial<AlarmRuleInput>): Promise<{ above: boolean; silent: boolean }> {
    const { manager, attach, measure, alarms } = await start();
    const { id } = await manager.createRule(rule(BEFORE));
    attach();
    await pass(60_000);
    expect(alarms()).toMatchObject([{ kind: 'no-data' }]);
    const silentGoesOn = async (): Promise<boolean> => {
      await manager.updateRule(id, rule({ ...BEFORE, ...changes }));
      return alarms()[0]?.ended === null;
    };
    const silent = await silentGoesOn();
    await manager.updateRule(id, rule(BEFORE));
    measure(31);
    await manager.updateRule(id, rule({ ...BEFORE, ...changes }));
    return { above: alarms().find(({ kind }) => kind === 'above')?.ended === null, silent };
  }

  test.each([
    [{ upper: 30.5 }, { above: true, silent: true }],
    [{ upper: 31 }, { above: false, silent: true }],
    [{ upper: 29 }, { above: true, silent: true }],
    [{ upper: null }, { above: false, silent: true }],
    [{ lower: 11 }, { above: true, silent: true }],
    [{ hysteresis: 1 }, { above: true, silent: true }],
    [{ delay_s: 5 }, { above: true, silent: true }],
    [{ no_data_s: 59 }, { above: true, silent: true }],
    [{ no_data_s: 61 }, { above: true, silent: false }],
    [{ no_data_s: null }, { above: true, silent: false }],
    [{ enabled: false }, { above: false, silent: false }],
    [{ serial: 'E2' }, { above: false, silent: false }],
    [{ family: 'gateway' }, { above: false, silent: false }],
    [{ channel: 'dew_point' }, { above: false, silent: false }],
  ] as [Partial<AlarmRuleInput>, unknown][])('%j: its alarms go on: %j', async (changes, expected) => {
    expect(await after(changes)).toEqual(expected);
  });

  test('an alarm that goes on is over by the hysteresis as it is now', async () => {
    const { manager, attach, measure, alarms } = await start();
    const { id } = await manager.createRule(rule({ upper: 30, hysteresis: 5 }));
    attach();
    measure(35);
    await manager.updateRule(id, rule({ upper: 30, hysteresis: 1 }));
    measure(29.5);
    expect(alarms()).toMatchObject([{ ended: null, peak: 35 }]);
    measure(29);
    expect(alarms()).toMatchObject([{ ended: moment(0) }]);
  });

  test('an alarm that is beyond the new limit too is the same entry with that limit, also in the log', async () => {
    const { manager, attach, measure, alarms, events, log, passAndKeep } = await start();
    const { id } = await manager.createRule(rule({ upper: 30, hysteresis: 1 }));
    attach();
    measure(35);
    const [raised] = alarms();
    await manager.updateRule(id, rule({ upper: 34, hysteresis: 1 }));
    const changed = { ...raised, limit: 34 };
    expect(alarms()).toEqual([changed]);
    expect(events.map(({ value }) => value)).toEqual([raised, changed]);
    await passAndKeep(1000);
    expect([...log.entries.values()]).toEqual([changed]);
    measure(33.5);
    expect(alarms()).toMatchObject([{ ended: null }]);
    measure(33);
    expect(alarms()).toMatchObject([{ id: raised?.id, ended: moment(1000) }]);
  });

  test('an active alarm gets the severity and the message of its changed rule', async () => {
    const { manager, attach, measure, alarms } = await start();
    const { id } = await manager.createRule(rule({ upper: 30, no_data_s: 60 }));
    attach();
    measure(35);
    const [raised] = alarms();
    await manager.updateRule(id, rule({ upper: 30, no_data_s: 60, severity: 'critical', message: 'Close the door.' }));
    expect(alarms()).toEqual([{ ...raised, severity: 'critical', message: 'Close the door.' }]);
  });

  test('an alarm below a limit continues under a higher one, and under a lower one that the reading is below', async () => {
    const { manager, attach, measure, alarms } = await start();
    const { id } = await manager.createRule(rule({ lower: 10 }));
    attach();
    measure(5);
    for (const [lower, isActive] of [
      [12, true],
      [6, true],
      [5, false],
    ] as const) {
      await manager.updateRule(id, rule({ lower }));
      expect(alarms()[0]?.ended === null).toBe(isActive);
    }
    expect(alarms()).toMatchObject([{ limit: 6, count: 1 }]);
  });

  test('the last valid reading decides after a sensor error; without a reading, only a tighter limit holds', async () => {
    const { manager, attach, detach, measure, alarms } = await start();
    const { id } = await manager.createRule(rule({ upper: 30 }));
    attach();
    measure(35);
    measure(null);
    await manager.updateRule(id, rule({ upper: 34 }));
    expect(alarms()).toMatchObject([{ limit: 34, ended: null }]);
    detach();
    await manager.updateRule(id, rule({ upper: 33 }));
    expect(alarms()).toMatchObject([{ limit: 33, ended: null }]);
    await manager.updateRule(id, rule({ upper: 34 }));
    expect(alarms()).toMatchObject([{ limit: 33, ended: moment(0) }]);
  });

  test('a rule that is removed ends its alarms, and the log has them as ended', async () => {
    const { manager, attach, measure, alarms, log, passAndKeep } = await start();
    const { id } = await manager.createRule(rule({ upper: 30 }));
    attach();
    measure(35);
    await passAndKeep(1000);
    await manager.removeRule(id);
    expect(alarms()).toMatchObject([{ ended: moment(1000), acknowledged: null }]);
    await passAndKeep(1000);
    expect([...log.entries.values()]).toMatchObject([{ ended: moment(1000) }]);
    measure(36);
    await pass(60_000);
    expect(alarms()).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('two rules of one channel do not meddle with each other', async () => {
    const { manager, attach, measure, alarms } = await start();
    const { id } = await manager.createRule(rule({ upper: 30 }));
    await manager.createRule(rule({ upper: 32 }));
    attach();
    measure(33);
    await manager.removeRule(id);
    expect(alarms().map(({ limit, ended }) => [limit, ended === null])).toEqual([
      [32, true],
      [30, false],
    ]);
    measure(34);
    expect(alarms()).toMatchObject([{ peak: 34 }, { peak: 33 }]);
  });
});

describe('the file', () => {
  const GOOD = { id: 'a00000001', rule: rule({ upper: 30 }) };

  test.each([
    ['{"version":1', 'is not valid JSON'],
    [JSON.stringify({ version: 2, rules: [] }), 'at version'],
    [JSON.stringify({ version: 1, rules: [{ ...GOOD, id: 'x' }] }), 'at rules.0.id'],
    [JSON.stringify({ version: 1, rules: [GOOD, { ...GOOD, rule: rule({ upper: 31 }) }] }), 'at rules.1.id'],
    [JSON.stringify({ version: 1, rules: [GOOD, { ...GOOD, id: 'a00000002' }] }), 'at rules.1.rule'],
    [
      JSON.stringify({ version: 1, rules: [{ ...GOOD, rule: { ...GOOD.rule, upper: null } }] }),
      'at rules.0.rule.upper',
    ],
  ])('%s is set aside, and said', async (text, place) => {
    const { manager, dataDir } = await start();
    await manager.stop();
    await writeFile(join(dataDir, 'alarms.json'), text);
    const again = await start();
    expect(again.damages).toEqual([expect.stringContaining(place), undefined]);
    expect(again.manager.list().rules).toEqual([]);
    expect((await readdir(dataDir)).some((name) => name.startsWith('alarms.json.damaged-'))).toBe(true);
  });
});

describe('what a rule may say', () => {
  const GIVEN = { family: 'usb', serial: 'E1', channel: 'temperature' };

  test('what is left out has its default', () => {
    expect(alarmRuleInputSchema.parse({ ...GIVEN, lower: 0 })).toEqual({
      ...GIVEN,
      group: '',
      enabled: true,
      severity: 'warning',
      message: '',
      upper: null,
      lower: 0,
      hysteresis: 0,
      delay_s: 0,
      change: null,
      change_s: 600,
      deviation: null,
      reference: null,
      no_data_s: null,
      watch_days: [],
      watch_from: '08:00',
      watch_to: '18:00',
    });
  });

  test.each([
    [{ upper: 1, lower: 0.5, hysteresis: 0.4, delay_s: 86_400, no_data_s: 2_592_000 }],
    [{ upper: -1e308 }],
    [{ no_data_s: 1, serial: 'x'.repeat(255) }],
  ])('%j is good', (changes) => {
    expect(alarmRuleInputSchema.safeParse({ ...GIVEN, ...changes }).success).toBe(true);
  });
});
