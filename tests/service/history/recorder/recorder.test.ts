import { describe, expect, test } from 'vitest';
import { channelOf } from '../../../../service/devices/quantities.ts';
import { describePth } from '../../devices/support.ts';
import { createHistoryBench, PRODUCT, RETENTION, START, startHistoryBench } from '../support/bench.ts';

const T = 'usb/E1/temperature';

describe('what is measured is committed', () => {
  test('every reading by value and moment, within half a second', async () => {
    const { attach, measure, pass, store, history } = startHistoryBench();
    await pass(0);
    attach('E1');
    measure('E1', { temperature: 20.12345678901234, atmospheric_pressure: 102.466 });
    await pass(100);
    measure('E1', { temperature: null });
    await pass(400);
    expect(store.rows.filter(([channel]) => channel === T)).toEqual([
      [T, START, 20.12345678901234],
      [T, START + 100, null],
    ]);
    expect(store.rows).toContainEqual(['usb/E1/atmospheric_pressure', START, 102.466]);
    expect(history.figures()).toMatchObject({ state: 'recording', pending: 0, dropped_total: 0 });
  });

  test('virtual channels too', async () => {
    const { attach, measure, pass, store } = startHistoryBench();
    const { product } = describePth('E1');
    attach('E1', { product });
    measure('E1', { temperature: 20, relative_humidity: 50 });
    await pass(500);
    const dewPoints = store.rows.filter(([channel, at]) => channel === 'usb/E1/dew_point' && at !== 'interrupted');
    expect(dewPoints).toEqual([['usb/E1/dew_point', START, expect.closeTo(9.27, 1)]]);
  });

  test('readings that waited elsewhere too, under their own moment', async () => {
    const { attach, measure, driver, pass, store, history } = startHistoryBench();
    attach('E1');
    measure('E1', { temperature: 20 });
    const samples = [{ channel: 'temperature', magnitude: 19 }];
    driver.events.emit('late', { family: 'usb', serial: 'E1', at: START - 60_000, samples });
    await pass(500);
    expect(store.rows).toEqual([
      [T, START, 20],
      [T, START - 60_000, 19],
    ]);
    expect(history.figures().stored_total).toBe(2);
  });

  test('those of an instrument that has left too, without a mark: they may go on once it is back', async () => {
    const { attach, driver, pass, store, history } = startHistoryBench();
    const samples = [{ channel: 'temperature', magnitude: 19 }];
    const moment = { family: 'usb', serial: 'E1', at: START - 60_000, samples } as const;
    driver.events.emit('late', { ...moment, absent: describePth('E1') });
    driver.events.emit('late', { ...moment, serial: 'E2' });
    await pass(500);
    attach('E1');
    driver.events.emit('late', { ...moment, at: START - 59_000 });
    await history.stop();
    expect(store.rows.filter(([channel]) => channel === T)).toEqual([
      [T, START - 60_000, 19],
      [T, START - 59_000, 19],
      [T, 'interrupted'],
    ]);
    expect(store.rows.filter(([channel]) => channel.startsWith('usb/E2'))).toEqual([]);
  });

  test('four times a second at most', async () => {
    const { attach, measure, pass, store } = startHistoryBench();
    attach('E1');
    for (let count = 0; count < 1000; count += 1) {
      measure('E1', { temperature: count });
      await pass(10);
    }
    expect(store.batches.length).toBeGreaterThan(30);
    expect(store.batches.length).toBeLessThanOrEqual(40);
    expect(store.rows.length).toBeGreaterThan(950);
  });

  test('nothing of simulated instruments unless asked for', async () => {
    const { attach, measure, pass, store, history } = startHistoryBench();
    attach('SIM1', { simulated: true });
    measure('SIM1', { temperature: 20 });
    await pass(1000);
    expect(store.batches).toEqual([]);
    expect(history.figures()).toMatchObject({ pending: 0, stored_total: 0, dropped_total: 0 });
    const asked = startHistoryBench({ recordSimulated: true });
    asked.attach('SIM1', { simulated: true });
    asked.measure('SIM1', { temperature: 20 });
    await asked.pass(1000);
    expect(asked.store.rows).toContainEqual(['usb/SIM1/temperature', expect.any(Number), 20]);
  });
});

describe('channels are declared', () => {
  test('once in a run, with what is known of them', async () => {
    const { attach, measure, pass, store, driver } = startHistoryBench();
    attach('E1');
    measure('E1', { temperature: 20 });
    await pass(1000);
    driver.events.emit('detached', { family: 'usb', serial: 'E1', reason: 'unplugged' });
    attach('E1');
    measure('E1', { temperature: 21 });
    await pass(1000);
    const order = Object.keys(describePth('E1').product.channels).indexOf('temperature');
    expect(store.declared).toEqual([
      {
        slot: 0,
        family: 'usb',
        serial: 'E1',
        channel: 'temperature',
        unit: '°C',
        description: channelOf('temperature').description,
        label: '',
        product: 'VCP-PTH450-CAL',
        order: 1,
      },
    ]);
    expect(order).toBe(1);
  });

  test('again under the same number where their product got another name', async () => {
    const { attach, measure, pass, store } = startHistoryBench();
    attach('E1');
    measure('E1', { temperature: 20 });
    await pass(1000);
    attach('E1', { productName: 'Renamed' });
    measure('E1', { temperature: 21 });
    await pass(1000);
    expect(store.declared.map(({ slot, product }) => [slot, product])).toEqual([
      [0, 'VCP-PTH450-CAL'],
      [0, 'Renamed'],
    ]);
  });

  test('under another number where the unit is another', async () => {
    const { attach, measure, pass, store } = startHistoryBench();
    attach('E1');
    measure('E1', { temperature: 20 });
    const { temperature } = PRODUCT.channels;
    const channels = { ...PRODUCT.channels, ...(temperature && { temperature: { ...temperature, unit: 'K' } }) };
    attach('E1', { product: { ...PRODUCT, channels } });
    measure('E1', { temperature: 293 });
    await pass(1000);
    expect(store.declared.map(({ slot, unit }) => [slot, unit])).toEqual([
      [0, '°C'],
      [1, 'K'],
    ]);
    expect(store.rows.filter(([, at]) => at !== 'interrupted')).toEqual([
      [T, START, 20],
      [T, START, 293],
    ]);
  });
});

describe('a channel whose unit changes and comes back', () => {
  const { temperature } = PRODUCT.channels;
  const inKelvin = {
    ...PRODUCT,
    channels: { ...PRODUCT.channels, ...(temperature && { temperature: { ...temperature, unit: 'K' } }) },
  };

  test('has the numbers it had, however often, and the last unit is declared last', async () => {
    const { attach, driver, measure, pass, store } = startHistoryBench();
    for (let turn = 0; turn < 50; turn += 1) {
      attach('E1', { product: turn % 2 === 0 ? PRODUCT : inKelvin });
      measure('E1', { temperature: turn });
      // Within a batch, and one after the other.
      if (turn % 3 === 0 && turn < 45) await pass(1000);
    }
    await pass(1000);
    expect(new Set(store.declared.map(({ slot, unit }) => `${slot} ${unit}`))).toEqual(new Set(['0 °C', '1 K']));
    expect(store.declared.at(-1)).toMatchObject({ slot: 1, unit: 'K' });
    expect(store.rows.filter(([, at]) => at !== 'interrupted').map(([, , value]) => value)).toEqual(
      Array.from({ length: 50 }, (_, turn) => turn),
    );
    // Both lines end when the instrument goes.
    const marked = store.rows.length;
    driver.events.emit('detached', { family: 'usb', serial: 'E1', reason: 'unplugged' });
    await pass(1000);
    expect(store.rows.slice(marked)).toEqual([
      [T, 'interrupted'],
      [T, 'interrupted'],
    ]);
  });
});

describe('gaps are marked', () => {
  const marks = (rows: readonly (readonly unknown[])[]): number => rows.filter(([, at]) => at === 'interrupted').length;

  test('when the device falls silent, once', async () => {
    const { attach, measure, pass, store } = startHistoryBench();
    attach('E1');
    measure('E1', { temperature: 20 });
    await pass(10_000);
    expect(store.rows).toEqual([
      [T, START, 20],
      [T, 'interrupted'],
    ]);
    measure('E1', { temperature: 21 });
    await pass(500);
    expect(store.rows.at(-1)).toEqual([T, START + 10_000, 21]);
  });

  test('when it leaves', async () => {
    const { attach, measure, pass, store, driver } = startHistoryBench();
    attach('E1');
    measure('E1', { temperature: 20, relative_humidity: 50 });
    driver.events.emit('detached', { family: 'usb', serial: 'E1', reason: 'unplugged' });
    await pass(500);
    const channels = new Set(store.rows.map(([channel]) => channel));
    expect(channels.size).toBe(2);
    for (const channel of channels) {
      const own = store.rows.filter(([name]) => name === channel);
      expect(own.map(([, at]) => at)).toEqual([START, 'interrupted']);
    }
  });

  test('when it stops, of every device that measured since its last mark', async () => {
    const { attach, measure, pass, store, driver, history } = startHistoryBench();
    attach('E1');
    attach('E2');
    attach('E3');
    measure('E1', { temperature: 20 });
    measure('E2', { temperature: 20 });
    driver.events.emit('detached', { family: 'usb', serial: 'E1', reason: 'unplugged' });
    await pass(500);
    expect(marks(store.rows)).toBe(1);
    measure('E2', { temperature: 21 });
    await history.stop();
    expect(store.rows.slice(-2)).toEqual([
      ['usb/E2/temperature', expect.any(Number), 21],
      ['usb/E2/temperature', 'interrupted'],
    ]);
    expect(marks(store.rows)).toBe(2);
    expect(store.closed).toBe(1);
  });

  test('when it is switched off, and nothing is recorded until it is switched on', async () => {
    const { attach, measure, pass, store, history } = startHistoryBench();
    attach('E1');
    measure('E1', { temperature: 20 });
    await history.change({ record: false, retention: RETENTION });
    expect(history.figures().state).toBe('off');
    measure('E1', { temperature: 21 });
    await pass(500);
    expect(store.rows.map((row) => row[2] ?? row[1])).toEqual([20, 'interrupted']);
    await history.change({ record: true, retention: RETENTION });
    measure('E1', { temperature: 22 });
    await pass(500);
    expect(store.rows.at(-1)).toEqual([T, expect.any(Number), 22]);
    expect(history.figures()).toMatchObject({ state: 'recording', stored_total: 2 });
  });

  test('for the channel before a correction, when the correction ends', async () => {
    const { attach, measure, pass, store, registry } = startHistoryBench();
    attach('E1');
    const device = registry.get({ family: 'usb', serial: 'E1' });
    device?.correct(new Map([['temperature', { unit: '°C', correct: (value: number) => value - 1 }]]));
    measure('E1', { temperature: 20 });
    await pass(500);
    device?.correct(undefined);
    if (device) registry.events.emit('changed', device);
    measure('E1', { temperature: 20 });
    await pass(500);
    expect(store.rows.filter(([channel]) => channel === `${T}_uncorrected`)).toEqual([
      [`${T}_uncorrected`, START, 20],
      [`${T}_uncorrected`, 'interrupted'],
    ]);
    expect(store.rows.filter(([channel]) => channel === T).map(([, , value]) => value)).toEqual([19, 20]);
  });

  test('off from the beginning, nothing is recorded', async () => {
    const { attach, measure, pass, store, history } = createHistoryBench();
    history.start({ record: false, retention: RETENTION });
    attach('E1');
    measure('E1', { temperature: 20 });
    await pass(1000);
    await history.stop();
    expect(store.batches).toEqual([]);
  });
});
