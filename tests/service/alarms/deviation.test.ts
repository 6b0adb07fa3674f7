/** Rules that compare a channel with another, and those for changes, from the reading to the alarm. */
import { describe, expect, test } from 'vitest';
import { type AlarmBench, alarmBenches, moment, pass, rule } from './support.ts';

const start = alarmBenches();

const REFERENCE = { family: 'usb', serial: 'E2', channel: 'temperature' } as const;
const DEVIATION = { deviation: 1, reference: REFERENCE };

/** A bench with both devices. */
async function comparing(changes: Parameters<typeof rule>[0] = {}): Promise<AlarmBench & { id: string }> {
  const bench = await start();
  const { id } = await bench.manager.createRule(rule({ ...DEVIATION, ...changes }));
  bench.attach();
  bench.attach('E2');
  return { ...bench, id };
}

describe('a deviation', () => {
  test('is raised, follows and clears by readings of either channel', async () => {
    const { measure, alarms, id } = await comparing({ hysteresis: 0.5 });
    measure(25);
    expect(alarms()).toEqual([]);
    measure(24, { serial: 'E2' });
    expect(alarms()).toEqual([]);
    await pass(1000);
    measure(22.9, { serial: 'E2' });
    expect(alarms()).toMatchObject([
      { rule: id, kind: 'deviation', limit: 1, magnitude: 2.1, peak: 2.1, unit: '°C', channel: 'temperature' },
    ]);
    expect(alarms()[0]).toMatchObject({ serial: 'E24638', since: moment(1000) });
    measure(25.4);
    expect(alarms()).toMatchObject([{ magnitude: 2.1, peak: 2.5 }]);
    measure(24.8, { serial: 'E2' });
    expect(alarms()).toMatchObject([{ ended: null }]);
    measure(24.9, { serial: 'E2' });
    expect(alarms()).toMatchObject([{ ended: moment(1000) }]);
  });

  test('is negative below the reference', async () => {
    const { measure, alarms } = await comparing();
    measure(24, { serial: 'E2' });
    measure(22.5);
    measure(21);
    measure(22);
    expect(alarms()).toMatchObject([{ magnitude: -1.5, peak: -3, ended: null }]);
  });

  test('waits for the delay, even without a further reading', async () => {
    const { measure, alarms } = await comparing({ delay_s: 10 });
    measure(24, { serial: 'E2' });
    measure(26);
    await pass(9900);
    expect(alarms()).toEqual([]);
    await pass(200);
    expect(alarms()).toMatchObject([{ magnitude: 2 }]);
  });

  test('compares with a reference of at most 10 min, and stays meanwhile', async () => {
    const { measure, alarms } = await comparing();
    measure(24, { serial: 'E2' });
    measure(26);
    await pass(600_000);
    measure(24.5);
    expect(alarms()).toMatchObject([{ ended: moment(600_000) }]);
    measure(26);
    await pass(1);
    measure(24.5);
    expect(alarms()).toMatchObject([{ ended: null }]);
    measure(24, { serial: 'E2' });
    expect(alarms()).toMatchObject([{ ended: moment(600_001) }]);
  });

  test('does not compare a new reference with an old reading', async () => {
    const { measure, alarms } = await comparing();
    measure(24);
    await pass(600_001);
    measure(30, { serial: 'E2' });
    expect(alarms()).toEqual([]);
    measure(24);
    expect(alarms()).toMatchObject([{ magnitude: -6 }]);
  });

  test('does not compare readings from before sleep', async () => {
    const { manager, measure, alarms } = await comparing();
    measure(24, { serial: 'E2' });
    manager.wake();
    measure(30);
    expect(alarms()).toEqual([]);
  });

  test('raises nothing at the end of a delay from readings that became too old, or from before sleep', async () => {
    const { manager, measure, alarms } = await comparing({ delay_s: 3600 });
    measure(24, { serial: 'E2' });
    measure(30);
    await pass(2 * 3_600_000);
    expect(alarms()).toEqual([]);
    measure(24, { serial: 'E2' });
    measure(30);
    await pass(3_599_000);
    measure(24, { serial: 'E2' });
    measure(30);
    manager.wake();
    await pass(2000);
    expect(alarms()).toEqual([]);
  });

  test('compares the readings of one sample set with each other', async () => {
    const { manager, driver, attach, alarms } = await start();
    await manager.createRule(
      rule({ deviation: 1, reference: { family: 'usb', serial: 'E24638', channel: 'dew_point' } }),
    );
    attach();
    const sample = (temperature: number, humidity: number): void => {
      driver.events.emit('readings', {
        family: 'usb',
        serial: 'E24638',
        at: Date.now(),
        samples: [
          { channel: 'temperature', magnitude: temperature },
          { channel: 'relative_humidity', magnitude: humidity },
        ],
      });
    };
    sample(20, 100);
    sample(30, 100);
    expect(alarms()).toEqual([]);
    sample(30, 50);
    expect(alarms()).toMatchObject([{ kind: 'deviation' }]);
  });

  test('of channels with other units is a problem and no alarm, until the rule changes', async () => {
    const { manager, registry, measure, alarms, id } = await comparing({
      reference: { ...REFERENCE, channel: 'relative_humidity' },
      upper: 40,
    });
    measure(50, { serial: 'E2', channel: 'relative_humidity' });
    measure(20);
    measure(21);
    expect(alarms()).toEqual([]);
    expect(registry.problems()).toMatchObject([
      {
        code: 'alarm-rule-units',
        subject: id,
        text: `The alarm rule ${id} cannot compare E24638 temperature (°C) with E2 relative_humidity (%rh).`,
        remedy: 'Select a channel with the same unit in the alarm rule.',
      },
    ]);
    measure(41);
    expect(alarms()).toMatchObject([{ kind: 'above' }]);
    await manager.updateRule(id, rule(DEVIATION));
    expect(registry.problems()).toEqual([]);
  });

  test('continues after a restart and after a tighter limit; another reference clears it', async () => {
    const first = await comparing();
    first.measure(24, { serial: 'E2' });
    first.measure(26);
    await first.manager.stop();
    const second = await start(first.log);
    second.attach();
    second.attach('E2');
    expect(second.alarms()).toMatchObject([{ ended: null, peak: 2 }]);
    await second.manager.updateRule(first.id, rule({ ...DEVIATION, deviation: 0.5 }));
    expect(second.alarms()).toMatchObject([{ ended: null, limit: 0.5 }]);
    second.measure(26);
    second.measure(25, { serial: 'E2' });
    second.measure(25.6, { serial: 'E2' });
    expect(second.alarms()).toMatchObject([{ ended: moment(0) }]);
    second.measure(23, { serial: 'E2' });
    expect(second.alarms()).toMatchObject([{ ended: null }]);
    const reference = { ...REFERENCE, serial: 'E3' };
    await second.manager.updateRule(first.id, rule({ deviation: 0.5, reference }));
    expect(second.alarms()).toMatchObject([{ ended: moment(0) }]);
  });
});

describe('a change', () => {
  const CHANGE = { change: 2, change_s: 600 };

  test('is raised with its sign, and clears when it has left the time', async () => {
    const { manager, attach, measure, alarms } = await start();
    const { id } = await manager.createRule(rule(CHANGE));
    attach();
    measure(25);
    await pass(60_000);
    measure(22);
    expect(alarms()).toMatchObject([{ rule: id, kind: 'change', limit: 2, magnitude: -3, peak: -3, unit: '°C' }]);
    await pass(540_000);
    measure(22);
    expect(alarms()).toMatchObject([{ ended: null }]);
    await pass(1);
    measure(22);
    expect(alarms()).toMatchObject([{ ended: moment(600_001) }]);
  });

  test('stays active after a restart until the time is full', async () => {
    const first = await start();
    await first.manager.createRule(rule(CHANGE));
    first.attach();
    first.measure(20);
    first.measure(23);
    await first.manager.stop();
    const second = await start(first.log);
    second.attach();
    second.measure(23);
    await pass(599_999);
    second.measure(23);
    expect(second.alarms()).toMatchObject([{ ended: null, peak: 3 }]);
    await pass(1);
    second.measure(23);
    expect(second.alarms()).toMatchObject([{ ended: moment(600_000) }]);
  });

  test.each([
    [{ change: 1.5, change_s: 600 }, true],
    [{ change: 2, change_s: 900 }, true],
    [{ change: 2.5, change_s: 600 }, false],
    [{ change: 2, change_s: 500 }, false],
  ])('of a rule that changes to %j stays active: %j', async (changed, isActive) => {
    const { manager, attach, measure, alarms } = await start();
    const { id } = await manager.createRule(rule(CHANGE));
    attach();
    measure(20);
    measure(23);
    await manager.updateRule(id, rule(changed));
    expect(alarms()[0]?.ended === null).toBe(isActive);
  });
});
