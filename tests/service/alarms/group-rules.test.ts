/** Rules for the same channel of several devices. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { alarmBenches, moment, pass, rule } from './support.ts';

const bench = alarmBenches();

const ALL = rule({ serial: null, upper: 8 });
const COLD = rule({ serial: null, group: 'Cold', upper: 8 });

/** Serial number and state of the listed alarms. */
type Listed = { serial: string; ended: string | null };
const active = (alarms: readonly Listed[]): string[] =>
  alarms
    .filter(({ ended }) => ended === null)
    .map(({ serial }) => serial)
    .toSorted();

describe('a rule for all devices', () => {
  test('has an alarm of its own for each device, connected before or after', async () => {
    const { manager, attach, measure, alarms } = await bench();
    attach('E1');
    const { id } = await manager.createRule(ALL);
    attach('E2');
    for (const serial of ['E1', 'E2']) measure(9, { serial });
    expect(alarms()).toMatchObject([
      { serial: 'E2', rule: id, kind: 'above', limit: 8 },
      { serial: 'E1', rule: id, kind: 'above', limit: 8 },
    ]);
    measure(7, { serial: 'E1' });
    expect(active(alarms())).toEqual(['E2']);
    measure(9, { serial: 'E1', channel: 'relative_humidity' });
    expect(alarms()).toHaveLength(2);
  });

  test('watches only its family, and devices with its channel', async () => {
    const { manager, attach, measure, alarms } = await bench();
    await manager.createRule(rule({ serial: null, family: 'gateway', upper: 8 }));
    await manager.createRule(rule({ serial: null, channel: 'co2', no_data_s: 1 }));
    attach('E1');
    measure(9, { serial: 'E1' });
    await pass(5000);
    expect(alarms()).toEqual([]);
  });

  test('keeps the alarm of a disconnected device, until it is forgotten', async () => {
    const { manager, attach, detach, measure, alarms, forget } = await bench();
    await manager.createRule(ALL);
    attach('E1');
    measure(9, { serial: 'E1' });
    detach('E1');
    expect(active(alarms())).toEqual(['E1']);
    attach('E1');
    measure(9.5, { serial: 'E1' });
    expect(alarms()).toMatchObject([{ count: 1, peak: 9.5 }]);
    detach('E1');
    await forget('E1');
    expect(active(alarms())).toEqual([]);
  });

  test('keeps its alarms while Mensura stops: the known devices first, then the drivers', async () => {
    const { manager, known, attach, detach, measure, alarms } = await bench();
    await manager.createRule(ALL);
    attach('E1');
    measure(9, { serial: 'E1' });
    await known.stop();
    detach('E1');
    expect(active(alarms())).toEqual(['E1']);
  });

  test('watches a thousand channels, and reports those beyond until there is room', async () => {
    const { manager, registry, attach, measure, alarms } = await bench();
    const problems = (): unknown[] => registry.problems().map(({ code }) => code);
    const rules = [];
    for (let upper = 0; upper < 9; upper += 1) rules.push(await manager.createRule(rule({ serial: null, upper })));
    for (let index = 0; index < 111; index += 1) attach(`E${index}`);
    expect(problems()).toEqual([]);
    // 999 channels so far.
    attach('last');
    expect(problems()).toEqual(['alarm-rules-over-limit']);
    await manager.createRule(rule({ upper: 1, serial: 'last' }));
    measure(9, { serial: 'last' });
    expect(alarms()).toHaveLength(2);
    await manager.removeRule(rules[0]?.id ?? '');
    expect(problems()).toEqual([]);
    measure(9.5, { serial: 'last' });
    expect(active(alarms())).toHaveLength(9);
  });

  test('reports the units of its first devices as one problem', async () => {
    const { manager, registry, attach, measure } = await bench();
    const reference = { family: 'usb', serial: 'E9', channel: 'relative_humidity' } as const;
    const { id } = await manager.createRule(rule({ serial: null, deviation: 2, reference }));
    for (const serial of ['E1', 'E2', 'E9']) attach(serial);
    measure(50, { serial: 'E9', channel: 'relative_humidity' });
    for (const serial of ['E1', 'E2']) measure(20, { serial });
    expect(registry.problems()).toMatchObject([{ code: 'alarm-rule-units', subject: id }]);
    await manager.updateRule(id, { ...ALL, upper: 8 });
    expect(registry.problems()).toEqual([]);
  });

  test('reports missing data of each device', async () => {
    const { manager, attach, measure, alarms } = await bench();
    await manager.createRule(rule({ serial: null, no_data_s: 10 }));
    for (const serial of ['E1', 'E2']) attach(serial);
    await pass(6000);
    measure(1, { serial: 'E2' });
    await pass(5000);
    expect(active(alarms())).toEqual(['E1']);
  });

  test('does not compare its reference with itself', async () => {
    const { manager, attach, measure, alarms } = await bench();
    const reference = { family: 'usb', serial: 'E1', channel: 'temperature' } as const;
    await manager.createRule(rule({ serial: null, deviation: 2, reference }));
    for (const serial of ['E1', 'E2', 'E3']) attach(serial);
    measure(20, { serial: 'E1' });
    measure(23, { serial: 'E2' });
    measure(21, { serial: 'E3' });
    expect(active(alarms())).toEqual(['E2']);
    measure(17, { serial: 'E1' });
    expect(active(alarms())).toEqual(['E2', 'E3']);
  });

  test('clears all of its alarms when it is removed or disabled', async () => {
    const { manager, attach, measure, alarms } = await bench();
    const { id } = await manager.createRule(ALL);
    for (const serial of ['E1', 'E2']) {
      attach(serial);
      measure(9, { serial });
    }
    await manager.updateRule(id, { ...ALL, upper: 8.5 });
    expect(active(alarms())).toEqual(['E1', 'E2']);
    await manager.updateRule(id, { ...ALL, upper: 10 });
    expect(active(alarms())).toEqual([]);
    for (const serial of ['E1', 'E2']) measure(11, { serial });
    await manager.removeRule(id);
    expect(active(alarms())).toEqual([]);
    measure(12, { serial: 'E1' });
    expect(active(alarms())).toEqual([]);
  });

  test('continues its alarms after a restart, also of devices that are not there yet', async () => {
    const first = await bench();
    await first.manager.createRule(ALL);
    first.attach('E1');
    first.measure(9, { serial: 'E1' });
    await first.passAndKeep(1000);
    await first.manager.stop();
    const second = await bench();
    expect(second.alarms()).toMatchObject([{ serial: 'E1', ended: null, since: moment(0) }]);
    second.attach('E1');
    second.measure(7, { serial: 'E1' });
    expect(active(second.alarms())).toEqual([]);
    second.measure(9, { serial: 'E1' });
    expect(active(second.alarms())).toEqual(['E1']);
  });
});

describe('a rule for a group', () => {
  test('follows devices into the group and out of it', async () => {
    const { manager, attach, measure, alarms, setGroup } = await bench();
    for (const serial of ['E1', 'E2']) attach(serial);
    setGroup('E1', 'Cold');
    await manager.createRule(COLD);
    for (const serial of ['E1', 'E2']) measure(9, { serial });
    expect(active(alarms())).toEqual(['E1']);
    setGroup('E2', 'Cold');
    measure(9, { serial: 'E2' });
    expect(active(alarms())).toEqual(['E1', 'E2']);
    setGroup('E1', '');
    expect(active(alarms())).toEqual(['E2']);
    measure(9, { serial: 'E1' });
    expect(active(alarms())).toEqual(['E2']);
  });

  test('follows a new name of the group without clearing its alarms', async () => {
    const { manager, attach, measure, alarms, setGroup, events } = await bench();
    const { id } = await manager.createRule(COLD);
    attach('E1');
    setGroup('E1', 'Cold');
    measure(9, { serial: 'E1' });
    const before = events.length;
    const count = await manager.renameGroup({ group: 'Cold', name: 'Fridges' }, async () => {
      setGroup('E1', 'Fridges');
      return 1;
    });
    expect(count).toBe(1);
    expect(manager.rule(id).rule.group).toBe('Fridges');
    expect(active(alarms())).toEqual(['E1']);
    expect(events).toHaveLength(before);
    setGroup('E1', 'Cold');
    expect(active(alarms())).toEqual([]);
  });

  test('waits for the devices of a removed group, and does not follow a rename that fails', async () => {
    const { manager, attach, measure, alarms, setGroup } = await bench();
    const { id } = await manager.createRule(COLD);
    attach('E1');
    setGroup('E1', 'Cold');
    measure(9, { serial: 'E1' });
    await manager.renameGroup({ group: 'Cold', name: '' }, async () => setGroup('E1', ''));
    expect([manager.rule(id).rule.group, active(alarms())]).toEqual(['Cold', []]);
    const failure = manager.renameGroup({ group: 'Cold', name: 'Fridges' }, () => Promise.reject(new Error('full')));
    await expect(failure).rejects.toThrow('full');
    expect(manager.rule(id).rule.group).toBe('Cold');
    setGroup('E1', 'Cold');
    measure(9, { serial: 'E1' });
    expect(active(alarms())).toEqual(['E1']);
  });

  test('keeps its name if it would be identical to another rule', async () => {
    const { manager } = await bench();
    const lab = await manager.createRule({ ...COLD, group: 'Lab', enabled: false });
    const cold = await manager.createRule(COLD);
    const attempt = manager.renameGroup({ group: 'Cold', name: 'Lab' }, () => {
      throw new Error('The devices were renamed.');
    });
    await expect(attempt).rejects.toMatchObject({
      code: 'conflict',
      message: `Cannot rename the group: alarm rule ${cold.id} would be identical to rule ${lab.id}. Delete one of them first.`,
    });
    expect(manager.list().rules).toEqual([lab, cold]);
  });

  test('is renamed one group after the other', async () => {
    const { manager, attach, measure, alarms, setGroup, events } = await bench();
    for (const [serial, group] of [
      ['E1', 'Cold'],
      ['E2', 'Warm'],
    ] as const) {
      attach(serial);
      setGroup(serial, group);
      await manager.createRule({ ...COLD, group });
      measure(9, { serial });
    }
    const before = events.length;
    await Promise.all([
      manager.renameGroup({ group: 'Cold', name: 'A' }, async () => {
        await Promise.resolve();
        setGroup('E1', 'A');
      }),
      manager.renameGroup({ group: 'Warm', name: 'B' }, async () => setGroup('E2', 'B')),
    ]);
    expect([active(alarms()), events.length]).toEqual([['E1', 'E2'], before]);
  });
});

test('is stored with a null serial number, and another rule as before', async () => {
  const { manager, dataDir } = await bench();
  await manager.createRule(COLD);
  await manager.createRule(rule({ upper: 8 }));
  const { rules } = JSON.parse(await readFile(join(dataDir, 'alarms.json'), 'utf8')) as {
    rules: { rule: Record<string, unknown> }[];
  };
  expect(rules[0]?.rule).toMatchObject({ serial: null, group: 'Cold' });
  expect(Object.keys(rules[1]?.rule ?? {})).not.toContain('group');
});

test.each([
  [{ serial: null, family: 'computed' }, 'must be the ID of a computed channel'],
  [{ group: 'Cold' }, 'must be empty unless serial is null'],
] as const)('%j is refused', (changes, message) => {
  expect(() => rule({ upper: 8, ...changes })).toThrow(message);
});
