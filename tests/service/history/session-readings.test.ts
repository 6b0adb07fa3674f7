import { describe, expect, test } from 'vitest';
import { runQuery } from '../../../service/history/query/run-query.ts';
import { SessionReadings } from '../../../service/history/session-readings.ts';
import { createHistoryBench, START, startHistoryBench } from './support/bench.ts';

const TEMPERATURE = { family: 'usb', serial: 'SIM1', channel: 'temperature' } as const;

describe('readings of simulated devices', () => {
  test('are returned from memory and not committed', async () => {
    const { attach, measure, pass, store, history } = startHistoryBench();
    await pass(0);
    attach('SIM1', { simulated: true });
    measure('SIM1', { temperature: 20 });
    await pass(1000);
    measure('SIM1', { temperature: null });
    measure('SIM1', { temperature: 24 }, START + 1500);
    await pass(1000);
    expect(store.batches).toEqual([]);
    const { channels } = await history.query([TEMPERATURE], START, START + 10_000, 100);
    expect(channels).toEqual([
      {
        ...TEMPERATURE,
        unit: '°C',
        parts: [{ kind: 'readings', at: [START, START + 1000, START + 1500], magnitude: [20, null, 24], broken: [] }],
      },
    ]);
    const { channels: statistics } = await history.statistics([TEMPERATURE], START, START + 10_000);
    expect(statistics).toMatchObject([{ unit: '°C', count: 2, failed: 1, min: 20, max: 24, mean: 22 }]);
    expect(history.sessionChannels().channels).toMatchObject([
      {
        ...TEMPERATURE,
        unit: '°C',
        first: new Date(START).toISOString(),
        last: new Date(START + 1500).toISOString(),
      },
    ]);
  });

  test('have the channel before a correction, with a gap when that ends', async () => {
    const { attach, measure, pass, registry, history } = startHistoryBench();
    await pass(0);
    attach('SIM1', { simulated: true });
    const device = registry.get({ family: 'usb', serial: 'SIM1' });
    if (!device) throw new Error('not attached');
    const correct = (isOn: boolean): void => {
      const corrector = { unit: '°C', correct: (value: number) => value - 1 };
      device.correct(isOn ? new Map([['temperature', corrector]]) : undefined);
      registry.events.emit('changed', device);
    };
    for (const isOn of [true, false, true]) {
      correct(isOn);
      measure('SIM1', { temperature: 20 });
      await pass(1000);
    }
    const refs = [TEMPERATURE, { ...TEMPERATURE, channel: 'temperature_uncorrected' }];
    const { channels } = await history.query(refs, START, START + 10_000, 100);
    expect(channels.map(({ unit, parts }) => [unit, parts])).toEqual([
      ['°C', [{ kind: 'readings', at: [START, START + 1000, START + 2000], magnitude: [19, 20, 19], broken: [] }]],
      ['°C', [{ kind: 'readings', at: [START, START + 2000], magnitude: [20, 20], broken: [1] }]],
    ]);
  });

  test('have a gap while the device is disconnected', async () => {
    const { attach, measure, driver, pass, history } = startHistoryBench();
    await pass(0);
    attach('SIM1', { simulated: true });
    measure('SIM1', { temperature: 20 });
    driver.events.emit('detached', { family: 'usb', serial: 'SIM1', reason: 'simulation stopped' });
    await pass(5000);
    attach('SIM1', { simulated: true });
    measure('SIM1', { temperature: 21 });
    const { channels } = await history.query([TEMPERATURE], START, START + 10_000, 100);
    expect(channels[0]?.parts).toEqual([
      { kind: 'readings', at: [START, START + 5000], magnitude: [20, 21], broken: [1] },
    ]);
  });

  test('are deleted with the history of the device', async () => {
    const { attach, measure, pass, history } = startHistoryBench();
    await pass(0);
    attach('SIM1', { simulated: true });
    measure('SIM1', { temperature: 20 });
    await history.deleteDevice(TEMPERATURE);
    expect(history.sessionChannels().channels).toEqual([]);
  });

  test('are not held twice if they are recorded', async () => {
    const { attach, measure, pass, history } = startHistoryBench({ recordSimulated: true });
    await pass(0);
    attach('SIM1', { simulated: true });
    measure('SIM1', { temperature: 20 });
    expect(history.sessionChannels().channels).toEqual([]);
  });

  test('of real devices are not held', async () => {
    const { attach, measure, pass, history } = startHistoryBench();
    await pass(0);
    attach('E1');
    measure('E1', { temperature: 20 });
    expect(history.sessionChannels().channels).toEqual([]);
  });
});

test('discards the oldest readings and further channels at its limits', () => {
  const { registry, attach, measure } = createHistoryBench();
  const session = new SessionReadings(registry, { channels: 1, points: 8 });
  session.start();
  attach('SIM1', { simulated: true });
  for (let index = 0; index < 100; index += 1) {
    measure('SIM1', { temperature: index, relative_humidity: 50 }, START + index);
  }
  const reader = session.reader(TEMPERATURE);
  const [part] = reader ? runQuery(reader, { from: START, to: START + 1000, points: 1000 }) : [];
  expect(part?.at.length).toBeLessThanOrEqual(8);
  expect(part?.at.length).toBeGreaterThanOrEqual(6);
  expect(part?.at.at(-1)).toBe(START + 99);
  expect(session.reader({ ...TEMPERATURE, channel: 'relative_humidity' })).toBeUndefined();
  session.stop();
  expect(session.channels()).toEqual([]);
});
