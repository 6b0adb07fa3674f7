import { describe, expect, test } from 'vitest';
import { FakeInstrument, foundPort, good, Rig } from './support.ts';

const PORT = '/dev/ttyACM0';
const OTHER = '/dev/ttyACM1';

describe('an instrument that is found', () => {
  test('is attached with what its USB device tells, then read, then detached', async () => {
    const rig = new Rig();
    rig.ports.plug(PORT, new FakeInstrument());
    await rig.driver.start();
    expect(await rig.next('attached', undefined, 0)).toMatchObject({
      family: 'usb',
      serial: 'E24638',
      productName: 'VCP-PTH450-CAL',
      vendor: 'Dracal technologies inc.',
      firmware: { major: 2, minor: 4 },
      connections: {
        usb: { bus: 3, address: 7, vendor_id: '289B', product_id: '0505' },
        vcp: { port: PORT },
      },
      protocols: { usb: true, vcp: true },
      periodMs: 1000,
      simulated: false,
    });
    const before = Date.now();
    const readings = await rig.next('readings');
    expect(readings).toMatchObject({
      family: 'usb',
      serial: 'E24638',
      samples: [
        { channel: 'atmospheric_pressure', magnitude: 102.466 },
        { channel: 'temperature', magnitude: 24.87 },
        { channel: 'relative_humidity', magnitude: 66.81 },
      ],
    });
    expect(readings.at).toBeGreaterThanOrEqual(before);
    expect(readings.at).toBeLessThanOrEqual(Date.now());
    expect(rig.driver.ports()).toEqual([{ path: PORT, origin: 'found', state: 'attached' }]);
    rig.ports.unplug(PORT);
    expect(await rig.next('detached')).toMatchObject({ family: 'usb', serial: 'E24638' });
    await expect.poll(() => rig.driver.ports()).toEqual([]);
    expect(rig.problems()).toEqual([]);
  });

  test('is asked who it is, then told its period and its digits', async () => {
    const rig = new Rig();
    rig.ports.plug(PORT, new FakeInstrument());
    await rig.driver.start();
    await rig.next('attached', undefined, 0);
    await expect.poll(() => rig.ports.newest(PORT)?.written).toEqual(['INFO', 'POLL 1000', 'FRAC 7']);
  });

  test('gets the period that was set for it, also when its first word is the answer to the default', async () => {
    const rig = new Rig();
    rig.periods.set('E24638', 250);
    rig.ports.plug(PORT, new FakeInstrument({ streaming: false }));
    await rig.driver.start();
    expect(await rig.next('attached', undefined, 0)).toMatchObject({ periodMs: 250 });
    await expect.poll(() => rig.ports.newest(PORT)?.written).toEqual(['INFO', 'POLL 1000', 'POLL 250', 'FRAC 7']);
  });

  test('is followed to another port', async () => {
    const rig = new Rig();
    const instrument = new FakeInstrument();
    rig.ports.plug(PORT, instrument);
    await rig.driver.start();
    await rig.next('readings', undefined, 0);
    rig.ports.unplug(PORT);
    rig.ports.plug(OTHER, instrument, { usb: { bus: 3, address: 8, vendor_id: '289B', product_id: '0505' } });
    await rig.next('detached');
    await rig.next('attached', ({ connections }) => connections.vcp?.port === OTHER, 0);
    await rig.next('readings');
    expect(rig.attached()).toEqual(['usb/E24638']);
  });

  test('gives way to another one on the same port', async () => {
    const rig = new Rig();
    rig.ports.plug(PORT, new FakeInstrument());
    await rig.driver.start();
    await rig.next('readings', undefined, 0);
    rig.ports.unplug(PORT);
    rig.ports.plug(PORT, new FakeInstrument({ serial: 'E99999' }), foundPort(PORT, '0505', 9));
    await rig.next('attached', ({ serial }) => serial === 'E99999');
    expect(rig.attached()).toEqual(['usb/E99999']);
  });

  test('gives way to another one that speaks without any unplugging', async () => {
    const rig = new Rig();
    const first = new FakeInstrument();
    rig.ports.plug(PORT, first);
    await rig.driver.start();
    await rig.next('readings', undefined, 0);
    const second = new FakeInstrument({ serial: 'E99999', values: ['100000', '20', '50'] });
    rig.ports.plug(PORT, second);
    first.line = undefined;
    const open = rig.ports.newest(PORT);
    if (open) second.connect(open);
    await rig.next('attached', ({ serial }) => serial === 'E99999');
    await rig.next('readings', ({ serial }) => serial === 'E99999');
    expect(rig.of('detached')).toEqual([{ family: 'usb', serial: 'E24638', reason: 'replaced by another device' }]);
    const values = rig.of('readings').map(({ serial, samples }) => `${serial} ${samples[1]?.magnitude}`);
    expect(new Set(values)).toEqual(new Set(['E24638 24.87', 'E99999 20']));
  });

  test('does not disturb a second one', async () => {
    const rig = new Rig();
    rig.ports.plug(PORT, new FakeInstrument());
    rig.ports.plug(
      OTHER,
      new FakeInstrument({ product: 'VCP-RTD300-CAL', serial: 'E22377', columns: [':C'], values: ['121.5538'] }),
    );
    await rig.driver.start();
    await rig.next('readings', ({ serial }) => serial === 'E22377', 0);
    await rig.next('readings', ({ serial }) => serial === 'E24638', 0);
    rig.ports.unplug(PORT);
    await rig.next('detached');
    expect(await rig.next('readings')).toMatchObject({
      serial: 'E22377',
      samples: [{ channel: 'temperature', magnitude: 121.5538 }],
    });
  });

  test('is left alone when it is no instrument by its ids', async () => {
    const rig = new Rig();
    rig.ports.plug(PORT, new FakeInstrument(), foundPort(PORT, '0061'));
    rig.ports.plug(OTHER, new FakeInstrument(), { ...foundPort(OTHER), vendorId: '2341' });
    rig.ports.plug('/dev/ttyACM2', new FakeInstrument({ serial: 'E3' }), foundPort('/dev/ttyACM2'));
    await rig.driver.start();
    await rig.next('attached', undefined, 0);
    expect(rig.driver.ports().map(({ path }) => path)).toEqual(['/dev/ttyACM2']);
    expect(rig.ports.opens).toBe(1);
  });

  test('without a serial number goes by its place on the bus', async () => {
    const rig = new Rig();
    rig.ports.plug(PORT, new FakeInstrument({ serial: '' }));
    await rig.driver.start();
    expect(await rig.next('attached', undefined, 0)).toMatchObject({ serial: '289B0505-3-7' });
    expect(await rig.next('readings')).toMatchObject({ serial: '289B0505-3-7' });
  });
});

describe('what an instrument may be like', () => {
  test('one that never announces its columns is known by its product and units', async () => {
    const rig = new Rig();
    rig.ports.plug(PORT, new FakeInstrument({ header: false }));
    await rig.driver.start();
    const { product } = await rig.next('attached', undefined, 0);
    expect(Object.keys(product.channels)).toContain('dew_point');
    await expect.poll(() => rig.ports.newest(PORT)?.written).toEqual(['INFO', 'INFO', 'INFO', 'POLL 1000', 'FRAC 7']);
    await rig.next('readings');
  });

  test('one that announces its columns late, or others, is understood by its newest headings', async () => {
    const rig = new Rig();
    const instrument = new FakeInstrument({
      product: 'VCP-TMC100k',
      columns: ['Cold junction:C', 'Type-K:C'],
      values: ['24', '100.5'],
      header: false,
    });
    const values = (moment: { samples: readonly { channel: string; magnitude: number | null }[] }) =>
      Object.fromEntries(moment.samples.map(({ channel, magnitude }) => [channel, magnitude]));
    const announce = (): void =>
      instrument.line?.say(
        good('I', 'Product ID', 'Serial Number', 'Message', ...instrument.columns.flatMap(Object.values<string>)),
      );
    rig.ports.plug(PORT, instrument);
    await rig.driver.start();
    const first = await rig.next('attached', undefined, 0);
    expect(first.unclear).toHaveLength(2);

    announce();
    const second = await rig.next('attached');
    expect(second).toMatchObject({ labels: { temperature: 'Type-K', cold_junction_temperature: 'Cold junction' } });
    expect(second.unclear).toBeUndefined();
    expect(values(await rig.next('readings'))).toEqual({ temperature: 100.5, cold_junction_temperature: 24 });

    instrument.columns.reverse();
    instrument.values = ['100.5', '24'];
    announce();
    await rig.next('attached');
    expect(values(await rig.next('readings'))).toEqual({ temperature: 100.5, cold_junction_temperature: 24 });
    expect(rig.of('detached')).toEqual([]);
  });

  test('one that answers no command at all is read', async () => {
    const rig = new Rig();
    rig.ports.plug(PORT, new FakeInstrument({ header: false, echo: false }));
    await rig.driver.start();
    await rig.next('readings', undefined, 0);
    expect(rig.of('attached')).toMatchObject([{ serial: 'E24638', periodMs: 1000 }]);
  });

  test('one that answers but sends no data is attached, opened again, and never detached', async () => {
    const rig = new Rig({ timing: { silenceMs: 60 } });
    rig.ports.plug(PORT, new FakeInstrument({ streaming: false }));
    rig.periods.set('E24638', 1);
    await rig.driver.start();
    await rig.next('attached', undefined, 0);
    await rig.next('problem', ({ code }) => code === 'port-silent', 0);
    await expect.poll(() => rig.ports.lines.get(PORT)?.length, { timeout: 30_000 }).toBeGreaterThan(2);
    expect(rig.of('detached')).toEqual([]);
  });

  test('the first line may be a part of one, without being counted', async () => {
    const rig = new Rig();
    const instrument = new FakeInstrument({ streaming: false });
    rig.ports.plug(PORT, (fake) => {
      instrument.connect(fake);
      queueMicrotask(() => fake.say('0,E24638,,102466,Pa,24.87,C,66.81,%,*d16d\r\n,%,*d16d\r\n'));
    });
    await rig.driver.start();
    await rig.next('attached', undefined, 0);
    const { line } = instrument;
    line?.say('garbage\r\n');
    line?.say('D,VCP-PTH450-CAL,E24638,,102467,Pa,24.87,C,66.81,%,*d16d\r\n');
    line?.say(good('D', 'VCP-PTH450-CAL', 'E24638', '', '24.87', 'C'));
    line?.say(`${'x'.repeat(5000)}\r\n`);
    line?.say(instrument.data());
    await rig.next('readings', undefined, 0);
    expect(rig.of('rejected')).toHaveLength(4);
    expect(rig.of('rejected')[0]).toEqual({ family: 'usb', serial: 'E24638' });
    expect(rig.of('readings')).toHaveLength(1);
  });

  test('a sensor error is no value, and the other channels go on', async () => {
    const rig = new Rig();
    rig.ports.plug(PORT, new FakeInstrument({ values: ['102466', 'ERROR', '66.81'] }));
    await rig.driver.start();
    expect(await rig.next('readings', undefined, 0)).toMatchObject({
      samples: [
        { channel: 'atmospheric_pressure', magnitude: 102.466 },
        { channel: 'temperature', magnitude: null, reason: 'sensor error' },
        { channel: 'relative_humidity', magnitude: 66.81 },
      ],
    });
  });

  test('columns that change are learnt anew', async () => {
    const rig = new Rig({ timing: { silenceMs: 200 } });
    const instrument = new FakeInstrument({ product: 'VCP-NEW1', columns: ['SHT31 Temperature:C'], values: ['20'] });
    rig.ports.plug(PORT, instrument);
    rig.periods.set('E24638', 1);
    await rig.driver.start();
    await rig.next('readings', undefined, 0);
    instrument.columns = [{ title: 'SHT31 Relative Humidity', unit: '%' }];
    await rig.next('rejected');
    const { product } = await rig.next('attached');
    expect(Object.keys(product.channels)).toEqual(['relative_humidity']);
    expect(await rig.next('readings')).toMatchObject({ samples: [{ channel: 'relative_humidity', magnitude: 20 }] });
    expect(rig.of('detached')).toEqual([]);
  });
});

describe('the period', () => {
  test('is set on the instrument and told when the instrument took it', async () => {
    const rig = new Rig();
    rig.ports.plug(PORT, new FakeInstrument());
    await rig.driver.start();
    await rig.next('attached', undefined, 0);
    const from = rig.seen.length;
    await rig.bench.setPeriod({ family: 'usb', serial: 'E24638' }, 500);
    expect(await rig.next('attached', undefined, from)).toMatchObject({ serial: 'E24638', periodMs: 500 });
    expect(rig.ports.newest(PORT)?.written).toContain('POLL 500');
  });

  test('is kept when the port is opened again', async () => {
    const rig = new Rig({ timing: { silenceMs: 200 } });
    const instrument = new FakeInstrument();
    rig.ports.plug(PORT, instrument);
    await rig.driver.start();
    await rig.next('attached', undefined, 0);
    await rig.bench.setPeriod({ family: 'usb', serial: 'E24638' }, 20);
    instrument.streaming = false;
    await rig.next('problem');
    instrument.streaming = true;
    await rig.next('readings');
    await expect.poll(() => rig.ports.newest(PORT)?.written).toContain('POLL 20');
    expect(rig.of('attached').at(-1)).toMatchObject({ periodMs: 20 });
  });

  test('that the instrument does not answer for is not told', async () => {
    const rig = new Rig();
    const instrument = new FakeInstrument();
    rig.ports.plug(PORT, instrument);
    await rig.driver.start();
    await rig.next('readings', undefined, 0);
    instrument.echo = false;
    await expect(rig.bench.setPeriod({ family: 'usb', serial: 'E24638' }, 500)).rejects.toMatchObject({
      code: 'timeout',
    });
    expect(rig.of('attached').every(({ periodMs }) => periodMs === 1000)).toBe(true);
  });

  test('that the instrument answers with another is refused', async () => {
    const rig = new Rig();
    const instrument = new FakeInstrument();
    rig.ports.plug(PORT, instrument);
    await rig.driver.start();
    await rig.next('readings', undefined, 0);
    const { line } = instrument;
    if (!line) throw new Error('The instrument has no line.');
    // On a busy machine, the interval of its lines could look like the requested period.
    instrument.streaming = false;
    line.onCommand = () => line.say(good('I', 'VCP-PTH450-CAL', 'E24638', 'Poll interval set to 100 ms'));
    await expect(rig.bench.setPeriod({ family: 'usb', serial: 'E24638' }, 50)).rejects.toMatchObject({
      code: 'instrument-failed',
    });
  });

  test('that fails after an earlier one was taken meanwhile goes back to that one', async () => {
    const rig = new Rig();
    const instrument = new FakeInstrument();
    rig.ports.plug(PORT, instrument);
    await rig.driver.start();
    await expect.poll(() => rig.ports.newest(PORT)?.written).toContain('FRAC 7');
    const { line } = instrument;
    if (!line) throw new Error('The instrument has no line.');
    const obey = line.onCommand;
    line.onCommand = (command) => command !== 'POLL 500' && obey(command);
    const key = { family: 'usb', serial: 'E24638' } as const;
    const [first, second] = [rig.bench.setPeriod(key, 300), rig.bench.setPeriod(key, 500)];
    await first;
    await expect(second).rejects.toMatchObject({ code: 'timeout' });
    await expect.poll(() => line.written.at(-1)).toBe('POLL 300');
    expect(rig.of('attached').at(-1)).toMatchObject({ periodMs: 300 });
  });

  test('on a port that goes away meanwhile fails at once', async () => {
    const rig = new Rig({ timing: { replyTimeoutMs: 60_000 } });
    const instrument = new FakeInstrument();
    rig.ports.plug(PORT, instrument);
    await rig.driver.start();
    await rig.next('readings', undefined, 0);
    await expect.poll(() => rig.ports.newest(PORT)?.written).toContain('FRAC 7');
    instrument.echo = false;
    const setting = rig.bench.setPeriod({ family: 'usb', serial: 'E24638' }, 500);
    const failed = expect(setting).rejects.toMatchObject({ code: 'instrument-failed' });
    await expect.poll(() => rig.ports.newest(PORT)?.written).toContain('POLL 500');
    rig.ports.unplug(PORT);
    await failed;
  });
});

describe('start and stop', () => {
  test('stop detaches everything, closes every port and clears what was wrong; a second stop and a second start are fine', async () => {
    const rig = new Rig({ ports: ['/dev/ttyS9'] });
    rig.ports.plug(PORT, new FakeInstrument());
    await rig.driver.start();
    await rig.next('readings', undefined, 0);
    await rig.next('problem', ({ code }) => code === 'port-missing', 0);
    await Promise.all([rig.driver.stop(), rig.driver.stop()]);
    await rig.driver.stop();
    expect(rig.attached()).toEqual([]);
    expect(rig.problems()).toEqual([]);
    expect(rig.ports.newest(PORT)?.closed).toBe(true);
    const said = rig.seen.length;
    const { opens } = rig.ports;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(rig.seen).toHaveLength(said);
    expect(rig.ports.opens).toBe(opens);
    await rig.driver.start();
    await rig.next('readings');
  });

  test('stop does not wait for a port that neither opens nor closes', async () => {
    const rig = new Rig({
      timing: { openTimeoutMs: 60_000 },
      openPort: () => new Promise(() => {}),
    });
    rig.ports.plug(PORT, new FakeInstrument());
    await rig.driver.start();
    await expect.poll(() => rig.driver.ports()).toEqual([{ path: PORT, origin: 'found', state: 'opening' }]);
    await rig.driver.stop();
  });

  test('a port that opens after it was given up is closed again', async () => {
    const opening = Promise.withResolvers<void>();
    const rig: Rig = new Rig({
      openPort: async (path) => {
        await opening.promise;
        return rig.ports.openPort(path);
      },
    });
    rig.ports.plug(PORT, new FakeInstrument());
    await rig.driver.start();
    await expect.poll(() => rig.driver.ports()).toHaveLength(1);
    await rig.driver.stop();
    opening.resolve();
    await expect.poll(() => rig.ports.newest(PORT)?.closed).toBe(true);
    expect(rig.seen).toEqual([]);
  });
});
