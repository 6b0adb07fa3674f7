/** Functions of moist air. NaN outside their range: a temperature of -80 to 100 °C, a humidity below 0 %. */

const KELVIN = 273.15;
/** Molar gas constants of dry air and water vapor, by mass, in J/(kg K) (ASHRAE Fundamentals 2017, chapter 1). */
const DRY_AIR = 287.042;
const WATER_VAPOR = 461.524;
/** Ratio of the molar masses of water and dry air (ASHRAE, same chapter, equation 20). */
const MASS_RATIO = 0.621945;

const ROOT_STEPS = 100;
const ROOT_TOLERANCE = 1e-10;

/**
 * Saturation vapor pressure over liquid water, in pascals, from °C: A. L. Buck's equation of 1996, within 0.1 % of the
 * tables from -20 to 100 °C.
 */
export function saturationPressure(temperature: number): number {
  if (!(temperature >= -80 && temperature <= 100)) return Number.NaN;
  return 611.21 * Math.exp(((18.678 - temperature / 234.5) * temperature) / (257.14 + temperature));
}

/** Partial pressure of water vapor in pascals. */
function vaporPressure(temperature: number, humidity: number): number {
  return humidity < 0 ? Number.NaN : (humidity / 100) * saturationPressure(temperature);
}

/** Kilograms of water per kilogram of dry air; NaN if there is no air. */
function humidityRatio(vapor: number, pressure: number): number {
  return vapor < pressure ? (MASS_RATIO * vapor) / (pressure - vapor) : Number.NaN;
}

/** Grams of water vapor per cubic meter, as an ideal gas. */
export function absoluteHumidity(temperature: number, humidity: number): number {
  return (1000 * vaporPressure(temperature, humidity)) / (WATER_VAPOR * (temperature + KELVIN));
}

/** Grams of water vapor per kilogram of dry air (ASHRAE, equation 20), at a pressure in pascals. */
export function mixingRatio(temperature: number, humidity: number, pressure: number): number {
  return 1000 * humidityRatio(vaporPressure(temperature, humidity), pressure);
}

/** Saturation vapor pressure minus vapor pressure, in kilopascals. */
export function vapourPressureDeficit(temperature: number, humidity: number): number {
  return (saturationPressure(temperature) - vaporPressure(temperature, humidity)) / 1000;
}

/** Density of moist air in kg/m³: the sum of two ideal gases, at a pressure in pascals. */
export function airDensity(temperature: number, humidity: number, pressure: number): number {
  const vapor = vaporPressure(temperature, humidity);
  if (!(vapor <= pressure)) return Number.NaN;
  return ((pressure - vapor) / DRY_AIR + vapor / WATER_VAPOR) / (temperature + KELVIN);
}

/**
 * Thermodynamic wet-bulb temperature over liquid water in °C, at a pressure in pascals: the root of the energy balance of
 * ASHRAE Fundamentals 2017, chapter 1, equation 33.
 */
export function wetBulb(temperature: number, humidity: number, pressure = 101_325): number {
  const ratio = humidityRatio(vaporPressure(temperature, humidity), pressure);
  /** Humidity ratio at which `bulb` would be the wet-bulb temperature, minus the actual one: rises with `bulb`. */
  const excess = (bulb: number): number => {
    const saturated = humidityRatio(saturationPressure(bulb), pressure);
    const heat = (2501 - 2.326 * bulb) * saturated - 1.006 * (temperature - bulb);
    return heat / (2501 + 1.86 * temperature - 4.186 * bulb) - ratio;
  };
  const atTemperature = excess(temperature);
  // Saturated already; NaN where water boils at this pressure or the humidity is invalid.
  if (!(atTemperature > 0)) return atTemperature <= 0 ? temperature : Number.NaN;
  const coldest = Math.max(-80, temperature - 100);
  return excess(coldest) <= 0 ? rootOf(excess, coldest, temperature) : Number.NaN;
}

/** Root of a rising function between `low` and `high`, where it changes its sign (Illinois method). */
function rootOf(rising: (x: number) => number, low: number, high: number): number {
  let [below, above] = [rising(low), rising(high)];
  let root = high;
  for (let step = 0; step < ROOT_STEPS; step += 1) {
    const guess = (low * above - high * below) / (above - below);
    const value = rising(guess);
    const isNear = Math.abs(guess - root) < ROOT_TOLERANCE;
    const sameSide = step > 0 && value > 0 === (root === high);
    root = guess;
    if (isNear || value === 0) break;
    if (value > 0) {
      [high, above] = [guess, value];
      if (sameSide) below /= 2;
    } else {
      [low, below] = [guess, value];
      if (sameSide) above /= 2;
    }
  }
  return root;
}

/**
 * Pressure reduced to sea level, in the unit of `pressure`, from the altitude in meters and the air temperature there:
 * hydrostatic, with the lapse rate of the International Standard Atmosphere (ISO 2533), 6.5 K per kilometer.
 */
export function seaLevelPressure(pressure: number, altitude: number, temperature: number): number {
  const rise = (0.0065 * altitude) / (temperature + KELVIN);
  if (!(pressure >= 0 && temperature > -KELVIN && rise > -1)) return Number.NaN;
  return pressure * (1 + rise) ** 5.25588;
}
