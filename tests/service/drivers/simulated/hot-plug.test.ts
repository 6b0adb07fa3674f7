import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BEGIN, simulate, useFakeTime } from './setup.ts';

const MINUTE = 60_000;

async function run(seed: number, minutes: number, usb = 3) {
  const simulation = simulate({ usb, gateway: 1, seed, hotPlug: true });
  const log: [what: string, serial: string, at: number][] = [];
  simulation.events.on('attached', ({ serial }) => log.push(['plugged', serial, Date.now() - BEGIN]));
  simulation.events.on('detached', ({ serial, reason }) => log.push([reason, serial, Date.now() - BEGIN]));
  await simulation.driver.start();
  log.length = 0;
  await vi.advanceTimersByTimeAsync(minutes * MINUTE);
  return { ...simulation, log };
}

/** When devices came and went in twenty minutes. */
const plugTimes = async (seed: number): Promise<number[]> => {
  vi.setSystemTime(BEGIN);
  const { driver, log } = await run(seed, 20);
  await driver.stop();
  return log.map(([, , at]) => at);
};

describe('hot-plug', () => {
  beforeEach(useFakeTime);
  afterEach(() => {
    vi.useRealTimers();
  });

  test('takes the last device of the USB family minutes apart, for twenty seconds', async () => {
    const { driver, log, momentsOf } = await run(4, 30);
    await driver.stop();
    const events = log.slice(0, 4);
    expect(events.map(([what, serial]) => `${what} ${serial}`)).toEqual([
      'unplugged SIM00003',
      'plugged SIM00003',
      'unplugged SIM00003',
      'plugged SIM00003',
    ]);
    const [gone = 0, back = 0, again = 0] = events.map(([, , at]) => at);
    expect(back - gone).toBe(20_000);
    expect(gone).toBeGreaterThanOrEqual(2 * MINUTE);
    expect(again - back).toBeGreaterThanOrEqual(2 * MINUTE);
    const times = momentsOf('SIM00003').map(({ at }) => at - BEGIN);
    expect(times.some((at) => at > gone && at < back)).toBe(false);
    expect(times.some((at) => at >= back && at <= back + 1000)).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('happens at the same times with the same seed', async () => {
    const first = await plugTimes(8);
    expect(await plugTimes(8)).toEqual(first);
    expect(await plugTimes(9)).not.toEqual(first);
  });

  test('leaves one or two devices alone', async () => {
    const { driver, lost } = await run(4, 30, 2);
    expect(lost).toEqual([]);
    await driver.stop();
  });

  test('keeps the period that was set while the device was there', async () => {
    const { driver, attached, lost } = await run(4, 0);
    await driver.setPeriod({ family: 'usb', serial: 'SIM00003' }, 5000);
    while (lost.length === 0) await vi.advanceTimersByTimeAsync(MINUTE);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(attached.at(-1)).toMatchObject({ serial: 'SIM00003', periodMs: 5000 });
    await driver.stop();
  });
});
