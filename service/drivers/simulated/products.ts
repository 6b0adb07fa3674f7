import type { CatalogueEntry } from '../../devices/catalogue.ts';
import { findEntry } from '../../devices/catalogue.ts';
import { MensuraError } from '../../support/errors.ts';
import type { Curve } from './curves.ts';
import {
  airTemperature,
  atmosphericPressure,
  bathTemperature,
  caseTemperature,
  coldJunctionTemperature,
  furnaceTemperature,
  indoorCo2,
  relativeHumidity,
} from './curves.ts';

/** A sensor chip: its noise and resolution. */
interface Sensor {
  /** Standard deviation of a single reading, in the unit of the channel. */
  noise: number;
  /** The nearest value in the chip's own number format. */
  quantize: (value: number) => number;
}

/** A channel: a curve of the environment, read through a sensor. */
export interface SimulatedChannel {
  label: string;
  curve: Curve;
  sensor: Sensor;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

/** SHT31 and SHT35: 16 bits from -45 to 130 °C, and from 0 to 100 % (docs/hardware.md#conversion-formulas). */
const SHT31_TEMPERATURE: Sensor = {
  noise: 0.012,
  quantize: (value) => -45 + (175 * Math.round(((clamp(value, -45, 130) + 45) * 65_535) / 175)) / 65_535,
};
const SHT31_HUMIDITY: Sensor = {
  noise: 0.03,
  quantize: (value) => (100 * Math.round((clamp(value, 0, 100) * 65_535) / 100)) / 65_535,
};
/** MS5611: whole pascals (docs/hardware.md#vcp-lines) and hundredths of a degree (docs/hardware.md#ms5611). */
const MS5611_PRESSURE: Sensor = { noise: 0.0015, quantize: (value) => Math.round(value * 1000) / 1000 };
const MS5611_TEMPERATURE: Sensor = { noise: 0.006, quantize: (value) => Math.round(value * 100) / 100 };
/** A thermocouple converter: 16 bits of 0.0625 °C (docs/hardware.md#conversion-formulas). */
const THERMOCOUPLE: Sensor = { noise: 0.08, quantize: (value) => Math.round(value / 0.0625) * 0.0625 };
/** Devices that compute in float32, as the digits of their readings show. */
const PT100: Sensor = { noise: 0.002, quantize: Math.fround };
const CO2: Sensor = { noise: 4, quantize: Math.fround };

/** By name in the catalog, in the order in which devices use them. */
const PRODUCTS: Readonly<Record<string, readonly SimulatedChannel[]>> = {
  'VCP-PTH450-CAL': [
    { label: 'atmospheric_pressure', curve: atmosphericPressure, sensor: MS5611_PRESSURE },
    { label: 'temperature', curve: airTemperature, sensor: SHT31_TEMPERATURE },
    { label: 'relative_humidity', curve: relativeHumidity, sensor: SHT31_HUMIDITY },
  ],
  'VCP-RTD300-CAL': [{ label: 'temperature', curve: bathTemperature, sensor: PT100 }],
  'VCP-DXC100': [
    { label: 'co2', curve: indoorCo2, sensor: CO2 },
    { label: 'temperature', curve: caseTemperature, sensor: MS5611_TEMPERATURE },
    { label: 'atmospheric_pressure', curve: atmosphericPressure, sensor: MS5611_PRESSURE },
  ],
  'VCP-TMC100k': [
    { label: 'temperature', curve: furnaceTemperature, sensor: THERMOCOUPLE },
    { label: 'cold_junction_temperature', curve: coldJunctionTemperature, sensor: THERMOCOUPLE },
  ],
  'VCP-TRH450-CAL': [
    { label: 'temperature', curve: airTemperature, sensor: SHT31_TEMPERATURE },
    { label: 'relative_humidity', curve: relativeHumidity, sensor: SHT31_HUMIDITY },
  ],
  'VCP-BAR20-CAL': [
    { label: 'atmospheric_pressure', curve: atmosphericPressure, sensor: MS5611_PRESSURE },
    { label: 'temperature', curve: airTemperature, sensor: MS5611_TEMPERATURE },
  ],
};

/** As in the catalog. */
export const SIMULATED_PRODUCTS: readonly string[] = Object.keys(PRODUCTS);

/** The catalog's entry, and its real channels in order. */
export interface SimulatedProduct {
  entry: CatalogueEntry;
  channels: readonly SimulatedChannel[];
}

/** @throws MensuraError `usage` for a name that is not simulated. */
export function simulatedProduct(name: string): SimulatedProduct {
  const entry = findEntry(name);
  const channels = PRODUCTS[name];
  if (!entry || !channels) {
    throw new MensuraError(
      'usage',
      `Cannot simulate the product "${name}". Available: ${SIMULATED_PRODUCTS.join(', ')}.`,
    );
  }
  return { entry, channels };
}
