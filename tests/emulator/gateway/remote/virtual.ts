/** Virtual channels by the formulas of docs/hardware.md#virtual-channels. Temperatures in °C, humidity in %. */

/** Where they are computed for: 0 m of the standard atmosphere, in kPa. */
const SEA_LEVEL_KPA = 101.325;

/** Exponent of the barometric formula, g0 M / (R L), its lapse rate L in K/m, and the temperature at 0 m in K. */
const LAPSE = -0.0065;
const EXPONENT = (9.80665 * 0.0289644) / (8.31432 * LAPSE);
const BASE_KELVIN = 288.15;

export function dewPoint(temperature: number, humidity: number): number {
  const h = (Math.log10(humidity) - 2) / 0.4343 + (17.62 * temperature) / (243.12 + temperature);
  return (243.12 * h) / (17.62 - h);
}

/** The temperature itself below 20 °C, and where the dew point is below 0 °C. */
export function humidex(temperature: number, humidity: number): number {
  const dew = dewPoint(temperature, humidity);
  if (dew < 0 || temperature < 20) return temperature;
  const pressure = 6.11 * Math.exp(5417.753 * (1 / 273.16 - 1 / (dew + 273.15)));
  return temperature + (5 / 9) * (pressure - 10);
}

/** The temperature itself below 80 °F or 40 %. */
export function heatIndex(temperature: number, humidity: number): number {
  const t = temperature * 1.8 + 32;
  const r = humidity;
  if (t < 80 || r < 40) return temperature;
  const index =
    -42.379 +
    2.04901523 * t +
    10.14333127 * r -
    0.22475541 * t * r -
    6.83783e-3 * t * t -
    5.481717e-2 * r * r +
    1.22874e-3 * t * t * r +
    8.5282e-4 * t * r * r -
    1.99e-6 * t * t * r * r;
  return (index - 32) / 1.8;
}

/** In mm. */
export function altitude(pressureKpa: number): number {
  return ((BASE_KELVIN / (pressureKpa / SEA_LEVEL_KPA) ** (1 / EXPONENT) - BASE_KELVIN) / LAPSE) * 1000;
}

/** Which real channels each virtual one is computed from, and how. */
export const VIRTUAL: Readonly<Record<string, { from: readonly string[]; of(...values: number[]): number }>> = {
  dew_point: { from: ['temperature', 'relative_humidity'], of: dewPoint },
  humidex: { from: ['temperature', 'relative_humidity'], of: humidex },
  heat_index: { from: ['temperature', 'relative_humidity'], of: heatIndex },
  altitude: { from: ['atmospheric_pressure'], of: altitude },
};
