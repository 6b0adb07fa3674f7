/** Virtual channels, computed by the manufacturer's formulas (docs/hardware.md#virtual-channels). */

import { type ChannelDefinition, type Product, SEA_LEVEL_PRESSURE_PA } from '../contract/index.ts';
import { channelOf, type QuantityName } from './quantities.ts';

/**
 * Dew point in °C from temperature in °C and relative humidity in % (Magnus form, constants 17.62 and 243.12 °C).
 * NaN or infinite for a humidity of 0 or less.
 */
export function dewPoint(temperature: number, humidity: number): number {
  const h = (Math.log10(humidity) - 2) / 0.4343 + (17.62 * temperature) / (243.12 + temperature);
  return (243.12 * h) / (17.62 - h);
}

/**
 * Humidex in °C from temperature in °C and relative humidity in % (Environment Canada's formula). Outside its range
 * (dew point below 0 °C or temperature below 20 °C) it is the temperature itself.
 */
export function humidex(temperature: number, humidity: number): number {
  const dew = dewPoint(temperature, humidity);
  if (Number.isNaN(dew)) return Number.NaN;
  if (dew < 0 || temperature < 20) return temperature;
  const vapourPressure = 6.11 * Math.exp(5417.753 * (1 / 273.16 - 1 / (dew + 273.15)));
  return temperature + (5 / 9) * (vapourPressure - 10);
}

/**
 * Heat index in °C from temperature in °C and relative humidity in % (Rothfusz regression, defined in °F). Below 80 °F
 * or 40 % it is the temperature itself.
 */
export function heatIndex(temperature: number, humidity: number): number {
  const t = (temperature * 9) / 5 + 32;
  const r = humidity;
  if (t < 80 || r < 40) return temperature;
  const fahrenheit =
    -42.379 +
    2.04901523 * t +
    10.14333127 * r -
    0.22475541 * t * r -
    6.83783e-3 * t * t -
    5.481717e-2 * r * r +
    1.22874e-3 * t * t * r +
    8.5282e-4 * t * r * r -
    1.99e-6 * t * t * r * r;
  return ((fahrenheit - 32) * 5) / 9;
}

/**
 * Altitude in meters above the level where the pressure is `seaLevel`, from pressures in pascals (barometric formula of
 * the International Standard Atmosphere, troposphere).
 */
export function altitude(pressure: number, seaLevel: number = SEA_LEVEL_PRESSURE_PA.default): number {
  const lapseRate = -0.0065;
  const baseTemperature = 288.15;
  const exponent = (9.80665 * 0.0289644) / (8.31432 * lapseRate);
  return (baseTemperature / (pressure / seaLevel) ** (1 / exponent) - baseTemperature) / lapseRate;
}

interface VirtualChannel {
  /** Names of the required real channels, in the order of `compute`'s parameters. */
  inputs: readonly string[];
  /** From the inputs' magnitudes in the contract's units to the channel's own. */
  compute: (...magnitudes: number[]) => number;
  /** Whether the pressure at sea level, in pascals, follows the inputs. */
  usesSeaLevelPressure?: boolean;
}

const OF_CLIMATE = ['temperature', 'relative_humidity'] as const;

/** By channel name, in the order in which a device lists them. Pressure is in kPa, altitude in mm. */
export const VIRTUAL_CHANNELS: Readonly<Record<string, VirtualChannel>> = {
  dew_point: { inputs: OF_CLIMATE, compute: dewPoint },
  humidex: { inputs: OF_CLIMATE, compute: humidex },
  heat_index: { inputs: OF_CLIMATE, compute: heatIndex },
  altitude: {
    inputs: ['atmospheric_pressure'],
    compute: (p = Number.NaN, seaLevel) => altitude(p * 1000, seaLevel) * 1000,
    usesSeaLevelPressure: true,
  },
  internal_dew_point: { inputs: ['internal_temperature', 'internal_relative_humidity'], compute: dewPoint },
};

/** Whether this virtual channel is known and all its inputs are in `channels`. */
export function canCompute(label: string, channels: ReadonlySet<string>): boolean {
  return (
    Object.hasOwn(VIRTUAL_CHANNELS, label) &&
    VIRTUAL_CHANNELS[label]?.inputs.every((input) => channels.has(input)) === true
  );
}

/** The virtual channels that real ones allow. */
export function virtualChannelsOf(channels: readonly ChannelDefinition[]): ChannelDefinition[] {
  const names = new Set(channels.map(({ label }) => label));
  const computed = Object.keys(VIRTUAL_CHANNELS).filter((label) => canCompute(label, names));
  return computed.map((label) => channelOf(label as QuantityName, true));
}

/** The virtual channels of a product that `canCompute` accepts. */
export function computedChannels(product: Product): string[] {
  const names = new Set(Object.keys(product.channels));
  return Object.values(product.channels)
    .filter(({ details, label }) => details.virtual && canCompute(label, names))
    .map(({ label }) => label);
}
