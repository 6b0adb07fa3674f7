import { describe, expect, test } from 'vitest';
import type { ControlAnswer } from '../../../emulator/usb/parts.ts';
import { BEGIN, Rig } from './support/rig.ts';
import { bytes, ONE_SENSOR, PTH450, WireInstrument } from './support/wire-instrument.ts';

const SILENCE: ControlAnswer = { kind: 'silence' };
const late = (hex: string, afterMs: number): ControlAnswer => ({ kind: 'data', bytes: bytes(hex), afterMs });

/** A driver with one instrument that has given its first moment. */
async function measuring(replies = PTH450) {
  const rig = new Rig();
  const instrument = new WireInstrument({ replies });
  const plug = rig.bus.plug(instrument);
  await rig.driver.start();
  await rig.pass(10);
  expect(rig.of('readings')).toHaveLength(1);
  return { rig, instrument, plug, times: () => rig.of('readings').map(({ at }) => at - BEGIN) };
}

describe('a channel that fails', () => {
  test.each([
    ['an error', '00', 'the device reported an error', 0],
    ['a stall', { kind: 'stall' } as const, 'request rejected by the device', 0],
    ['no byte', '', 'no such channel', 0],
    ['a wrong echo', '11 66 66 11', 'reply to another command', 3],
    ['a wrong check', '10 66 66 11', 'reply checksum mismatch', 3],
    ['a reply cut off', '10', 'reply too short', 3],
  ])('with %s has no value and a reason; the others have theirs', async (_name, answer, reason, rejected) => {
    const { rig, instrument } = await measuring();
    instrument.replies['10 0001'] = answer;
    await rig.pass(1000);
    expect(rig.of('readings')).toHaveLength(2);
    expect(rig.values()).toMatchObject({
      atmospheric_pressure: expect.closeTo(100.009, 2),
      temperature: reason,
      relative_humidity: expect.closeTo(50.0008, 4),
    });
    expect(rig.of('rejected')).toHaveLength(rejected);
    expect(rig.of('readings')[1]?.samples[1]?.magnitude).toBeNull();
    instrument.replies['10 0001'] = '10 66 66 10';
    await rig.pass(1000);
    expect(rig.values()).toMatchObject({ temperature: 25 });
    expect(rig.of('problem')).toEqual([]);
  });

  test('once is asked again, and has its value', async () => {
    const { rig, instrument } = await measuring(ONE_SENSOR);
    instrument.first.push('10 66 67 10', { kind: 'stall' });
    await rig.pass(1000);
    expect(rig.values()).toEqual({ temperature: 25 });
    expect(rig.of('rejected')).toEqual([{ family: 'usb', serial: 'E24638' }]);
  });

  test('to answer does not make the moment later than its last reply', async () => {
    const { rig, instrument, times } = await measuring();
    instrument.replies['10 0001'] = late('10 66 66 10', 30);
    instrument.replies['10 0002'] = SILENCE;
    await rig.pass(7500);
    expect(times()).toEqual([0, ...[1, 2, 3, 4, 5, 6, 7].map((moment) => 1000 * moment + 30)]);
    expect(rig.values()).toMatchObject({ temperature: 25, relative_humidity: 'no reply (timeout)' });
  });

  test('by a conversion that finds no value says why', async () => {
    const { rig, instrument } = await measuring();
    instrument.replies['10 0001'] = '10 66 76';
    await rig.pass(1000);
    expect(rig.values()['temperature']).toMatch(/byte/);
    expect(rig.of('rejected')).toEqual([]);
  });
});

describe('a channel made of the raw values of two others', () => {
  test('has a value at every moment that they have theirs', async () => {
    const { rig, instrument } = await measuring({
      '02 0000': '02 02 00',
      '01 0000': '01 05 04',
      '01 0001': '01 06 07',
      // TSL2561 counts 1000 and 400, low byte first: 30.4 - 62 * 0.4^1.4 = 13.210 lx.
      '10 0000': '10 e8 03 fb',
      '10 0001': '10 90 01 81',
    });
    expect(rig.values()).toEqual({ raw_1: 1000, raw_2: 400, illuminance: expect.closeTo(13.21, 3) });
    expect(rig.of('attached')[0]?.product.channels['illuminance']).toMatchObject({ details: { virtual: true } });
    instrument.replies['10 0001'] = { kind: 'stall' };
    await rig.pass(1000);
    expect(rig.values()).toMatchObject({ raw_1: 1000, illuminance: expect.stringMatching(/missing/) });
  });
});

describe('an instrument that falls silent', () => {
  test('gives no moment, is opened anew after ten seconds, stays attached, and goes on when it answers', async () => {
    const { rig, instrument, plug, times } = await measuring();
    instrument.everything = SILENCE;
    await rig.pass(9900);
    expect(times()).toEqual([0]);
    expect(plug.opens).toBe(1);
    expect(rig.of('problem')).toEqual([]);
    await rig.pass(1000);
    expect(rig.problems()).toEqual(['usb-silent E24638 on USB bus 3, address 7']);
    expect(plug.opens).toBeGreaterThan(1);
    expect(rig.of('detached')).toEqual([]);
    await rig.pass(60_000);
    expect(rig.attached()).toEqual(['usb/E24638']);
    expect(times()).toEqual([0]);
    instrument.everything = undefined;
    await rig.pass(15_000);
    expect(rig.problems()).toEqual([]);
    expect(times().length).toBeGreaterThan(2);
    expect(rig.of('detached')).toEqual([]);
  });

  test('with a long period is opened anew after ten periods', async () => {
    const { rig, instrument, plug } = await measuring();
    await rig.bench.setPeriod({ family: 'usb', serial: 'E24638' }, 5000);
    instrument.everything = SILENCE;
    await rig.pass(49_000);
    expect(plug.opens).toBe(1);
    await rig.pass(3000);
    expect(plug.opens).toBe(2);
  });

  test('keeps the period that was set for it', async () => {
    const { rig, instrument, times } = await measuring();
    await rig.bench.setPeriod({ family: 'usb', serial: 'E24638' }, 200);
    instrument.everything = SILENCE;
    await rig.pass(12_000);
    instrument.everything = undefined;
    await rig.pass(20_000);
    expect(rig.of('attached').at(-1)).toMatchObject({ periodMs: 200 });
    const [one = 0, other = 0] = times().slice(-2);
    expect(other - one).toBe(200);
  });

  test('and answers damaged replies alone is failing, not silent', async () => {
    const { rig, instrument, plug } = await measuring(ONE_SENSOR);
    instrument.replies['10 0000'] = '10 66 67 10';
    await rig.pass(30_000);
    expect(plug.opens).toBe(1);
    expect(rig.of('readings')).toHaveLength(31);
    expect(rig.values()).toEqual({ temperature: 'reply checksum mismatch' });
  });

  test('is not disturbed by another one, and does not disturb it', async () => {
    const rig = new Rig();
    const dead = new WireInstrument({ descriptors: { serial: 'E00001' } });
    const slow = new WireInstrument({
      replies: {
        ...PTH450,
        '10 0000': late('10 1a a2 8a 3e c1 82 5f', 450),
        '10 0001': late('10 66 66 10', 450),
        '10 0002': late('10 80 00 90', 450),
      },
      descriptors: { serial: 'E00002' },
    });
    rig.bus.plug(dead);
    rig.bus.plug(slow);
    rig.bus.plug(new WireInstrument({ descriptors: { serial: 'E00003' } }));
    await rig.driver.start();
    dead.everything = SILENCE;
    await rig.pass(20_000);
    const of = (wanted: string): number[] =>
      rig.of('readings').flatMap(({ serial, at }) => (serial === wanted ? [at - BEGIN] : []));
    expect(of('E00003')).toEqual(Array.from({ length: 21 }, (_, tick) => 1000 * tick));
    // A moment of 1.35 s leaves out every second tick.
    expect(of('E00002').slice(-6)).toEqual([9350, 11_350, 13_350, 15_350, 17_350, 19_350]);
    expect(of('E00001')).toEqual([]);
  });
});

describe('an instrument that is late', () => {
  test('within the time-out has its value, later has none', async () => {
    const { rig, instrument } = await measuring(ONE_SENSOR);
    instrument.replies['10 0000'] = late('10 66 66 10', 1999);
    await rig.pass(3000);
    expect(rig.values()).toEqual({ temperature: 25 });
    const before = rig.of('readings').length;
    instrument.replies['10 0000'] = late('10 00 00 10', 2001);
    await rig.pass(8000);
    expect(rig.of('readings').length).toBeLessThanOrEqual(before + 1);
    expect(rig.values()).toEqual({ temperature: 25 });
  });
});

describe('an instrument that is unplugged', () => {
  test('in the midst of a transfer is gone before the bus tells of it, without a word of problem', async () => {
    const { rig, instrument } = await measuring();
    rig.bus.noticeMs = 3000;
    instrument.replies['10 0001'] = { kind: 'unplug' };
    await rig.pass(1000);
    expect(rig.of('detached')).toEqual([{ family: 'usb', serial: 'E24638', reason: 'unplugged' }]);
    const before = rig.seen.length;
    await rig.pass(10_000);
    expect(rig.seen).toHaveLength(before);
    expect(rig.of('problem')).toEqual([]);
    expect(rig.of('readings')).toHaveLength(1);
  });

  test('while it is silent is gone at once', async () => {
    const { rig, instrument, plug } = await measuring();
    instrument.everything = SILENCE;
    await rig.pass(13_000);
    plug.pull();
    await rig.pass(1);
    expect(rig.attached()).toEqual([]);
    expect(rig.problems()).toEqual([]);
  });

  test('and plugged in again is another plugging', async () => {
    const { rig, instrument, plug } = await measuring();
    for (let cycle = 0; cycle < 20; cycle += 1) {
      (rig.bus.plugs.at(-1) ?? plug).pull();
      await rig.pass(7);
      rig.bus.plug(instrument);
      await rig.pass(7);
    }
    expect(rig.of('attached')).toHaveLength(21);
    expect(rig.of('detached')).toHaveLength(20);
    expect(rig.bus.openLinks.size).toBe(1);
  });
});

describe('an instrument whose transfers fail', () => {
  test('for a while is opened anew, and is a problem when that does not help', async () => {
    const { rig, instrument, plug } = await measuring();
    // As a bus does that is disturbed: the link itself fails.
    let disturbed = Infinity;
    const control = instrument.control.bind(instrument);
    instrument.control = (setup) => {
      disturbed -= 1;
      if (disturbed < 0) return control(setup);
      queueMicrotask(() => plug.link?.fail('failed'));
      return SILENCE;
    };
    // The first failure, and being opened again, are no problem yet.
    await rig.pass(1100);
    expect(plug.opens).toBe(1);
    expect(rig.problems()).toEqual([]);
    await rig.pass(8900);
    expect(rig.problems()).toEqual(['usb-failed E24638 on USB bus 3, address 7']);
    expect(rig.of('problem')[0]?.text).toContain('the system says failed');
    disturbed = 0;
    await rig.pass(6000);
    expect(rig.problems()).toEqual([]);
    expect(rig.attached()).toEqual(['usb/E24638']);
    expect(rig.of('detached')).toEqual([]);
    // All begins anew: one failure is no problem, and it is opened again soon.
    const { opens } = plug;
    disturbed = 3;
    await rig.pass(2500);
    expect(plug.opens).toBeGreaterThan(opens);
    expect(rig.of('problem')).toHaveLength(1);
    expect(rig.of('readings').at(-1)?.at).toBeGreaterThan(Date.now() - 1500);
  });
});

describe('the sampling period', () => {
  const KEY = { family: 'usb', serial: 'E24638' } as const;

  test('changes at once, and is told', async () => {
    const { rig, times } = await measuring();
    await rig.pass(490);
    await rig.bench.setPeriod(KEY, 100);
    expect(rig.of('attached').at(-1)).toMatchObject({ periodMs: 100 });
    await rig.pass(300);
    expect(times()).toEqual([0, 500, 600, 700, 800]);
  });

  test('that was set while the instrument was opened again holds, although it is remembered only then', async () => {
    const { rig, plug, times } = await measuring();
    rig.periods.set('E24638', 1000);
    plug.opensAfterMs = 100;
    const reopen = async (): Promise<void> => {
      rig.driver.wake?.();
      await rig.pass(50);
    };
    const period = async (): Promise<number> => {
      await rig.pass(3000);
      const [one = 0, other = 0] = times().slice(-2);
      expect(rig.of('attached').at(-1)).toMatchObject({ periodMs: other - one });
      return other - one;
    };
    await reopen();
    await rig.bench.setPeriod(KEY, 200);
    expect(await period()).toBe(200);
    await reopen();
    expect(await period()).toBe(200);
    rig.periods.set('E24638', 200);
    await reopen();
    expect(await period()).toBe(200);
    rig.periods.set('E24638', 700);
    await reopen();
    expect(await period()).toBe(700);
  });
});
