import { describe, expect, test } from 'vitest';
import { GOLDENS } from '../../../emulator/usb/models/golden.ts';
import { playProduct } from '../../../emulator/usb/models/products.ts';
import { BEGIN, Rig } from './support/rig.ts';
import { ONE_SENSOR, PTH450, WireInstrument } from './support/wire-instrument.ts';

const USB_MODE = ['pth450', 'rtd300', 'tmc100', 'bar20', 'dxc200', 'unknown-chip'] as const;

describe('an instrument that is plugged in', () => {
  test('is attached with what its descriptors say, then read, then detached', async () => {
    const rig = new Rig();
    await rig.driver.start();
    const plug = rig.bus.plug(new WireInstrument());
    await rig.pass(10);
    expect(rig.of('attached')).toMatchObject([
      {
        family: 'usb',
        serial: 'E24638',
        productName: 'VCP-PTH450-CAL',
        vendor: 'Dracal technologies inc.',
        firmware: { major: 2, minor: 4 },
        connections: { usb: { bus: 3, address: 7, vendor_id: '289B', product_id: '0505' }, vcp: null },
        protocols: { usb: true, vcp: true },
        protocol: 'usb',
        periodMs: 1000,
        simulated: false,
      },
    ]);
    expect(rig.values()).toEqual({
      atmospheric_pressure: expect.closeTo(100.009, 2),
      temperature: 25,
      relative_humidity: expect.closeTo(50.0008, 4),
    });
    plug.pull();
    await rig.pass(1);
    expect(rig.of('detached')).toEqual([{ family: 'usb', serial: 'E24638', reason: 'unplugged' }]);
    expect(rig.of('problem')).toEqual([]);
  });

  test('is asked for nothing but what it is and what it measures', async () => {
    const rig = new Rig();
    const instrument = new WireInstrument();
    rig.bus.plug(instrument);
    await rig.driver.start();
    await rig.pass(1500);
    const twice = ['02 0000', '01 0000', '01 0001', '01 0002', '11 0000', '11 0001'];
    const moment = ['10 0000', '10 0001', '10 0002'];
    // What its chips are decides what every value means: it is asked twice.
    expect(instrument.asked).toEqual([...twice.flatMap((key) => [key, key]), ...moment, ...moment]);
    expect([...rig.bus.commands].toSorted((a, b) => a - b)).toEqual([0x01, 0x02, 0x10, 0x11]);
  });

  test.each(USB_MODE)('and is a %s gives the values of its documents', async (product) => {
    const golden = GOLDENS[product];
    const rig = new Rig();
    rig.bus.plug(playProduct({ product, serial: 'E00001' }));
    await rig.driver.start();
    await rig.pass(10);
    expect(rig.of('attached')).toMatchObject([{ productName: golden.product, firmware: golden.firmware }]);
    const shown = golden.channels.filter(({ chip }) => chip !== 0xff);
    const samples = rig.of('readings')[0]?.samples ?? [];
    expect(samples).toHaveLength(shown.length);
    const channels = rig.of('attached')[0]?.product.channels ?? {};
    for (const [place, { label, magnitude, unit, within }] of shown.entries()) {
      const sample = samples[place];
      if (label !== null) expect(sample?.channel).toBe(label);
      if (magnitude === null) continue;
      expect(Math.abs((sample?.magnitude ?? Number.NaN) - magnitude)).toBeLessThanOrEqual(within);
      expect(channels[sample?.channel ?? '']?.unit).toBe(unit);
    }
  });

  test('and has a chip that nobody knows has a raw channel for it, and none for what is unused', async () => {
    const rig = new Rig();
    rig.bus.plug(playProduct({ product: 'unknown-chip', serial: 'E00001' }));
    await rig.driver.start();
    await rig.pass(10);
    expect(rig.values()).toEqual({ temperature: expect.closeTo(-10, 3), raw_1: 0x0102 });
    expect(rig.of('attached')[0]?.product.channels['raw_1']).toMatchObject({ unit: 'raw', type: 'Raw' });
  });

  test('without a serial number is named by its ids and its place', async () => {
    const rig = new Rig();
    rig.bus.plug(new WireInstrument({ replies: ONE_SENSOR, descriptors: { serial: '', product: '' } }));
    await rig.driver.start();
    await rig.pass(10);
    expect(rig.of('attached')).toMatchObject([
      { serial: '289B0505-3-7', productName: 'USB 289B:0505', protocols: { usb: true, vcp: false } },
    ]);
  });

  test('is stamped with the time of its last reply', async () => {
    const rig = new Rig();
    const instrument = new WireInstrument({ replies: ONE_SENSOR });
    rig.bus.plug(instrument);
    instrument.replies['10 0000'] = { kind: 'data', bytes: Uint8Array.of(0x10, 0x66, 0x66, 0x10), afterMs: 40 };
    await rig.driver.start();
    await rig.pass(500);
    expect(rig.of('readings').map(({ at }) => at - BEGIN)).toEqual([40]);
  });

  test('gets the period that was set for it', async () => {
    const rig = new Rig();
    rig.periods.set('E24638', 250);
    rig.bus.plug(new WireInstrument());
    await rig.driver.start();
    await rig.pass(1000);
    expect(rig.of('attached')).toMatchObject([{ periodMs: 250 }]);
    expect(rig.of('readings').map(({ at }) => at - BEGIN)).toEqual([0, 250, 500, 750, 1000]);
  });

  test('in VCP mode is told of, and never opened', async () => {
    const rig = new Rig();
    await rig.driver.start();
    const plug = rig.bus.plug(new WireInstrument({ descriptors: { kind: 'cdc-acm' } }));
    rig.bus.plug(new WireInstrument({ descriptors: { kind: 'cdc-acm', serial: '' } }));
    await rig.pass(5000);
    const sighting = {
      serial: 'E24638',
      connection: { bus: 3, address: 7, vendor_id: '289B', product_id: '0505' },
      firmware: { major: 2, minor: 4 },
    };
    expect(rig.vcpDevices).toEqual([[sighting]]);
    expect(plug.opens).toBe(0);
    plug.pull();
    await rig.pass(1);
    expect(rig.vcpDevices).toEqual([[sighting], []]);
    expect(rig.seen).toEqual([]);
  });
});

describe('two instruments with one serial number', () => {
  test('are one device and a problem; the second takes over when the first goes', async () => {
    const rig = new Rig();
    const first = rig.bus.plug(new WireInstrument());
    const second = new WireInstrument({ replies: ONE_SENSOR, descriptors: { product: 'USB-OTHER' } });
    await rig.driver.start();
    await rig.pass(100);
    rig.bus.plug(second);
    await rig.pass(5000);
    expect(rig.of('attached')).toHaveLength(1);
    const [problem] = rig.of('problem');
    expect(problem).toMatchObject({ code: 'duplicate-serial', remedy: 'Disconnect one of the devices.' });
    expect(problem?.text).toContain('USB bus 3, address 7 (VCP-PTH450-CAL) and USB bus 3, address 8 (USB-OTHER)');
    expect(new Set(rig.of('readings').map(({ samples }) => samples.length))).toEqual(new Set([3]));
    first.pull();
    await rig.pass(2000);
    expect(rig.problems()).toEqual([]);
    expect(rig.of('attached').at(-1)).toMatchObject({ serial: 'E24638', productName: 'USB-OTHER' });
    expect(rig.values()).toEqual({ temperature: 25 });
  });
});

describe('an instrument that may not be opened', () => {
  const rule = 'sudo cp /opt/mensura/70-mensura.rules /etc/udev/rules.d/ && sudo udevadm control --reload-rules';

  test('is a problem with the remedy, and is taken up once it may be', async () => {
    const rig = new Rig();
    await rig.driver.start();
    const plug = rig.bus.plug(new WireInstrument(), 'denied');
    await rig.pass(990);
    expect(rig.seen).toEqual([]);
    await rig.pass(1000);
    const [problem] = rig.of('problem');
    expect(problem?.code).toBe('usb-permission');
    expect(problem?.subject).toContain('E24638');
    expect(problem?.text).toContain('VCP-PTH450-CAL E24638 at USB bus 3, address 7');
    if (process.platform === 'linux') expect(problem?.remedy).toContain(`Run \`${rule}`);
    await rig.pass(60_000);
    expect(rig.of('problem')).toHaveLength(1);
    plug.refuses = undefined;
    await rig.pass(5000);
    expect(rig.attached()).toEqual(['usb/E24638']);
    expect(rig.problems()).toEqual([]);
  });

  test('is no such problem once it is open, although no channel answers yet', async () => {
    const rig = new Rig();
    const instrument = new WireInstrument({
      replies: { ...ONE_SENSOR, '10 0000': { kind: 'silence' } },
    });
    await rig.driver.start();
    const plug = rig.bus.plug(instrument, 'denied');
    await rig.pass(5000);
    expect(rig.problems()).toHaveLength(1);
    plug.refuses = undefined;
    await rig.pass(5000);
    expect(rig.problems()).toEqual([]);
    expect(rig.attached()).toEqual(['usb/E24638']);
  });

  test('is no problem while the system still gives it its rights', async () => {
    const rig = new Rig();
    await rig.driver.start();
    const plug = rig.bus.plug(new WireInstrument(), 'denied');
    await rig.pass(250);
    plug.refuses = undefined;
    await rig.pass(150);
    expect(rig.attached()).toEqual(['usb/E24638']);
    expect(rig.of('problem')).toEqual([]);
  });

  test('and is unplugged is no problem any more', async () => {
    const rig = new Rig();
    await rig.driver.start();
    const plug = rig.bus.plug(new WireInstrument(), 'denied');
    await rig.pass(3000);
    expect(rig.problems()).toHaveLength(1);
    plug.pull();
    await rig.pass(1);
    expect(rig.problems()).toEqual([]);
  });

  test.each([
    ['busy', 'usb-busy'],
    ['unsupported', 'usb-failed'],
    ['failed', 'usb-failed'],
    ['never', 'usb-failed'],
  ] as const)('because it is %s is %s, and the others are read', async (refusal, code) => {
    const rig = new Rig();
    await rig.driver.start();
    const plug = rig.bus.plug(new WireInstrument(), refusal);
    rig.bus.plug(new WireInstrument({ descriptors: { serial: 'E99999' } }));
    await rig.pass(15_000);
    expect(rig.of('problem').map((problem) => problem.code)).toEqual([code]);
    expect(rig.of('readings')).toHaveLength(16);
    plug.refuses = undefined;
    await rig.pass(10_000);
    expect(rig.attached()).toEqual(['usb/E99999', 'usb/E24638']);
    expect(rig.problems()).toEqual([]);
  });

  test('is tried again with growing pauses', async () => {
    const rig = new Rig();
    await rig.driver.start();
    const plug = rig.bus.plug(new WireInstrument(), 'busy');
    await rig.pass(60_000);
    // Every 100 ms in the first second, then after 0.5, 1, 2, 4 and 5 s.
    expect(plug.opens).toBeGreaterThan(20);
    expect(plug.opens).toBeLessThan(28);
  });
});

describe('an instrument that does not say what it is', () => {
  test.each([
    ['stalls', { ...PTH450, '01 0001': { kind: 'stall' } as const }, 'request rejected'],
    ['answers with an error', { ...PTH450, '02 0000': '00' }, 'error'],
    ['answers with a wrong check', { ...PTH450, '01 0002': '01 19 19' }, 'checksum mismatch'],
    ['has 65 channels', { ...PTH450, '02 0000': '02 41 43' }, 'invalid channel count 65'],
    ['has no channel', { ...PTH450, '02 0000': '02 00 02' }, 'invalid channel count 0'],
    ['has unused channels alone', { '02 0000': '02 01 03', '01 0000': '01 ff fe' }, 'no channels in use'],
    ['is silent', { ...PTH450, '01 0000': { kind: 'silence' } as const }, 'no reply'],
  ])('since it %s is a problem and not attached; it is taken up when it does', async (_name, replies, words) => {
    const rig = new Rig();
    const instrument = new WireInstrument({ replies });
    await rig.driver.start();
    rig.bus.plug(instrument);
    await rig.pass(20_000);
    expect(rig.of('attached')).toEqual([]);
    expect(rig.of('problem').map(({ code }) => code)).toEqual(['usb-silent']);
    expect(rig.of('problem')[0]?.text).toContain(words);
    instrument.replies = { ...PTH450 };
    await rig.pass(15_000);
    expect(rig.attached()).toEqual(['usb/E24638']);
    expect(rig.problems()).toEqual([]);
  });

  test('since it is silent is a problem after the first three tries', async () => {
    const rig = new Rig();
    const instrument = new WireInstrument();
    instrument.everything = { kind: 'silence' };
    rig.bus.plug(instrument);
    await rig.driver.start();
    await rig.pass(6100);
    expect(rig.problems()).toEqual(['usb-silent E24638 on USB bus 3, address 7']);
  });

  test('since it says one thing and then another is asked again', async () => {
    const rig = new Rig();
    const instrument = new WireInstrument();
    // Both replies are valid: one channel, then three.
    instrument.first.push('02 01 03', '02 03 01');
    await rig.driver.start();
    rig.bus.plug(instrument);
    await rig.pass(200);
    expect(Object.keys(rig.values())).toHaveLength(3);
    expect(rig.of('problem')).toEqual([]);
  });
});

test('an instrument that says what it is and fails whenever it is read is one problem, until it gives a reading', async () => {
  const rig = new Rig();
  const instrument = new WireInstrument({ replies: { ...ONE_SENSOR, '10 0000': { kind: 'silence' } } });
  const plug = rig.bus.plug(instrument);
  await rig.driver.start();
  for (let step = 0; step < 300; step += 1) {
    await rig.pass(100);
    plug.link?.fail('failed');
  }
  expect(plug.opens).toBeGreaterThan(5);
  expect(rig.of('problem')).toMatchObject([{ code: 'usb-failed' }]);
  expect(rig.of('cleared')).toEqual([]);
  instrument.replies = { ...ONE_SENSOR };
  await rig.pass(6000);
  expect(rig.problems()).toEqual([]);
});

describe('an instrument that is unplugged while it is being closed', () => {
  test.each([
    ['did not answer', { kind: 'silence' }, 10_500],
    ['said nonsense', { kind: 'data', bytes: Uint8Array.of(1, 2, 3) }, 1500],
  ] as const)('because it %s is no problem', async (_name, everything, afterMs) => {
    const rig = new Rig();
    const instrument = new WireInstrument({ replies: ONE_SENSOR });
    const plug = rig.bus.plug(instrument);
    plug.closesAfterMs = 1000;
    if (everything.kind === 'data') instrument.everything = everything;
    await rig.driver.start();
    await rig.pass(500);
    instrument.everything = everything;
    await rig.pass(afterMs - 500);
    plug.pull();
    await rig.pass(5000);
    expect(rig.attached()).toEqual([]);
    expect(rig.problems()).toEqual([]);
  });
});
