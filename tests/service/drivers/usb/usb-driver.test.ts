import { describe, expect, test } from 'vitest';
import { UsbError } from '../../../../service/drivers/usb/bus.ts';
import { Rig } from './support/rig.ts';
import { PTH450, WireInstrument } from './support/wire-instrument.ts';

describe('the driver', () => {
  test('starts without a word of problem on a computer without USB', async () => {
    const said: string[] = [];
    const logger = {
      error: (text: string) => said.push(`error ${text}`),
      warn: (text: string) => said.push(`warn ${text}`),
      info: (text: string) => said.push(`info ${text}`),
      debug: () => {},
      child: () => logger,
    };
    const rig = new Rig({ logger });
    rig.bus.missing = new UsbError('unsupported', 'there is no USB');
    await rig.driver.start();
    await rig.pass(1_000_000);
    expect(said).toEqual(['info devices in USB mode cannot be read: there is no USB']);
    expect(rig.seen).toEqual([]);
  });

  test('tells of a bus that fails otherwise, and tries it again until it works', async () => {
    const rig = new Rig();
    rig.bus.missing = new UsbError('failed', 'out of order');
    rig.bus.plug(new WireInstrument());
    await rig.driver.start();
    expect(rig.of('problem')).toEqual([
      {
        code: 'usb-failed',
        subject: 'USB',
        text: 'Cannot find devices in USB mode: out of order.',
        remedy: 'Mensura retries every minute. If this continues, restart the computer.',
      },
    ]);
    await rig.pass(300_000);
    expect(rig.of('problem')).toHaveLength(1);
    rig.bus.missing = undefined;
    await rig.pass(61_000);
    expect(rig.problems()).toEqual([]);
    expect(rig.attached()).toEqual(['usb/E24638']);
  });

  test('finds USB that comes late, without a word of problem', async () => {
    const rig = new Rig();
    rig.bus.missing = new UsbError('unsupported', 'there is no USB');
    await rig.driver.start();
    await rig.pass(600_000);
    rig.bus.missing = undefined;
    rig.bus.plug(new WireInstrument());
    await rig.pass(61_000);
    expect(rig.attached()).toEqual(['usb/E24638']);
    expect(rig.of('problem')).toEqual([]);
  });

  test.each(['unsupported', 'failed'] as const)('stopped, it tries USB that is %s no more', async (failure) => {
    const rig = new Rig();
    rig.bus.missing = new UsbError(failure, 'not now');
    await rig.driver.start();
    await rig.driver.stop();
    expect(rig.problems()).toEqual([]);
    rig.bus.missing = undefined;
    await rig.pass(120_000);
    expect(rig.bus.listener).toBeUndefined();
  });

  test('stops while it tries again', async () => {
    const rig = new Rig();
    rig.bus.missing = new UsbError('failed', 'not now');
    await rig.driver.start();
    const answer = Promise.withResolvers<void>();
    rig.bus.start = () => answer.promise;
    await rig.pass(61_000);
    const stopping = rig.driver.stop();
    answer.reject(new UsbError('failed', 'still not'));
    await stopping;
    expect(rig.of('problem')).toHaveLength(1);
    expect(rig.problems()).toEqual([]);
  });

  test('stops in every phase, twice, and leaves nothing', async () => {
    for (let ms = 0; ms < 60; ms += 1) {
      const rig = new Rig();
      const slow = { ...PTH450 };
      const instrument = new WireInstrument({ replies: slow });
      // Every reply takes 2 ms: the stop hits every command of introduction and sampling.
      const quick = instrument.control.bind(instrument);
      instrument.control = (setup) => {
        const answer = quick(setup);
        return answer.kind === 'data' ? { ...answer, afterMs: 2 } : answer;
      };
      rig.bus.plug(instrument);
      await rig.driver.start();
      await rig.pass(ms);
      await rig.driver.stop();
      await rig.end();
      expect(rig.attached(), `${ms} ms`).toEqual([]);
    }
  });

  test('stops while an instrument is silent, is being opened, and waits to be opened again', async () => {
    const rig = new Rig();
    const silent = new WireInstrument({ descriptors: { serial: 'E00001' } });
    silent.everything = { kind: 'silence' };
    rig.bus.plug(silent);
    rig.bus.plug(new WireInstrument({ descriptors: { serial: 'E00002' } }), 'never');
    rig.bus.plug(new WireInstrument({ descriptors: { serial: 'E00003' } }), 'busy');
    await rig.driver.start();
    await rig.pass(3333);
    await rig.end();
    expect(rig.attached()).toEqual([]);
    expect(rig.problems()).toEqual([]);
  });

  test('closes what is open although the bus takes its time to stop', async () => {
    const rig = new Rig();
    rig.bus.stop = () => new Promise((resolve) => void setTimeout(resolve, 10_000));
    rig.bus.plug(new WireInstrument());
    await rig.driver.start();
    await rig.pass(500);
    const stopping = rig.driver.stop();
    await rig.pass(10);
    expect([rig.bus.openLinks.size, rig.attached()]).toEqual([0, []]);
    await rig.pass(10_000);
    await stopping;
  });

  test('stops while an instrument is being opened, and closes it when it opens late', async () => {
    const rig = new Rig();
    const plug = rig.bus.plug(new WireInstrument());
    plug.opensAfterMs = 300;
    await rig.driver.start();
    await rig.pass(100);
    await rig.end();
    expect(plug.opens).toBe(1);
    expect(rig.seen).toEqual([]);
  });

  test('closes what opens after it was given up', async () => {
    const rig = new Rig();
    const plug = rig.bus.plug(new WireInstrument());
    plug.opensAfterMs = 6000;
    await rig.driver.start();
    await rig.pass(5100);
    plug.opensAfterMs = 0;
    await rig.pass(10_000);
    expect(rig.attached()).toEqual(['usb/E24638']);
    expect(rig.bus.openLinks.size).toBe(1);
  });

  test('hears of an instrument once, and of none after its end', async () => {
    const rig = new Rig();
    const plug = rig.bus.plug(new WireInstrument());
    await rig.driver.start();
    const listener = rig.bus.listener;
    listener?.attached(plug);
    await rig.pass(100);
    expect(plug.opens).toBe(1);
    expect(rig.problems()).toEqual([]);
    await rig.driver.stop();
    listener?.attached(plug);
    listener?.detached(plug);
    await rig.pass(100);
    expect(plug.opens).toBe(1);
  });

  test('starts again after a stop', async () => {
    const rig = new Rig();
    rig.bus.plug(new WireInstrument());
    await rig.driver.start();
    await rig.pass(10);
    await rig.driver.stop();
    expect(rig.attached()).toEqual([]);
    await rig.driver.start();
    await rig.pass(10);
    expect(rig.attached()).toEqual(['usb/E24638']);
  });
});
