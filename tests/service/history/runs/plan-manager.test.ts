/** Plans of automatic runs: changes, requests, failures and restarts. */
import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MAX_RUN_PLANS, runPlanInputSchema } from '../../../../service/contract/index.ts';
import { fastTime, limit, pass, plan, planRig } from './rig.ts';

const START = '2026-11-20T14:45:12.318Z';

/** The paths and messages of invalid fields. */
function errorsOf(changes: object): string[] {
  const channels = [{ family: 'usb', serial: 'E1', channel: 'temperature' }];
  const { error } = runPlanInputSchema.safeParse({ name: 'X', channels, start: { kind: 'request' }, ...changes });
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
}

describe('the fields of a plan', () => {
  const channel = { family: 'usb', serial: 'E1', channel: 'temperature' };

  test.each([
    ['an unknown start', { start: { kind: 'x' } }, 'start.kind: must have the kind schedule, limit, alarm or request'],
    ['no day', { start: { kind: 'schedule', weekdays: [], time: '06:00' } }, 'start.weekdays: must list a day'],
    [
      'a day twice',
      { start: { kind: 'schedule', weekdays: ['mon', 'mon'], time: '06:00' } },
      'start.weekdays: must not list a day twice',
    ],
    ['no time', { start: { kind: 'schedule', weekdays: ['mon'], time: '' } }, 'start.time: must not be empty'],
    ['no limit', { start: { kind: 'limit', channel } }, 'start.above: set either above or below'],
    ['two limits', { start: { kind: 'limit', channel, above: 2, below: 1 } }, 'start.above: set either above or below'],
    ['no rule', { start: { kind: 'alarm', rule: '' } }, 'start.rule: must be the ID of an alarm rule'],
    [
      'an end of no condition',
      { stop_when_over: true },
      'stop_when_over: must be false unless a limit or an alarm starts the run',
    ],
    [
      'a name too long once filled in',
      { name: `${'x'.repeat(90)}{date}{n}` },
      'name: must have at most 100 characters once filled in',
    ],
  ])('are refused for %s', (_what, changes, message) => {
    expect(errorsOf(changes)).toEqual([message]);
  });
});

describe('plans', () => {
  test('are stored, changed, deleted and restored, and each change is reported', async () => {
    fastTime(START);
    const { manager, events, dataDir, stop } = await planRig();
    const added = await manager.create(plan({ name: 'One' }));
    expect(added).toEqual({
      id: added.id,
      plan: plan({ name: 'One' }),
      last_started: null,
      active_run: null,
      error: null,
    });
    expect(added.id).toMatch(/^p[\da-f]{8}$/);
    const changed = await manager.update(added.id, plan({ name: 'Two' }));
    await manager.update(added.id, plan({ name: 'Two' }));
    await manager.remove(added.id);
    expect(() => manager.get(added.id)).toThrow(`No automatic run with ID ${added.id}.`);
    expect(await manager.restore(added.id)).toEqual(changed);
    await expect(manager.restore(added.id)).rejects.toMatchObject({ code: 'not-found' });
    await expect(manager.remove('p00000000')).rejects.toMatchObject({ code: 'not-found' });
    expect(events.map(({ value }) => value)).toEqual([added, changed, null, changed]);
    await stop();
    expect((await planRig({ dataDir })).manager.list()).toEqual([changed]);
  });

  test('are at most 100', async () => {
    fastTime(START);
    const { manager } = await planRig();
    const plans = Array.from({ length: MAX_RUN_PLANS }, (_, index) => ({
      id: `p${String(index).padStart(8, '0')}`,
      plan: plan({}),
    }));
    await manager.replaceAll(plans);
    await expect(manager.create(plan({}))).rejects.toThrow('The limit is 100 automatic runs. Delete one first.');
  });

  test('in a damaged file are set aside', async () => {
    fastTime(START);
    const first = await planRig();
    const { id } = await first.manager.create(plan({}));
    await first.stop();
    const path = join(first.dataDir, 'run-plans.json');
    const file = JSON.parse(await readFile(path, 'utf8')) as { plans: unknown[] };
    writeFileSync(path, JSON.stringify({ ...file, plans: [...file.plans, ...file.plans] }));
    const second = await planRig({ dataDir: first.dataDir });
    expect(second.damage).toContain('run-plans.json is not valid at plans.1.id: is already in use');
    expect(second.manager.list().some((one) => one.id === id)).toBe(false);
  });

  test('are replaced as a whole, continue to count, and are put back', async () => {
    fastTime(START);
    const { manager, names, runs } = await planRig();
    const { id } = await manager.create(plan({}));
    await manager.startRun(id);
    await runs.stop(1);
    const undo = await manager.replaceAll([{ id, plan: plan({ name: 'Lot {n}' }) }]);
    await manager.startRun(id);
    expect(names()).toEqual(['Batch 1', 'Lot 2 active']);
    await undo();
    expect(manager.list().map((one) => one.plan.name)).toEqual(['Batch {n}']);
  });
});

describe('a request', () => {
  test('starts a run of every plan, but not beside an active one', async () => {
    fastTime(START);
    const { manager } = await planRig();
    const { id } = await manager.create(plan({ start: limit({ above: 30 }), enabled: false }));
    expect(await manager.startRun(id)).toMatchObject({ id: 1, name: 'Batch 1', plan: id, to: null });
    await expect(manager.startRun(id)).rejects.toThrow('The run "Batch 1" is active. Stop it first.');
    expect(manager.get(id)).toMatchObject({ active_run: 1, error: null });
    await expect(manager.startRun('p00000000')).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('a start that fails', () => {
  test('is shown and logged once, and is tried again by the next condition only', async () => {
    fastTime(START);
    const { manager, measure, history, names, log, events } = await planRig();
    const { id } = await manager.create(plan({ start: limit({ above: 30 }) }));
    history.isRecording = false;
    await measure(20, 31, 20, 31);
    const error = 'The history is off, so the run would have no readings. Turn it on first.';
    expect(manager.get(id).error).toBe(error);
    expect(events.at(-1)?.value?.error).toBe(error);
    expect(log.lines.filter((line) => line.startsWith('cannot start "Batch {n}": The history is off'))).toHaveLength(1);
    history.isRecording = true;
    await measure(32);
    await pass(60_000);
    expect(names()).toEqual([]);
    await measure(20, 31);
    expect(names()).toEqual(['Batch 1 active']);
    expect(manager.get(id).error).toBeNull();
  });
});

describe('a restart', () => {
  test('leaves a run active, starts none for a limit that is passed, and stops it at a reading inside', async () => {
    fastTime(START);
    const first = await planRig();
    const { id } = await first.manager.create(plan({ start: limit({ above: 30 }), stop_when_over: true }));
    await first.measure(20, 31);
    await first.stop();
    const second = await planRig(first);
    expect(second.manager.get(id)).toMatchObject({ active_run: 1, last_started: START });
    await second.measure(31);
    expect(second.names()).toEqual(['Batch 1 active']);
    await second.measure(29);
    expect(second.names()).toEqual(['Batch 1']);
    await second.stop();
    const third = await planRig(first);
    await third.measure(31);
    expect(third.names()).toEqual(['Batch 1']);
  });

  test('does not stop a requested run whose limit was not passed', async () => {
    fastTime(START);
    const first = await planRig();
    const { id } = await first.manager.create(plan({ start: limit({ above: 30 }), stop_when_over: true }));
    await first.manager.startRun(id);
    await first.stop();
    const second = await planRig(first);
    await second.measure(20);
    expect(second.names()).toEqual(['Batch 1 active']);
    await second.measure(31, 20);
    expect(second.names()).toEqual(['Batch 1']);
  });

  test('counts a run whose count was not written before the process ended', async () => {
    fastTime(START);
    const first = await planRig();
    const { id } = await first.manager.create(plan({}));
    const path = join(first.dataDir, 'run-plans.json');
    const before = await readFile(path);
    await first.manager.startRun(id);
    await first.stop();
    writeFileSync(path, before);
    const second = await planRig(first);
    expect(second.manager.get(id)).toMatchObject({ last_started: START, active_run: 1 });
    await second.runs.stop(1);
    await second.manager.startRun(id);
    expect(second.names()).toEqual(['Batch 1', 'Batch 2 active']);
  });

  test('does not start a second run before the active one is loaded', async () => {
    fastTime(START);
    const first = await planRig();
    const { id } = await first.manager.create(plan({ start: limit({ above: 30 }) }));
    await first.measure(20, 31);
    await first.stop();
    const second = await planRig({ ...first, isClosed: true });
    await second.measure(20, 31);
    expect(second.names()).toEqual(['Batch 1 active']);
    expect(second.manager.get(id)).toMatchObject({ active_run: 1, error: null });
  });
});
