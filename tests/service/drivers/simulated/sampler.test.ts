import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSimulatedDevices } from '../../../../service/drivers/simulated/fleet.ts';
import { Sampler } from '../../../../service/drivers/simulated/sampler.ts';
import { BEGIN } from './setup.ts';

const FLEET = createSimulatedDevices({ usb: 6, gateway: 6, periodMs: 1000, periodOf: () => undefined });
const YEAR = 365 * 86_400_000;

/** What no instrument of its kind would leave, by channel, in the channel's unit. */
const PLAUSIBLE: Record<string, [number, number]> = {
  atmospheric_pressure: [95, 104],
  temperature: [-25, 1200],
  relative_humidity: [10, 95],
  co2: [380, 2000],
  cold_junction_temperature: [15, 40],
};

/** The step of the sensor's numbers: a magnitude divided by it, offset taken off, is a whole number. */
const GRID: Record<string, (magnitude: number) => number> = {
  'VCP-PTH450-CAL temperature': (value) => ((value + 45) * 65_535) / 175,
  'VCP-PTH450-CAL relative_humidity': (value) => (value * 65_535) / 100,
  'VCP-PTH450-CAL atmospheric_pressure': (value) => value * 1000,
  'VCP-TMC100k temperature': (value) => value / 0.0625,
  'VCP-TMC100k cold_junction_temperature': (value) => value / 0.0625,
  'VCP-BAR20-CAL temperature': (value) => value * 100,
};

const moments = fc.integer({ min: BEGIN, max: BEGIN + YEAR });
const seeds = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const instruments = fc.constantFrom(...FLEET);

describe('a simulated instrument', () => {
  test('gives the same samples for the same seed, serial number and time, whatever was sampled before', () => {
    fc.assert(
      fc.property(instruments, seeds, moments, fc.array(moments, { maxLength: 5 }), (instrument, seed, at, before) => {
        const used = new Sampler(instrument, seed, true);
        for (const moment of before) used.sample(moment, 1000);
        expect(used.sample(at, 1000)).toEqual(new Sampler(instrument, seed, true).sample(at, 1000));
      }),
    );
  });

  test('measures plausible values in the steps of the real sensor', () => {
    fc.assert(
      fc.property(instruments, seeds, moments, (instrument, seed, at) => {
        for (const { channel, magnitude } of new Sampler(instrument, seed, false).sample(at, 1000)) {
          const [low, high] = PLAUSIBLE[channel] ?? [Number.NaN, Number.NaN];
          expect(magnitude).toBeGreaterThan(low);
          expect(magnitude).toBeLessThan(high);
          const steps = GRID[`${instrument.product.entry.name} ${channel}`]?.(magnitude ?? Number.NaN) ?? 0;
          expect(Math.abs(steps - Math.round(steps))).toBeLessThan(1e-6);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('moves without a jump: no curve changes by more than its kind can within a second', () => {
    const fastest: Record<string, number> = { temperature: 8, co2: 40, cold_junction_temperature: 1 };
    fc.assert(
      fc.property(instruments, seeds, moments, (instrument, seed, at) => {
        for (const { curve, label } of instrument.product.channels) {
          expect(Math.abs(curve(seed, at + 1000) - curve(seed, at))).toBeLessThan(fastest[label] ?? 0.2);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('has no jump where a step, a cycle or a day begins', () => {
    const furnace = FLEET.find(({ product }) => product.entry.name === 'VCP-TMC100k');
    const curve = furnace?.product.channels[0]?.curve ?? (() => Number.NaN);
    let last = curve(7, BEGIN);
    for (let at = BEGIN; at < BEGIN + 3 * 3_600_000; at += 500) {
      const value = curve(7, at);
      expect(Math.abs(value - last)).toBeLessThan(5);
      last = value;
    }
  });

  test('differs from its neighbours and under another seed', () => {
    const [first, , , , , , twin] = FLEET;
    if (!first || !twin) throw new Error('The fleet is too small.');
    expect(twin.product.entry).toBe(first.product.entry);
    const sample = (instrument: typeof first, seed: number) => new Sampler(instrument, seed, false).sample(BEGIN, 1000);
    expect(sample(first, 1)).not.toEqual(sample(twin, 1));
    expect(sample(first, 1)).not.toEqual(sample(first, 2));
  });

  test('warms and dries together: relative humidity falls where temperature rises', () => {
    const [pth] = FLEET;
    const [, temperature, humidity] = pth?.product.channels ?? [];
    if (!temperature || !humidity) throw new Error('The first product has no climate channels.');
    const hours = Array.from({ length: 24 * 60 }, (_, hour) => BEGIN + hour * 3_600_000);
    const pairs = hours.map((at) => [temperature.curve(3, at), humidity.curve(3, at)] as const);
    const mean = (index: 0 | 1): number => pairs.reduce((sum, pair) => sum + pair[index], 0) / pairs.length;
    const [meanT, meanRh] = [mean(0), mean(1)];
    const covariance = pairs.reduce((sum, [t, rh]) => sum + (t - meanT) * (rh - meanRh), 0);
    expect(covariance).toBeLessThan(0);
  });
});

/** Three hours of one instrument, second by second. */
const history = (seed: number, faults: boolean) => {
  const [instrument] = FLEET;
  if (!instrument) throw new Error('The fleet is empty.');
  const sampler = new Sampler(instrument, seed, faults);
  return Array.from({ length: 3 * 3600 }, (_, second) => sampler.sample(BEGIN + second * 1000, 1000));
};

describe('sensor errors', () => {
  test('come now and then, on one channel at a time, for three samples', () => {
    const failed = history(5, true).map((samples) => samples.filter(({ magnitude }) => magnitude === null));
    const failing = failed.filter(({ length }) => length > 0);
    expect(failing.length).toBeGreaterThan(0);
    expect(failing.length % 3).toBe(0);
    expect(failing.length).toBeLessThanOrEqual(3 * 12);
    for (const samples of failing) {
      expect(samples).toEqual([{ channel: samples[0]?.channel, magnitude: null, reason: 'sensor error' }]);
    }
  });

  test('never come when they are off', () => {
    expect(
      history(5, false)
        .flat()
        .every(({ magnitude }) => magnitude !== null),
    ).toBe(true);
  });
});
