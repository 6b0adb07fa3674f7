import { describe, expect, test } from 'vitest';
import { ServiceClock } from '../../../renderer/data/service-clock.ts';

describe('ServiceClock', () => {
  const time = { now: 0 };
  const clockAt = (now: number): ServiceClock => {
    time.now = now;
    return new ServiceClock(() => time.now);
  };

  test('follows a service whose clock is ahead at once', () => {
    const clock = clockAt(100_000);
    clock.observe(160_000);
    expect(clock.now()).toBe(160_000);
    expect(clock.offset).toBe(60_000);
  });

  test('follows one that is behind when that is sure', () => {
    const clock = clockAt(100_000);
    for (; time.now < 105_000; time.now += 100) {
      clock.observe(time.now - 60_000);
      expect(clock.offset).toBe(0);
    }
    clock.observe(time.now - 60_000);
    expect(clock.now()).toBe(45_000);
  });

  test('takes an answer on its way, and a burst of old ones, for no other clock', () => {
    const clock = clockAt(100_000);
    for (; time.now < 120_000; time.now += 500) clock.observe(time.now - 300);
    for (let at = 60_000; at < 120_000; at += 500) clock.observe(at);
    expect(clock.offset).toBe(0);
  });

  test('forgets what was before one of the clocks was set', () => {
    const clock = clockAt(100_000);
    clock.observe(160_000);
    for (time.now = 106_000; time.now < 117_000; time.now += 1000) clock.observe(time.now);
    expect(clock.offset).toBe(0);
    time.now = 20_000;
    clock.observe(20_000);
    expect(clock.offset).toBe(0);
  });

  test('is not led astray by what is no time', () => {
    const clock = clockAt(100_000);
    clock.observe(Number.NaN);
    expect(clock.now()).toBe(100_000);
  });
});
