/** Channels that never answer, beside others that do: what answers is shown at once, and keeps its period. */
import { describe, expect, test } from 'vitest';
import { silenceLimit } from '../../../../service/devices/device-state.ts';
import { systemClock } from '../../../../service/support/clock.ts';
import type { Logger } from '../../../../service/support/logger.ts';
import type { ControlAnswer } from '../../../emulator/usb/parts.ts';
import { BEGIN, Rig } from './support/rig.ts';
import { bytes, PTH450, type Replies, WireInstrument } from './support/wire-instrument.ts';

const KEY = { family: 'usb', serial: 'E24638' } as const;
const SILENCE: ControlAnswer = { kind: 'silence' };
const NO_REPLY = 'no reply (timeout)';
const PRESSURE = '10 0000';
const TEMPERATURE = '10 0001';
const HUMIDITY = '10 0002';
const LABELS: Record<string, string> = {
  [PRESSURE]: 'atmospheric_pressure',
  [TEMPERATURE]: 'temperature',
  [HUMIDITY]: 'relative_humidity',
};
const VALUES: Record<string, unknown> = {
  atmospheric_pressure: expect.closeTo(100.009, 2),
  temperature: 25,
  relative_humidity: expect.closeTo(50.0008, 4),
};

/** A PTH450 that needs 8 ms for a reading, as one on a real bus. */
const REAL: Replies = Object.fromEntries(
  Object.entries(PTH450).map(([key, reply]) => {
    const afterMs = key.startsWith('10') ? 8 : 2;
    return [key, typeof reply === 'string' ? { kind: 'data', bytes: bytes(reply), afterMs } : reply];
  }),
);

const silent = (...keys: string[]): Replies => Object.fromEntries(keys.map((key) => [key, SILENCE]));
const labelled = (keys: readonly string[]): string[] => keys.map((key) => LABELS[key] ?? '');

/** What every moment must show while these channels are silent. */
function valuesWithout(dead: readonly string[]): Record<string, unknown> {
  return { ...VALUES, ...Object.fromEntries(labelled(dead).map((label) => [label, NO_REPLY])) };
}

/** What the log says of a silent channel. */
function warningOf(label: string, periodMs: number): string {
  const remedy = periodMs < 3000 ? ' (if its sensor is slow, set a sampling period of at least 3 s)' : '';
  return `E24638: ${label} stopped responding, other channels are still read${remedy}`;
}

async function plugIn(periodMs: number, replies: Replies = {}) {
  const warnings: string[] = [];
  const infos: string[] = [];
  const logger: Logger = {
    error: (text) => warnings.push(text),
    warn: (text) => warnings.push(text),
    info: (text) => infos.push(text),
    debug: () => {},
    child: () => logger,
  };
  // Time passes at each look at the clock, as it does outside of tests.
  let looks = 0;
  const clock = { ...systemClock, monotonic: () => systemClock.monotonic() + 0.0001 * (looks += 1) };
  const rig = new Rig({ logger, clock });
  rig.periods.set(KEY.serial, periodMs);
  const instrument = new WireInstrument({ replies: { ...REAL, ...replies } });
  const plug = rig.bus.plug(instrument);
  await rig.driver.start();
  const times = (): number[] => rig.of('readings').map(({ at }) => at - BEGIN);
  /** The time from each moment to the next, from the one after `fromMs` on. */
  const intervals = (fromMs = 0): number[] => {
    const after = times().filter((at) => at >= fromMs);
    return after.slice(1).map((at, place) => at - (after[place] ?? 0));
  };
  return { rig, instrument, plug, warnings, infos, times, intervals };
}

const PERIODS = [100, 300, 1000, 3000, 10_000, 60_000];
const DEAD = [[TEMPERATURE], [HUMIDITY, TEMPERATURE], [PRESSURE, TEMPERATURE], [PRESSURE]];
const CASES = PERIODS.flatMap((periodMs) =>
  DEAD.map((dead) => [periodMs, labelled(dead).join(' and '), dead] as const),
);

describe('an instrument with channels that never answer', () => {
  test.each(CASES)('shows the others within two periods of %i ms, and at each: %s', async (periodMs, _name, dead) => {
    const { rig, instrument, plug, warnings, intervals } = await plugIn(periodMs, silent(...dead));
    await rig.pass(2 * periodMs);
    expect(rig.values(0)).toEqual(valuesWithout(dead));
    await rig.pass(Math.max(20 * periodMs, 70_000));
    for (const place of rig.of('readings').keys()) expect(rig.values(place)).toEqual(valuesWithout(dead));
    // Where the gaps are too short, each is waited for half a second once: no value is lost by that.
    const settledMs = periodMs < 600 ? 2500 : 2 * periodMs;
    expect(Math.max(...intervals())).toBeLessThan(Math.max(periodMs, 520) + 20);
    expect(Math.max(...intervals(settledMs))).toBeLessThanOrEqual(periodMs + 2);
    expect(plug.opens).toBe(1);
    expect(rig.of('problem')).toEqual([]);
    const lines = labelled(dead).map((label) => warningOf(label, periodMs));
    expect(warnings.toSorted()).toEqual(lines.toSorted());
    // With pauses of ten seconds in the end; in each, calibration is asked first, and it answers.
    for (const key of dead) {
      const asked = instrument.asked.filter((entry) => entry === key).length;
      expect(asked).toBeGreaterThan(5);
      expect(asked).toBeLessThan(10 + Math.max(20 * periodMs, 70_000) / 4000);
    }
  });

  test('takes them up within ten seconds when they answer, and says so once', async () => {
    const { rig, instrument, infos, warnings, intervals } = await plugIn(1000, silent(TEMPERATURE, HUMIDITY));
    await rig.pass(100_000);
    Object.assign(instrument.replies, REAL);
    await rig.pass(12_000);
    expect(rig.values()).toEqual(VALUES);
    expect(Math.max(...intervals(1500))).toBeLessThanOrEqual(1020);
    expect(warnings).toHaveLength(2);
    expect(infos).toEqual(['E24638: temperature responds again', 'E24638: relative_humidity responds again']);
  });

  test('does not learn again which these are when it is opened again', async () => {
    const { rig, plug, warnings, intervals } = await plugIn(200, silent(TEMPERATURE, HUMIDITY));
    await rig.pass(20_000);
    rig.driver.wake?.();
    await rig.pass(20_000);
    expect(plug.opens).toBe(2);
    expect(warnings).toHaveLength(2);
    // Opening it takes the usual 500 ms; then no wait is longer than a period.
    const long = intervals(5000).filter((ms) => ms > 202);
    expect(long).toHaveLength(1);
    expect(Math.max(...long)).toBeLessThan(1000);
  });

  test('reads a slow one all the same, at a period shorter than it needs', async () => {
    const { rig } = await plugIn(100, { [TEMPERATURE]: { kind: 'data', bytes: bytes('10 66 66 10'), afterMs: 320 } });
    await rig.pass(2500);
    for (const place of [-3, -2, -1]) expect(rig.values(place)).toEqual(VALUES);
  });
});

test('a channel slower than the gap has no value, and the log says at which period it has', async () => {
  const slow: Replies = { [TEMPERATURE]: { kind: 'data', bytes: bytes('10 66 66 10'), afterMs: 1900 } };
  const { rig, warnings, infos } = await plugIn(1000, slow);
  await rig.pass(60_000);
  expect(rig.values()).toEqual(valuesWithout([TEMPERATURE]));
  expect(warnings).toEqual([warningOf('temperature', 1000)]);
  await rig.bench.setPeriod(KEY, 3000);
  await rig.pass(30_000);
  expect(rig.values()).toEqual(VALUES);
  expect(infos).toEqual(['E24638: temperature responds again']);
});

describe('an instrument of which every answer takes long', () => {
  // As on a computer that is busy with other things: half as long to half longer.
  test.each([
    [100, 1000],
    [300, 1000],
    [300, 100],
    [600, 1000],
  ])('%i ms, at a period of %i ms, has all its values', async (aboutMs, periodMs) => {
    const slow = Object.entries(PTH450).flatMap(([key, reply], place): [string, ControlAnswer][] => {
      const afterMs = aboutMs * (0.5 + ((place * 7) % 11) / 10);
      return typeof reply === 'string' ? [[key, { kind: 'data', bytes: bytes(reply), afterMs }]] : [];
    });
    const { rig, plug } = await plugIn(periodMs, Object.fromEntries(slow));
    await rig.pass(20_000);
    const shown = rig.of('readings').map((_, place) => rig.values(place));
    expect(shown.length).toBeGreaterThanOrEqual(3);
    expect(shown).toEqual(shown.map(() => VALUES));
    expect(plug.opens).toBe(1);
  });
});

describe('channels that stop answering while the instrument is read', () => {
  test.each(CASES)('cost the others no value at %i ms: %s', async (periodMs, _name, dead) => {
    const { rig, instrument, plug, warnings, times } = await plugIn(periodMs);
    await rig.pass(10 * periodMs + 10);
    const before = rig.of('readings').length;
    Object.assign(instrument.replies, silent(...dead));
    await rig.pass(Math.max(15 * periodMs, 30_000));
    const after = rig.of('readings').slice(before);
    for (const place of after.keys()) expect(rig.values(before + place)).toEqual(valuesWithout(dead));
    const at = times().slice(before - 1);
    const longest = Math.max(...at.slice(1).map((ms, place) => ms - (at[place] ?? 0)));
    expect(longest).toBeLessThan(silenceLimit(periodMs));
    // Each wait is lost to the instrument at most once: at its death.
    expect(after.length).toBeGreaterThanOrEqual(Math.floor(Math.max(15 * periodMs, 30_000) / periodMs) - 7);
    expect(plug.opens).toBe(1);
    expect(rig.of('problem')).toEqual([]);
    expect(warnings).toHaveLength(dead.length);
    Object.assign(instrument.replies, REAL);
    await rig.pass(12_000 + periodMs);
    expect(rig.values()).toEqual(VALUES);
    expect(warnings).toHaveLength(dead.length);
  });

  test('once have no value once, and no word', async () => {
    const { rig, instrument, warnings, infos } = await plugIn(1000);
    await rig.pass(1500);
    instrument.replies[TEMPERATURE] = SILENCE;
    await rig.pass(1100);
    instrument.replies[TEMPERATURE] = REAL[TEMPERATURE] ?? '';
    await rig.pass(2000);
    const shown = rig.of('readings').map((_, place) => rig.values(place)['temperature']);
    expect(shown).toEqual([25, 25, NO_REPLY, 25, 25]);
    expect([...warnings, ...infos]).toEqual([]);
  });

  test('all of them make it silent: it is opened again, and measures when one answers', async () => {
    const { rig, instrument, plug } = await plugIn(1000);
    await rig.pass(3500);
    instrument.everything = SILENCE;
    await rig.pass(12_000);
    expect(rig.problems()).toEqual(['usb-silent E24638 on USB bus 3, address 7']);
    expect(plug.opens).toBeGreaterThan(1);
    instrument.everything = undefined;
    Object.assign(instrument.replies, silent(PRESSURE, TEMPERATURE));
    await rig.pass(20_000);
    expect(rig.problems()).toEqual([]);
    expect(rig.values()).toEqual(valuesWithout([PRESSURE, TEMPERATURE]));
  });
});

describe('a calibration that cannot be read when the instrument is opened', () => {
  test.each([
    ['never answers', SILENCE, 'calibration block 1: no reply (timeout)'],
    ['is an error', '00', 'calibration block 1: the device reported an error'],
    ['is refused', { kind: 'stall' } as const, 'calibration block 1: request rejected by the device'],
  ])('since it %s costs the value of its chip alone, until it is read', async (_name, answer, reason) => {
    const { rig, instrument, plug, intervals } = await plugIn(1000, { '11 0001': answer });
    await rig.pass(30_000);
    expect(rig.of('readings').length).toBeGreaterThanOrEqual(30);
    for (const place of rig.of('readings').keys()) {
      expect(rig.values(place)).toEqual({ ...VALUES, atmospheric_pressure: reason });
    }
    expect(Math.max(...intervals())).toBeLessThanOrEqual(1020);
    expect(plug.opens).toBe(1);
    expect(rig.of('problem')).toEqual([]);
    Object.assign(instrument.replies, REAL);
    await rig.pass(12_000);
    expect(rig.values()).toEqual(VALUES);
  });

  test('the same way twice is asked again', async () => {
    const { rig, instrument } = await plugIn(1000, { '11 0001': '11 f2 5a b8 82 05 6e e8' });
    await rig.pass(10);
    const control = instrument.control.bind(instrument);
    let asked = 0;
    instrument.control = (setup) => {
      if (setup.request !== 0x11) return control(setup);
      asked += 1;
      return asked % 2 === 0 ? { kind: 'data', bytes: bytes('11 00 00 00 00 00 00 11') } : control(setup);
    };
    rig.driver.wake?.();
    await rig.pass(2000);
    expect(rig.values()).toEqual({ ...VALUES, atmospheric_pressure: 'calibration block 0: inconsistent replies' });
    instrument.control = control;
    await rig.pass(1000);
    expect(rig.values()).toEqual(VALUES);
  });
});
