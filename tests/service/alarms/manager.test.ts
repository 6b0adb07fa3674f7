/** Alarms from the rule to the acknowledgement. */
import { describe, expect, test, vi } from 'vitest';
import type { StoredAlarmRule } from '../../../service/contract/index.ts';
import { isMensuraError } from '../../../service/support/errors.ts';
import { alarmBenches, moment, pass, rule, START } from './support.ts';

const start = alarmBenches();

describe('an alarm', () => {
  test('is raised, follows the furthest reading, is acknowledged, ends, and leaves the list', async () => {
    const { manager, attach, measure, alarms, events } = await start();
    const { id } = await manager.createRule(rule({ upper: 30, hysteresis: 1 }));
    attach();
    measure(21);
    expect(alarms()).toEqual([]);
    await pass(500);
    measure(31);
    const raised = {
      family: 'usb',
      serial: 'E24638',
      channel: 'temperature',
      id: expect.stringMatching(/^[0-9a-f]{12}-1$/) as string,
      rule: id,
      kind: 'above',
      severity: 'warning',
      message: '',
      limit: 30,
      magnitude: 31,
      peak: 31,
      unit: '°C',
      since: moment(500),
      ended: null,
      count: 1,
      flapping: false,
      acknowledged: null,
      acknowledged_by: '',
      acknowledgment_comment: '',
    };
    expect(alarms()).toEqual([raised]);
    await pass(500);
    measure(33);
    measure(32);
    expect(alarms()).toEqual([{ ...raised, peak: 33 }]);
    await pass(500);
    const acknowledged = { ...raised, peak: 33, acknowledged: moment(1500) };
    expect(await manager.acknowledge(alarms()[0]?.id ?? '')).toEqual(acknowledged);
    expect(alarms()).toEqual([acknowledged]);
    await pass(500);
    measure(29.5);
    expect(alarms()).toEqual([acknowledged]);
    measure(29);
    expect(alarms()).toEqual([]);
    expect(events.map(({ value }) => value)).toEqual([
      raised,
      acknowledged,
      { ...acknowledged, ended: moment(2000) },
      null,
    ]);
    expect(new Set(events.map(({ key }) => key)).size).toBe(1);
  });

  test('is raised by corrected readings, and by uncorrected ones where the rule names their channel', async () => {
    const { manager, registry, attach, measure, alarms } = await start();
    await manager.createRule(rule({ upper: 30 }));
    await manager.createRule(rule({ channel: 'temperature_uncorrected', upper: 35 }));
    attach();
    const corrector = { unit: '°C', correct: (value: number) => value - 10 };
    registry.get({ family: 'usb', serial: 'E24638' })?.correct(new Map([['temperature', corrector]]));
    measure(34);
    expect(alarms()).toEqual([]);
    measure(36);
    expect(alarms()).toMatchObject([{ channel: 'temperature_uncorrected', magnitude: 36, unit: '°C' }]);
    measure(41);
    expect(alarms()[0]).toMatchObject({ channel: 'temperature', magnitude: 31 });
  });

  test('that is over stays until it is acknowledged', async () => {
    const { manager, attach, measure, alarms, events } = await start();
    await manager.createRule(rule({ lower: 10 }));
    attach();
    measure(9);
    await pass(1000);
    measure(11);
    const [over] = alarms();
    expect(over).toMatchObject({ kind: 'below', limit: 10, magnitude: 9, ended: moment(1000), acknowledged: null });
    expect(await manager.acknowledge(over?.id ?? '')).toEqual({ ...over, acknowledged: moment(1000) });
    expect(alarms()).toEqual([]);
    expect(events.slice(-2).map(({ value }) => value?.acknowledged)).toEqual([moment(1000), undefined]);
    await expect(manager.acknowledge(over?.id ?? '')).rejects.toSatisfy((error) => isMensuraError(error, 'not-found'));
  });

  test('that was acknowledged keeps its first acknowledgement', async () => {
    const { manager, attach, measure, alarms, events } = await start();
    await manager.createRule(rule({ upper: 30 }));
    attach();
    measure(31);
    const id = alarms()[0]?.id ?? '';
    const first = await manager.acknowledge(id);
    await pass(1000);
    const { length } = events;
    expect(await manager.acknowledge(id)).toEqual(first);
    expect(events).toHaveLength(length);
  });

  test('has the name and the comment of its acknowledgment, which a later one does not change', async () => {
    const { manager, attach, measure, alarms } = await start();
    for (const upper of [20, 30]) await manager.createRule(rule({ upper }));
    attach();
    measure(31);
    const id = alarms()[0]?.id ?? '';
    const first = await manager.acknowledge(id, { by: 'Ann', comment: 'Door closed.' });
    expect(first).toMatchObject({ acknowledged_by: 'Ann', acknowledgment_comment: 'Door closed.' });
    expect(await manager.acknowledge(id, { by: 'Bob', comment: '' })).toEqual(first);
    await manager.acknowledgeAll({ by: 'Bob', comment: '' });
    expect(alarms().map(({ acknowledged_by }) => acknowledged_by)).toEqual(['Ann', 'Bob']);
  });

  test('all at once: those that are over leave', async () => {
    const { manager, attach, measure, alarms } = await start();
    for (const upper of [20, 25, 30]) await manager.createRule(rule({ upper }));
    attach();
    measure(31);
    await manager.acknowledge(alarms()[0]?.id ?? '');
    measure(22);
    expect(alarms()).toHaveLength(2);
    expect(await manager.acknowledgeAll()).toBe(2);
    expect(alarms().map(({ limit }) => limit)).toEqual([20]);
    expect(await manager.acknowledgeAll()).toBe(0);
  });

  test('a failed reading neither raises nor ends it', async () => {
    const { manager, attach, measure, alarms } = await start();
    await manager.createRule(rule({ upper: 30, lower: 10 }));
    attach();
    measure(null);
    expect(alarms()).toEqual([]);
    measure(31);
    measure(null);
    expect(alarms()).toMatchObject([{ ended: null }]);
  });

  test('a limit above and one below are two alarms of one rule', async () => {
    const { manager, attach, measure, alarms } = await start();
    await manager.createRule(rule({ upper: 30, lower: 10 }));
    attach();
    measure(31);
    measure(9);
    expect(alarms().map(({ kind, ended }) => [kind, ended === null])).toEqual([
      ['below', true],
      ['above', false],
    ]);
  });

  test('its device going away does not end it', async () => {
    const { manager, attach, detach, measure, alarms } = await start();
    await manager.createRule(rule({ upper: 30 }));
    attach();
    measure(31);
    detach();
    await pass(3_600_000);
    expect(alarms()).toMatchObject([{ ended: null, unit: '°C' }]);
    attach();
    expect(alarms()).toMatchObject([{ ended: null }]);
    measure(21);
    expect(alarms()).toMatchObject([{ ended: moment(3_600_000) }]);
  });

  test('a virtual channel has alarms as any other', async () => {
    const { manager, attach, driver, alarms } = await start();
    await manager.createRule(rule({ channel: 'dew_point', upper: 5 }));
    attach();
    const samples = [
      { channel: 'temperature', magnitude: 21 },
      { channel: 'relative_humidity', magnitude: 50 },
    ];
    driver.events.emit('readings', { family: 'usb', serial: 'E24638', at: START, samples });
    expect(alarms()).toMatchObject([{ channel: 'dew_point', kind: 'above', unit: '°C' }]);
  });

  test('of another family or device or channel is no concern of a rule', async () => {
    const { manager, attach, measure, alarms } = await start();
    await manager.createRule(rule({ family: 'gateway', upper: 30 }));
    await manager.createRule(rule({ channel: 'constructor', upper: 30 }));
    await manager.createRule(rule({ serial: 'E1', upper: 30 }));
    attach();
    measure(31);
    measure(31, { channel: 'relative_humidity' });
    expect(alarms()).toEqual([]);
  });

  test('a listener that fails does not stop the others, nor the alarm', async () => {
    const { manager, attach, measure, alarms, told } = await start();
    manager.events.on('alarm', () => {
      throw new Error('a mistake');
    });
    await manager.createRule(rule({ upper: 30 }));
    attach();
    measure(31);
    expect(alarms()).toHaveLength(1);
    expect(told.lines.join('\n')).toContain('a mistake');
  });
});

describe('time', () => {
  test('a delay ends by itself, and its alarm begins then', async () => {
    const { manager, attach, measure, alarms } = await start();
    await manager.createRule(rule({ upper: 30, delay_s: 60 }));
    attach();
    measure(35);
    await pass(10_000);
    measure(31);
    await pass(49_999);
    expect(alarms()).toEqual([]);
    await pass(1);
    expect(alarms()).toMatchObject([{ magnitude: 31, peak: 35, since: moment(60_000) }]);
  });

  test.each([
    ['back', -86_400_000],
    ['ahead', 86_400_000],
  ])('the clock set %s changes nothing about a delay or a time without data', async (_, jump) => {
    const { manager, attach, measure, alarms } = await start();
    await manager.createRule(rule({ upper: 30, delay_s: 60 }));
    await manager.createRule(rule({ no_data_s: 90 }));
    attach();
    measure(31);
    await pass(30_000);
    vi.setSystemTime(Date.now() + jump);
    measure(32);
    await pass(29_000);
    expect(alarms()).toEqual([]);
    await pass(1000);
    expect(alarms()).toMatchObject([{ kind: 'above', since: moment(60_000 + jump) }]);
    await pass(59_000);
    expect(alarms()).toHaveLength(1);
    await pass(1000);
    expect(alarms()).toMatchObject([{ kind: 'no-data' }, { kind: 'above' }]);
  });

  test('an alarm does not end before it began, whatever the clocks say', async () => {
    const { manager, attach, measure, alarms } = await start();
    await manager.createRule(rule({ upper: 30 }));
    attach();
    measure(31);
    measure(29, { at: START - 3_600_000 });
    expect(alarms()).toMatchObject([{ since: moment(0), ended: moment(0) }]);
  });

  test('no data: counted from the start, over with the next valid reading, and again from there', async () => {
    const { manager, attach, measure, detach, alarms } = await start();
    await manager.createRule(rule({ no_data_s: 300 }));
    await pass(299_000);
    expect(alarms()).toEqual([]);
    await pass(1000);
    const alarm = { kind: 'no-data', limit: null, magnitude: null, peak: null, unit: '', since: moment(300_000) };
    expect(alarms()).toMatchObject([alarm]);
    attach();
    measure(null);
    expect(alarms()).toMatchObject([{ ended: null }]);
    measure(21);
    expect(alarms()).toMatchObject([{ ...alarm, ended: moment(300_000) }]);
    for (let count = 0; count < 10; count += 1) {
      await pass(60_000);
      measure(21);
    }
    expect(alarms()).toHaveLength(1);
    detach();
    await pass(300_000);
    expect(alarms()[0]).toMatchObject({ kind: 'no-data', unit: '°C', since: moment(1_200_000), ended: null });
  });

  test('no data: readings that fail are none', async () => {
    const { manager, attach, measure, alarms } = await start();
    await manager.createRule(rule({ no_data_s: 30 }));
    attach();
    for (let count = 0; count < 30; count += 1) {
      measure(null);
      await pass(1000);
    }
    expect(alarms()).toMatchObject([{ kind: 'no-data', unit: '°C' }]);
  });

  test('no data: counted anew once the computer woke', async () => {
    const { manager, attach, measure, alarms } = await start();
    await manager.createRule(rule({ no_data_s: 30 }));
    attach();
    measure(21);
    await pass(29_000);
    manager.wake();
    await pass(29_000);
    expect(alarms()).toEqual([]);
    await pass(1000);
    expect(alarms()).toMatchObject([{ kind: 'no-data', ended: null }]);
  });

  test('a thousand rules with times without data are one timer', async () => {
    const rules = Array.from({ length: 1000 }, (_, index) =>
      rule({ serial: `E${index}`, no_data_s: 10 + index / 1000 }),
    );
    const { alarms } = await start(undefined, rules);
    expect(vi.getTimerCount()).toBe(1);
    await pass(11_100);
    expect(alarms()).toHaveLength(1000);
  });
});

describe('bounds', () => {
  test('growing peaks are told once a second', async () => {
    const { manager, attach, measure, events, alarms } = await start();
    await manager.createRule(rule({ upper: 30 }));
    attach();
    for (let count = 0; count < 100; count += 1) {
      measure(31 + count);
      await pass(100);
    }
    expect(events.length).toBeGreaterThanOrEqual(9);
    expect(events.length).toBeLessThanOrEqual(12);
    expect(alarms()).toMatchObject([{ peak: 130 }]);
    await pass(1000);
    expect(events.at(-1)?.value?.peak).toBe(130);
  });

  test('the list is bounded: the oldest that is over leaves, and the log has it', async () => {
    const { manager, attach, measure, alarms, events, log, passAndKeep } = await start();
    const rules = (round: number): StoredAlarmRule[] =>
      Array.from({ length: 500 }, (_, index) => ({
        id: `a${(round * 500 + index).toString(16).padStart(8, '0')}`,
        rule: rule({ upper: 30 + index / 1000 }),
      }));
    // One that stays active is older than all of them.
    const { id } = await manager.createRule(rule({ lower: 100 }));
    attach();
    measure(21);
    for (let round = 0; round < 20; round += 1) {
      await manager.replaceAll([{ id, rule: rule({ lower: 100 }) }, ...rules(round)]);
      measure(31);
      measure(21);
      await passAndKeep(1000);
    }
    expect(alarms()).toHaveLength(10_000);
    expect(alarms().filter(({ ended }) => ended === null)).toMatchObject([{ kind: 'below' }]);
    expect(events.filter(({ value }) => value === null)).toHaveLength(1);
    await passAndKeep(1000);
    expect(log.entries.size).toBe(10_001);
  });
});

describe('the active alarms of a device', () => {
  test('by channel and kind', async () => {
    const { manager, attach, measure } = await start();
    await manager.createRule(rule({ upper: 30 }));
    await manager.createRule(rule({ channel: 'relative_humidity', lower: 20, no_data_s: 1 }));
    await manager.createRule(rule({ serial: 'E2', upper: 30 }));
    attach();
    attach('E2');
    measure(31);
    measure(31, { serial: 'E2' });
    measure(10, { channel: 'relative_humidity' });
    await pass(1000);
    const active = (serial: string): unknown[] =>
      manager.active({ family: 'usb', serial }).map(({ channel, kind }) => [channel, kind]);
    expect(active('E24638')).toEqual([
      ['relative_humidity', 'below'],
      ['relative_humidity', 'no-data'],
      ['temperature', 'above'],
    ]);
    expect(active('E2')).toEqual([['temperature', 'above']]);
    expect(active('E3')).toEqual([]);
    measure(21, { serial: 'E2' });
    expect(active('E2')).toEqual([]);
  });
});
