/**
 * The simulated environment. Each curve is a pure function of the device's place (a 32-bit key) and the time
 * (milliseconds since 1970). Channels of one device share the place, so they are consistent: when the air warms, its
 * relative humidity falls.
 */
import { deriveSeed, randomWalk, uniform } from './random.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The true value of a quantity at a place, in the unit of the contract's channel. */
export type Curve = (place: number, at: number) => number;

/** The random streams of a place. */
const USE = { temperature: 1, humidity: 2, pressure: 3, co2: 4, furnace: 5, bath: 6 } as const;

/** Between -1 and 1, highest at 15:00 UTC, the warmest hour. */
function dailyWave(at: number): number {
  return Math.cos((2 * Math.PI * (at - 15 * HOUR)) / DAY);
}

/** Saturation vapor pressure over water in hPa, temperature in °C (Magnus form). */
function saturation(temperature: number): number {
  return 6.112 * Math.exp((17.62 * temperature) / (243.12 + temperature));
}

/** Indoor air in °C: warm by day, with slow and quick changes. */
export const airTemperature: Curve = (place, at) => {
  const key = deriveSeed(place, USE.temperature);
  return 20 + 4 * uniform(key, 0) + 1.5 * dailyWave(at) + 1.2 * randomWalk(key, at, 2 * HOUR);
};

/** Relative humidity in %, from the air's dew point and temperature. */
export const relativeHumidity: Curve = (place, at) => {
  const key = deriveSeed(place, USE.humidity);
  const dewPoint = 6 + 5 * uniform(key, 0) + 1.5 * randomWalk(key, at, 3 * HOUR);
  return (100 * saturation(dewPoint)) / saturation(airTemperature(place, at));
};

/** Air pressure in kPa: altitude of the place, weather, and the small twice-daily tide of the atmosphere. */
export const atmosphericPressure: Curve = (place, at) => {
  const key = deriveSeed(place, USE.pressure);
  const tide = 0.06 * Math.cos((4 * Math.PI * (at - 10 * HOUR)) / DAY);
  return (
    101.3 -
    2.5 * uniform(key, 0) +
    tide +
    0.6 * randomWalk(key, at, 12 * HOUR) +
    0.008 * randomWalk(key, at, 10 * MINUTE)
  );
};

/**
 * Follows a level that steps every `stepMs`, with the first-order lag `tauMs`. Considers five steps: with tau at most a
 * quarter of the step, what remains of earlier ones is below one millionth.
 */
function lagging(at: number, stepMs: number, tauMs: number, level: (step: number) => number): number {
  const step = Math.floor(at / stepMs);
  let value = level(step - 5);
  for (let past = step - 4; past < step; past += 1) {
    value = level(past) + (value - level(past)) * Math.exp(-stepMs / tauMs);
  }
  return level(step) + (value - level(step)) * Math.exp(-(at - step * stepMs) / tauMs);
}

/** CO2 of a room in ppm, with a change of people every quarter of an hour. */
export const indoorCo2: Curve = (place, at) => {
  const key = deriveSeed(place, USE.co2);
  const level = (step: number): number =>
    430 + (uniform(key, step) < 0.4 ? 40 : 900) * uniform(deriveSeed(key, 3), step);
  return lagging(at, 15 * MINUTE, 3 * MINUTE, level) + 6 * randomWalk(key, at, 5 * MINUTE);
};

/** A stirred bath in °C with a new set point from -20 to 120 every ten minutes. */
export const bathTemperature: Curve = (place, at) => {
  const key = deriveSeed(place, USE.bath);
  return (
    lagging(at, 10 * MINUTE, 1.5 * MINUTE, (step) => -20 + 140 * uniform(key, step)) +
    0.02 * randomWalk(key, at, MINUTE)
  );
};

/** The program of a furnace: heat, hold, cool, wait. Durations in milliseconds. */
const FURNACE = { heat: 10 * MINUTE, hold: 8 * MINUTE, cool: 20 * MINUTE, wait: 2 * MINUTE, coolingTau: 5 * MINUTE };
const FURNACE_CYCLE = FURNACE.heat + FURNACE.hold + FURNACE.cool + FURNACE.wait;

/** A furnace in °C: cycles from room temperature to between 400 and 1100 °C, with its controller's oscillation. */
export const furnaceTemperature: Curve = (place, at) => {
  const key = deriveSeed(place, USE.furnace);
  const since = at + FURNACE_CYCLE * uniform(key, 0);
  const cycle = Math.floor(since / FURNACE_CYCLE);
  const rise = 400 + 700 * uniform(deriveSeed(key, 3), cycle) - 20;
  return airTemperature(place, at) + rise * furnaceShare(since - cycle * FURNACE_CYCLE);
};

/** Progress of heating, 0 to about 1, at a time after the start of the cycle. */
function furnaceShare(elapsed: number): number {
  if (elapsed < FURNACE.heat) return Math.sin((Math.PI / 2) * (elapsed / FURNACE.heat));
  const held = elapsed - FURNACE.heat;
  // The oscillation decays, and is zero at both ends, so that the curve has no step.
  if (held < FURNACE.hold) {
    return 1 + 0.006 * Math.sin((2 * Math.PI * held) / (2 * MINUTE)) * Math.exp(-held / (4 * MINUTE));
  }
  const cooling = held - FURNACE.hold;
  if (cooling >= FURNACE.cool) return 0;
  const rest = Math.exp(-FURNACE.cool / FURNACE.coolingTau);
  return (Math.exp(-cooling / FURNACE.coolingTau) - rest) / (1 - rest);
}

/** The clamp of a thermocouple in °C: room temperature and a little of the furnace's heat. */
export const coldJunctionTemperature: Curve = (place, at) => {
  const air = airTemperature(place, at);
  return air + 1.5 + 0.004 * (furnaceTemperature(place, at) - air);
};

/** Inside the case of a device that warms itself, in °C. */
export const caseTemperature: Curve = (place, at) => airTemperature(place, at) + 3.2;
