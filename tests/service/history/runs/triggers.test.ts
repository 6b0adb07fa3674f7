/** Limits and alarms that start and stop runs. */
import { describe, expect, test } from 'vitest';
import { LimitTrigger } from '../../../../service/history/runs/triggers.ts';
import { fastTime, limit, pass, plan, planRig, settle } from './rig.ts';

const START = '2026-11-20T14:45:12.318Z';

describe('a limit trigger', () => {
  const channel = { family: 'usb' as const, serial: 'E1', channel: 'temperature' };
  const results = (trigger: LimitTrigger, values: number[]): unknown[] =>
    values.map((value) => [trigger.add(value), trigger.isMet]);

  test('fires when a reading passes the limit after one that did not', () => {
    const above = { kind: 'limit' as const, channel, above: 30, below: null, hysteresis: 0.1 };
    expect(results(new LimitTrigger(above), [30, 30.5, 31, 29.95, 30.5, 29.9, 30.5])).toEqual([
      [false, false],
      [true, true],
      [false, true],
      [false, true],
      [false, true],
      [false, false],
      [true, true],
    ]);
  });

  test('fires below a limit likewise, and not for a first reading', () => {
    const below = { kind: 'limit' as const, channel, above: null, below: 0.2, hysteresis: 0.1 };
    expect(results(new LimitTrigger(below), [0.1, 0.25, 0.3, 0.2, 0.19])).toEqual([
      [false, true],
      [false, true],
      [false, false],
      [false, false],
      [true, true],
    ]);
  });
});

describe('a limit', () => {
  test('starts a run at the reading that passes it, and stops it at the one that is back', async () => {
    fastTime(START);
    const { manager, measure, history, names } = await planRig();
    const { id } = await manager.create(
      plan({
        name: 'Oven {n} {date} {time}',
        start: limit({ above: 60, hysteresis: 2 }),
        operator: 'A. Rossi',
        tags: ['oven'],
        pre_trigger_s: 30,
        stop_after_s: 3600,
        stop_when_over: true,
      }),
    );
    await measure(59, null, 61);
    expect(history.stored.get(1)).toMatchObject({
      name: 'Oven 1 2026-11-20 15:45',
      plan: id,
      operator: 'A. Rossi',
      tags: ['oven'],
      started: START,
      from: '2026-11-20T14:44:42.318Z',
      to: null,
      stop_at: '2026-11-20T15:45:12.318Z',
    });
    expect(manager.get(id)).toMatchObject({ last_started: START, active_run: 1, error: null });
    await pass(1000);
    await measure(70, null, 59);
    expect(names()).toHaveLength(1);
    expect(manager.get(id).active_run).toBe(1);
    await measure(58);
    expect(history.stored.get(1)?.to).toBe('2026-11-20T14:45:13.318Z');
    expect(manager.get(id)).toMatchObject({ last_started: START, active_run: null });
    await measure(61);
    expect(names()).toEqual(['Oven 1 2026-11-20 15:45', 'Oven 2 2026-11-20 15:45 active']);
  });

  test('that is passed already starts no run, nor one of a disabled plan', async () => {
    fastTime(START);
    const { manager, measure, names } = await planRig();
    const { id } = await manager.create(plan({ start: limit({ below: 10 }), enabled: false }));
    await measure(5, 11, 5);
    await manager.update(id, plan({ start: limit({ below: 10 }) }));
    await measure(6);
    expect(names()).toEqual([]);
    await measure(11, 9);
    expect(names()).toEqual(['Batch 1 active']);
  });

  test('passed again does not start a second run while one is active', async () => {
    fastTime(START);
    const { manager, measure, names, runs } = await planRig();
    const { id } = await manager.create(plan({ start: limit({ above: 30 }) }));
    await measure(20, 31, 20, 31);
    expect(names()).toEqual(['Batch 1 active']);
    await runs.stop(1);
    await measure(20, 31);
    expect(names()).toEqual(['Batch 1', 'Batch 2 active']);
    expect(manager.get(id)).toMatchObject({ active_run: 2, error: null });
  });

  test('does not stop a requested run before it was passed', async () => {
    fastTime(START);
    const { manager, measure, names } = await planRig();
    const { id } = await manager.create(plan({ start: limit({ above: 30 }), stop_when_over: true }));
    await measure(20);
    await manager.startRun(id);
    await measure(21, 22);
    expect(names()).toEqual(['Batch 1 active']);
    await measure(31, 20);
    expect(names()).toEqual(['Batch 1']);
  });

  test('stops the run as soon as a failed stop can be saved, and says so once', async () => {
    fastTime(START);
    const { manager, measure, names, history, log } = await planRig();
    await manager.create(plan({ start: limit({ above: 30 }), stop_when_over: true }));
    await measure(20, 31);
    history.failure = new Error('no space left');
    await measure(20, 20, 20);
    expect(names()).toEqual(['Batch 1 active']);
    expect(log.lines.filter((line) => line.startsWith('cannot stop "Batch {n}": no space left'))).toHaveLength(1);
    history.failure = undefined;
    await measure(20);
    expect(names()).toEqual(['Batch 1']);
  });

  test('passed once more while a stop waits leaves the run active', async () => {
    fastTime(START);
    const { manager, measure, names, history } = await planRig();
    await manager.create(plan({ start: limit({ above: 30 }), stop_when_over: true }));
    const other = await manager.create(plan({ name: 'Other' }));
    await measure(20, 31);
    let release = (): void => {};
    history.gate = new Promise((resolve) => (release = resolve));
    const held = manager.startRun(other.id);
    await measure(20, 31);
    release();
    await held;
    await settle();
    expect(names()).toEqual(['Batch 1 active', 'Other active']);
  });
});

describe('an alarm', () => {
  test('starts a run when it is raised, also again, and stops it when it clears', async () => {
    fastTime(START);
    const { manager, alarms, names } = await planRig();
    await manager.create(plan({ start: { kind: 'alarm', rule: 'a01b2c3d4' }, stop_when_over: true }));
    const put = async (id: string, rule: string, ended: string | null): Promise<void> => {
      alarms.put(id, rule, ended);
      await settle();
    };
    await put('1', 'a99999999', null);
    expect(names()).toEqual([]);
    await put('2', 'a01b2c3d4', null);
    await put('2', 'a01b2c3d4', null);
    expect(names()).toEqual(['Batch 1 active']);
    await put('2', 'a01b2c3d4', START);
    expect(names()).toEqual(['Batch 1']);
    await put('2', 'a01b2c3d4', null);
    expect(names()).toEqual(['Batch 1', 'Batch 2 active']);
  });

  test('that was raised before the start of the service starts no run, and stops one when it is no more', async () => {
    fastTime(START);
    const first = await planRig();
    await first.manager.create(plan({ start: { kind: 'alarm', rule: 'a01b2c3d4' }, stop_when_over: true }));
    first.alarms.put('2', 'a01b2c3d4', null);
    await settle();
    await first.stop();
    const second = await planRig(first);
    expect(second.names()).toEqual(['Batch 1 active']);
    await second.stop();
    first.alarms.alarms.clear();
    const third = await planRig(first);
    await settle();
    expect(third.names()).toEqual(['Batch 1']);
  });
});
