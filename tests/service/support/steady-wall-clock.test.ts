import { describe, expect, test } from 'vitest';
import { SteadyWallClock } from '../../../service/support/steady-wall-clock.ts';

const HOUR = 3_600_000;
const BEGIN = Date.UTC(2026, 10, 20, 14, 0, 0);

function setUp() {
  const time = { wall: BEGIN, monotonic: 5 };
  const age = new SteadyWallClock({ now: () => time.wall, monotonic: () => time.monotonic });
  const pass = (ms: number, jump = 0): number => {
    time.wall += ms + jump;
    time.monotonic += ms;
    return age.ageOf(BEGIN);
  };
  expect(pass(0)).toBe(0);
  return pass;
}

describe('the age of a message', () => {
  test('grows with the wall clock', () => {
    const pass = setUp();
    expect(pass(HOUR)).toBe(HOUR);
    expect(pass(100 * HOUR)).toBe(101 * HOUR);
  });

  test('follows small corrections at once', () => {
    const pass = setUp();
    expect(pass(HOUR, 30_000)).toBe(HOUR + 30_000);
    expect(pass(0, -40_000)).toBe(HOUR - 10_000);
  });

  test('does not follow a clock that jumps ahead for a moment', () => {
    const pass = setUp();
    expect(pass(1000, 1000 * HOUR)).toBe(1000);
    expect(pass(HOUR / 2)).toBe(HOUR / 2 + 1000);
    expect(pass(1000, -1000 * HOUR)).toBe(HOUR / 2 + 2000);
    expect(pass(HOUR)).toBe(1.5 * HOUR + 2000);
  });

  test('follows one that stays ahead, an hour later', () => {
    const pass = setUp();
    pass(1000, 1000 * HOUR);
    expect(pass(HOUR - 1)).toBe(HOUR + 999);
    expect(pass(1)).toBe(1001 * HOUR + 1000);
    expect(pass(1)).toBe(1001 * HOUR + 1001);
  });

  test('is below zero after the clock was set back', () => {
    const pass = setUp();
    expect(pass(1000, -HOUR)).toBe(1000 - HOUR);
    expect(pass(1000)).toBe(2000 - HOUR);
  });
});
