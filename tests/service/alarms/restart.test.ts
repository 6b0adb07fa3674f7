/** What outlives a run of the service, and a power cut in it. */
import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { Alarm, AlarmFilter } from '../../../service/contract/index.ts';
import { type AlarmBench, alarmBenches, moment, PlayedLog, pass, rule, START } from './support.ts';

const start = alarmBenches();

/** The next run, in which rules that were saved are at work. */
async function restart({ manager, log }: AlarmBench): Promise<AlarmBench> {
  await manager.stop();
  return start(log);
}

async function savedState({ dataDir }: AlarmBench): Promise<{ listed: Alarm[]; unlogged: Alarm[] }> {
  return JSON.parse(await readFile(join(dataDir, 'alarm-state.json'), 'utf8')) as never;
}

describe('an alarm that was active', () => {
  test('is active, with everything, and is not raised again; the next readings decide', async () => {
    const first = await start();
    await first.manager.createRule(rule({ upper: 30, hysteresis: 1 }));
    first.attach();
    first.measure(31);
    first.measure(33);
    await first.manager.acknowledge(first.alarms()[0]?.id ?? '', { by: 'Ann', comment: 'Door closed.' });
    await pass(60_000);
    const [before] = first.alarms();
    expect(before).toMatchObject({ peak: 33, since: moment(0), acknowledged: moment(0), acknowledged_by: 'Ann' });
    const second = await restart(first);
    expect(second.alarms()).toEqual([before]);
    expect(second.manager.active({ family: 'usb', serial: 'E24638' })).toEqual([before]);
    expect(second.events).toEqual([]);
    second.attach();
    second.measure(32);
    await pass(5000);
    expect(second.alarms()).toEqual([before]);
    expect(second.events).toEqual([]);
    second.measure(34);
    expect(second.alarms()).toEqual([{ ...before, peak: 34 }]);
    second.measure(28);
    expect(second.alarms()).toEqual([]);
    second.measure(35);
    expect(second.alarms()).toHaveLength(1);
    expect(second.alarms()[0]?.id).not.toBe(before?.id);
  });

  test('for want of data is not raised again, and ends with a reading', async () => {
    const first = await start();
    await first.manager.createRule(rule({ no_data_s: 10 }));
    await pass(10_000);
    const second = await restart(first);
    expect(second.alarms()).toMatchObject([{ kind: 'no-data', ended: null }]);
    await pass(60_000);
    expect(second.alarms()).toHaveLength(1);
    expect(second.events).toEqual([]);
    second.attach();
    second.measure(21);
    expect(second.alarms()).toMatchObject([{ ended: moment(70_000) }]);
  });

  test('and is over, unacknowledged, is still to be acknowledged', async () => {
    const first = await start();
    await first.manager.createRule(rule({ upper: 30 }));
    first.attach();
    first.measure(31);
    first.measure(29);
    const second = await restart(first);
    expect(second.alarms()).toEqual(first.alarms());
    expect(await second.manager.acknowledgeAll()).toBe(1);
    const third = await restart(second);
    expect(third.alarms()).toEqual([]);
  });
});

describe('a power cut', () => {
  test('costs a second at most: what stood then is on disk', async () => {
    const first = await start();
    await first.manager.createRule(rule({ upper: 30 }));
    first.attach();
    first.measure(31);
    await pass(300);
    await vi.waitFor(async () => expect((await savedState(first)).listed).toEqual(first.alarms()), 30_000);
    first.measure(35);
    await pass(1000);
    await pass(300);
    await vi.waitFor(async () => expect((await savedState(first)).listed).toMatchObject([{ peak: 35 }]), 30_000);
    // Nothing of the first run is stopped: its second is another program.
    const second = await start(first.log);
    expect(second.alarms()).toEqual(first.alarms());
  });

  test('leaves nothing in the log that the state does not have: it would never end there', async () => {
    const log = new PlayedLog();
    const first = await start(log);
    const states: Alarm[][] = [];
    const put = log.put.bind(log);
    log.put = async (alarms) => {
      // At once: a moment later it may be there.
      const file = join(first.dataDir, 'alarm-state.json');
      states.push(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).listed : []);
      return put(alarms);
    };
    await first.manager.createRule(rule({ upper: 30 }));
    first.attach();
    first.measure(31);
    await pass(1000);
    await vi.waitFor(() => expect(states[0]).toEqual(first.alarms()), 30_000);
  });

  test('an acknowledgement that was answered is on disk', async () => {
    const first = await start();
    await first.manager.createRule(rule({ upper: 30 }));
    first.attach();
    first.measure(31);
    await first.manager.acknowledge(first.alarms()[0]?.id ?? '');
    expect((await savedState(first)).listed).toMatchObject([{ acknowledged: moment(0) }]);
  });

  test('a delay begins anew', async () => {
    const first = await start();
    await first.manager.createRule(rule({ upper: 30, delay_s: 60 }));
    first.attach();
    first.measure(31);
    await pass(59_000);
    const second = await restart(first);
    second.attach();
    second.measure(31);
    await pass(59_000);
    expect(second.alarms()).toEqual([]);
    await pass(1000);
    expect(second.alarms()).toHaveLength(1);
  });
});

describe('a file that was edited, or stopped between two writes', () => {
  test.each([
    ['a rule that is gone', []],
    ['a rule that is switched off', [rule({ upper: 30, enabled: false })]],
    ['a wider limit', [rule({ upper: 31 })]],
    ['another channel', [rule({ upper: 30, channel: 'dew_point' })]],
    ['no upper limit', [rule({ lower: 30 })]],
  ])('%s: the alarm is over', async (_, rules) => {
    const first = await start();
    const { id } = await first.manager.createRule(rule({ upper: 30 }));
    first.attach();
    first.measure(31);
    await first.manager.stop();
    const file = { version: 1, rules: rules.map((each) => ({ id, rule: each })) };
    await writeFile(join(first.dataDir, 'alarms.json'), JSON.stringify(file));
    await pass(5000);
    const second = await start(first.log);
    expect(second.alarms()).toMatchObject([{ ended: moment(5000) }]);
    await second.passAndKeep(1000);
    expect([...second.log.entries.values()]).toMatchObject([{ ended: moment(5000) }]);
  });

  test('a tighter limit: the alarm goes on with it', async () => {
    const first = await start();
    const { id } = await first.manager.createRule(rule({ upper: 30 }));
    first.attach();
    first.measure(31);
    await first.manager.stop();
    const file = { version: 1, rules: [{ id, rule: rule({ upper: 29 }) }] };
    await writeFile(join(first.dataDir, 'alarms.json'), JSON.stringify(file));
    const second = await start(first.log);
    expect(second.alarms()).toMatchObject([{ limit: 29, ended: null, since: moment(0) }]);
  });

  test('two that would be the same alarm: one goes on', async () => {
    const first = await start();
    await first.manager.createRule(rule({ upper: 30 }));
    first.attach();
    first.measure(31);
    await first.manager.stop();
    const { listed } = await savedState(first);
    const twice = { version: 1, listed: [...listed, { ...listed[0], id: 'twice' }], unlogged: [] };
    await writeFile(join(first.dataDir, 'alarm-state.json'), JSON.stringify(twice));
    const second = await start();
    expect(second.alarms().map(({ id, ended }) => [id, ended === null])).toEqual([
      ['twice', true],
      [listed[0]?.id, false],
    ]);
    second.attach();
    second.measure(29);
    expect(second.manager.active({ family: 'usb', serial: 'E24638' })).toEqual([]);
  });

  test('a state that is damaged is set aside and said; the rules are at work', async () => {
    const first = await start();
    await first.manager.createRule(rule({ upper: 30 }));
    await first.manager.stop();
    await writeFile(join(first.dataDir, 'alarm-state.json'), '{"version":1,"listed":[{"id":1}],"unlogged":[]}');
    const second = await start();
    expect(second.damages).toEqual([undefined, expect.stringMatching(/alarm-state\.json .* was renamed to /)]);
    expect((await readdir(first.dataDir)).some((name) => name.startsWith('alarm-state.json.damaged-'))).toBe(true);
    second.attach();
    second.measure(31);
    expect(second.alarms()).toHaveLength(1);
  });

  test('a folder that cannot be written is said once, and alarms go on', async () => {
    const { manager, attach, measure, alarms, dataDir, told } = await start();
    await manager.createRule(rule({ upper: 30 }));
    attach();
    await rm(dataDir, { recursive: true });
    measure(31);
    await manager.acknowledgeAll();
    measure(29);
    await manager.acknowledgeAll();
    expect(alarms()).toEqual([]);
    expect(told.lines.filter((line) => line.includes('cannot save alarm state'))).toHaveLength(1);
  });
});

describe('the log', () => {
  test('has every turn of an alarm, the last of which counts', async () => {
    const { manager, attach, measure, log, passAndKeep } = await start();
    await manager.createRule(rule({ upper: 30 }));
    attach();
    measure(31);
    await passAndKeep(1000);
    measure(29);
    await passAndKeep(1000);
    await manager.acknowledgeAll();
    await passAndKeep(1000);
    expect(log.puts.flat().map(({ ended, acknowledged }) => [ended, acknowledged])).toEqual([
      [null, null],
      [moment(1000), null],
      [moment(1000), moment(2000)],
    ]);
    expect(await manager.log({ from: START, to: START + 1, limit: 10 })).toEqual({ alarms: [...log.entries.values()] });
    expect(await manager.log({ from: START + 1, to: START + 2, limit: 10 })).toEqual({ alarms: [] });
  });

  test('that cannot be written: alarms go on, it is said once, and what waits is written later', async () => {
    const { manager, attach, measure, alarms, log, told, passAndKeep } = await start();
    log.failure = new Error('the disk is full');
    await manager.createRule(rule({ upper: 30 }));
    attach();
    for (let count = 0; count < 5; count += 1) {
      measure(31);
      await passAndKeep(1000);
      measure(29);
      await passAndKeep(300_000);
    }
    expect(alarms()).toHaveLength(1);
    expect(
      told.lines.filter((line) => line.includes('cannot write the alarm history: the disk is full ')),
    ).toHaveLength(1);
    log.failure = undefined;
    await passAndKeep(60_000);
    await passAndKeep(1000);
    expect([...log.entries.values()]).toHaveLength(5);
    expect([...log.entries.values()].slice(-1)).toEqual(alarms());
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is answered with what waits for it, newest first', async () => {
    const { manager, attach, measure, log, passAndKeep } = await start();
    await manager.createRule(rule({ upper: 30 }));
    attach();
    measure(31);
    await passAndKeep(1000);
    log.gate = new Promise(() => {});
    measure(29);
    await passAndKeep(300_000);
    measure(32);
    const { alarms } = await manager.log({ from: 0, to: START + 400_000, limit: 10 });
    expect(alarms.map(({ magnitude, ended }) => [magnitude, ended])).toEqual([
      [32, null],
      [31, moment(1000)],
    ]);
    expect((await manager.log({ from: 0, to: START + 400_000, limit: 1 })).alarms).toMatchObject([{ magnitude: 32 }]);
    expect((await manager.log({ from: START + 1, to: START + 400_000, limit: 10 })).alarms).toHaveLength(1);
  });

  test('has the alarms of channels that were active in a range, also those that wait', async () => {
    const { manager, attach, measure, log, passAndKeep } = await start();
    await manager.createRule(rule({ upper: 30 }));
    attach();
    measure(31);
    await passAndKeep(1000);
    log.gate = new Promise(() => {});
    measure(29);
    await passAndKeep(300_000);
    measure(32);
    const peaks = async (activeFrom: number, channel = 'temperature') => {
      const channels = [{ family: 'usb', serial: 'E24638', channel }] as const;
      const { alarms } = await manager.log({ from: 0, to: START + 400_000, limit: 10, activeFrom, channels });
      return alarms.map(({ magnitude }) => magnitude);
    };
    expect(await peaks(START + 1000)).toEqual([32, 31]);
    expect(await peaks(START + 1001)).toEqual([32]);
    expect(await peaks(0, 'pressure')).toEqual([]);
  });

  test('is filtered as alarms are now: a waiting change replaces the stored alarm', async () => {
    const { manager, attach, measure, log, passAndKeep } = await start();
    await manager.createRule(rule({ upper: 30 }));
    await manager.createRule(rule({ upper: 40, severity: 'critical' }));
    attach();
    measure(31);
    await passAndKeep(1000);
    measure(41);
    await passAndKeep(1000);
    log.gate = new Promise(() => {});
    measure(39);
    const limits = async (filter: AlarmFilter, limit = 10) =>
      (await manager.log({ from: 0, to: START + 10_000, limit, filter })).alarms.map((alarm) => alarm.limit);
    expect(await limits({})).toEqual([40, 30]);
    // Of the two stored active ones, the newest has cleared meanwhile.
    expect(await limits({ state: 'active' }, 1)).toEqual([30]);
    expect(await limits({ state: 'cleared' })).toEqual([40]);
    expect(await limits({ min_severity: 'critical' })).toEqual([40]);
  });

  test('has an active alarm as the list has it', async () => {
    const { manager, attach, measure, alarms, passAndKeep } = await start();
    await manager.createRule(rule({ upper: 30 }));
    attach();
    measure(31);
    await passAndKeep(1000);
    measure(35);
    await passAndKeep(2000);
    expect((await manager.log({ from: 0, to: START + 10_000, limit: 10 })).alarms).toEqual(alarms());
    expect(alarms()).toMatchObject([{ magnitude: 31, peak: 35 }]);
  });

  test('that cannot be read is said', async () => {
    const { manager, log } = await start();
    log.failure = new Error('the file is damaged.');
    await expect(manager.log({ from: 0, to: START, limit: 10 })).rejects.toMatchObject({
      code: 'storage-failed',
      message: expect.stringContaining(
        'Cannot read the alarm history: the file is damaged. Alarms remain active.',
      ) as string,
    });
  });

  test('what changes while it is written is written again', async () => {
    const { manager, attach, measure, alarms, log, passAndKeep } = await start();
    await manager.createRule(rule({ upper: 30 }));
    attach();
    const gate = Promise.withResolvers<void>();
    log.gate = gate.promise;
    measure(31);
    await passAndKeep(1000);
    measure(29);
    gate.resolve();
    await passAndKeep(1000);
    expect([...log.entries.values()]).toEqual(alarms());
    expect(alarms()).toMatchObject([{ ended: moment(1000) }]);
  });

  test('that fails to the end is not tried again after the stop', async () => {
    const { manager, attach, measure, log } = await start();
    await manager.createRule(rule({ upper: 30 }));
    attach();
    log.failure = new Error('the disk is full');
    measure(31);
    await manager.stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('that hangs does not keep the service from stopping, and nothing is lost', async () => {
    const first = await start();
    await first.manager.createRule(rule({ upper: 30 }));
    first.attach();
    first.log.gate = new Promise(() => {});
    first.measure(31);
    await first.passAndKeep(1000);
    const stopped = first.manager.stop();
    await pass(2000);
    await stopped;
    expect(vi.getTimerCount()).toBe(0);
    const second = await start();
    await second.passAndKeep(1000);
    expect([...second.log.entries.values()]).toEqual(second.alarms());
  });

  test('the newest 10,000 wait, over a restart too', async () => {
    const rules = Array.from({ length: 1000 }, (_, index) => rule({ upper: 30 + index / 10_000 }));
    const first = await start(undefined, rules);
    first.log.failure = new Error('the disk is full');
    first.attach();
    for (let count = 0; count < 11; count += 1) {
      first.measure(31);
      first.measure(29);
      await first.manager.acknowledgeAll();
      await first.passAndKeep(300_000);
    }
    const { unlogged } = await savedState(first);
    expect(unlogged).toHaveLength(10_000);
    expect(first.told.lines.filter((line) => line.includes('alarm history buffer full'))).toHaveLength(1);
    await first.manager.stop();
    const second = await start(new PlayedLog());
    await second.passAndKeep(1000);
    expect([...second.log.entries.keys()]).toEqual(unlogged.map(({ id }) => id));
    await second.manager.stop();
    expect((await savedState(second)).unlogged).toHaveLength(0);
  });
});
