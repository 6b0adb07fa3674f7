/** Alarms that repeat: one entry of the list, few events, and episodes in the log. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Alarm } from '../../../service/contract/index.ts';
import { ALARM } from '../../support/alarm.ts';
import { type AlarmBench, alarmBenches, moment, pass, rule } from './support.ts';

const start = alarmBenches();

/** Readings alternate between 31 and 29, one every second. */
async function alternate({ measure, passAndKeep }: AlarmBench, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    measure(index % 2 === 0 ? 31 : 29);
    await passAndKeep(1000);
  }
}

test('a value that swings around a limit is one alarm, with a count and the furthest reading', async () => {
  const bench = await start();
  const { manager, attach, measure, alarms, events } = bench;
  await manager.createRule(rule({ upper: 30 }));
  attach();
  await alternate(bench, 30);
  measure(33);
  await pass(1000);
  await alternate(bench, 28);
  // Further than the reading that raised it again, but not than those before.
  measure(31);
  measure(32);
  await pass(1000);
  measure(29);
  await pass(1000);
  expect(alarms()).toMatchObject([
    { since: moment(0), ended: null, count: 30, flapping: true, magnitude: 31, peak: 33, acknowledged: null },
  ]);
  expect(new Set(events.map(({ key }) => key)).size).toBe(1);
  // It clears five minutes after it last returned inside, and says when that was.
  await pass(299_000);
  expect(alarms()).toMatchObject([{ ended: moment(60_000), count: 30, flapping: false, peak: 33 }]);
});

test('flapping writes its start and its end to the log, not each repetition', async () => {
  const bench = await start();
  const { manager, attach, log, passAndKeep } = bench;
  await manager.createRule(rule({ upper: 30 }));
  attach();
  await alternate(bench, 60);
  const turns = log.puts.flat().map(({ count, flapping, ended }) => [count, flapping, ended === null]);
  expect(turns).toEqual([
    [1, false, true],
    [1, false, false],
    [2, false, true],
    [2, false, false],
    [3, true, true],
  ]);
  // The list has the present count.
  expect(await manager.log({ from: 0, to: Date.now(), limit: 10 })).toMatchObject({ alarms: [{ count: 30 }] });
  await passAndKeep(300_000);
  await passAndKeep(1000);
  expect([...log.entries.values()]).toMatchObject([{ count: 30, flapping: false, ended: moment(59_000) }]);
});

test('an acknowledged alarm that flaps stays acknowledged, and leaves when it clears', async () => {
  const bench = await start();
  const { manager, attach, alarms, events } = bench;
  await manager.createRule(rule({ upper: 30 }));
  attach();
  await alternate(bench, 6);
  await manager.acknowledge(alarms()[0]?.id ?? '');
  await alternate(bench, 20);
  expect(alarms()).toMatchObject([{ count: 13, flapping: true, acknowledged: moment(6000) }]);
  await pass(300_000);
  expect(alarms()).toEqual([]);
  expect(new Set(events.map(({ key }) => key)).size).toBe(1);
});

test('acknowledged before it flaps, at most two more alarms follow', async () => {
  const bench = await start();
  const { manager, attach, alarms, events } = bench;
  await manager.createRule(rule({ upper: 30 }));
  attach();
  for (let index = 0; index < 20; index += 1) {
    await alternate(bench, 2);
    await manager.acknowledgeAll();
  }
  expect(new Set(events.map(({ key }) => key)).size).toBe(3);
  expect(alarms()).toMatchObject([{ count: 18, flapping: true }]);
});

test('a later alarm takes the place of the cleared one, which the log still has', async () => {
  const { manager, attach, measure, alarms, log, passAndKeep } = await start();
  await manager.createRule(rule({ upper: 30 }));
  attach();
  measure(31);
  await passAndKeep(1000);
  measure(29);
  await passAndKeep(300_000);
  measure(32);
  await passAndKeep(1000);
  expect(alarms()).toMatchObject([{ magnitude: 32, count: 1, ended: null }]);
  expect([...log.entries.values()]).toMatchObject([
    { magnitude: 31, count: 1, ended: moment(1000), acknowledged: null },
    { magnitude: 32 },
  ]);
});

test('a changed count is reported once a second', async () => {
  const bench = await start();
  const { manager, attach, measure, events } = bench;
  await manager.createRule(rule({ channel: 'temperature', upper: 30 }));
  attach();
  await alternate(bench, 6);
  const { length } = events;
  for (let index = 0; index < 500; index += 1) {
    measure(index % 2 === 0 ? 31 + index : 29);
    await pass(20);
  }
  expect(events.length - length).toBeGreaterThanOrEqual(8);
  expect(events.length - length).toBeLessThanOrEqual(11);
});

describe('a restart', () => {
  test('continues an alarm that flaps with its count', async () => {
    const first = await start();
    await first.manager.createRule(rule({ upper: 30 }));
    first.attach();
    await alternate(first, 10);
    await first.manager.stop();
    const second = await start();
    expect(second.alarms()).toMatchObject([{ count: 5, flapping: true, ended: null }]);
    second.attach();
    second.measure(29);
    await pass(1000);
    second.measure(31);
    expect(second.alarms()).toMatchObject([{ since: moment(0), count: 6, flapping: true }]);
  });

  test('opens alarms of an older build: of several of one rule, the newest', async () => {
    const {
      count: _count,
      flapping: _flapping,
      acknowledged_by: _by,
      acknowledgment_comment: _comment,
      ...older
    } = ALARM;
    const first = await start(undefined, [rule({ upper: 30 })]);
    await first.manager.stop();
    const cleared = { ...older, rule: 'a00000000', ended: older.since };
    const listed: Partial<Alarm>[] = [
      { ...cleared, id: 'a' },
      { ...cleared, id: 'b' },
      { ...cleared, id: 'c', ended: null },
    ];
    await writeFile(join(first.dataDir, 'alarm-state.json'), JSON.stringify({ version: 1, listed, unlogged: [] }));
    const second = await start();
    expect(second.damages).toEqual([undefined, undefined]);
    expect(second.alarms()).toMatchObject([
      { id: 'c', count: 1, flapping: false, ended: null, acknowledged_by: '', acknowledgment_comment: '' },
    ]);
  });
});
