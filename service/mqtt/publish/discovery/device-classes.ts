/**
 * Home Assistant's names of our quantities. It refuses a sensor whose unit its device class does not allow, so a
 * class is only given for an allowed unit, and only one that has existed for years.
 *
 * Source: developers.home-assistant.io, "Sensor entity", table "Available device classes" (as of 2026). `pm4` is
 * omitted: it was added in autumn 2025, and earlier versions would refuse the sensor. CO2 in % has no class, nor has
 * irradiance in µW/cm², nor a length in µm.
 */
import type { QuantityName } from '../../../devices/quantities.ts';
import { QUANTITIES } from '../../../devices/quantities.ts';

interface DeviceClass {
  name: string;
  /** Our unit that the class allows, in Home Assistant's spelling. */
  unit: string;
}

const CELSIUS = { name: 'temperature', unit: '°C' } as const;

const HUMIDITY = { name: 'humidity', unit: '%' } as const;

const DEVICE_CLASSES: Readonly<Partial<Record<QuantityName, DeviceClass>>> = {
  temperature: CELSIUS,
  cold_junction_temperature: CELSIUS,
  internal_temperature: CELSIUS,
  dew_point: CELSIUS,
  internal_dew_point: CELSIUS,
  humidex: CELSIUS,
  heat_index: CELSIUS,
  relative_humidity: HUMIDITY,
  internal_relative_humidity: HUMIDITY,
  compensated_relative_humidity: HUMIDITY,
  atmospheric_pressure: { name: 'atmospheric_pressure', unit: 'kPa' },
  pressure: { name: 'pressure', unit: 'kPa' },
  differential_pressure: { name: 'pressure', unit: 'kPa' },
  co2: { name: 'carbon_dioxide', unit: 'ppm' },
  tvoc: { name: 'volatile_organic_compounds_parts', unit: 'ppb' },
  particle_mass_pm1_0: { name: 'pm1', unit: 'µg/m³' },
  particle_mass_pm2_5: { name: 'pm25', unit: 'µg/m³' },
  particle_mass_pm10: { name: 'pm10', unit: 'µg/m³' },
  illuminance: { name: 'illuminance', unit: 'lx' },
  voltage: { name: 'voltage', unit: 'V' },
  current: { name: 'current', unit: 'A' },
  power: { name: 'power', unit: 'W' },
  frequency: { name: 'frequency', unit: 'Hz' },
  air_speed: { name: 'speed', unit: 'm/s' },
  altitude: { name: 'distance', unit: 'mm' },
};

/**
 * Our units that Home Assistant spells differently. Our µ is the micro sign, U+00B5: until August 2025 `µg/m³` had
 * to be written with it; since then it is converted to the Greek letter, U+03BC (developers' blog, 2025-08-20,
 * "Standardize encoding of μ in units of measurement").
 */
const UNITS: Readonly<Record<string, string | undefined>> = { '%rh': '%', raw: undefined };

/** The unit in Home Assistant's spelling; undefined for a number without one. */
export function unitOf(unit: string): string | undefined {
  return Object.hasOwn(UNITS, unit) ? UNITS[unit] : unit;
}

/** The device class of a channel, by its name and unit; undefined if none fits. */
export function deviceClassOf(channel: string, unit: string): string | undefined {
  const quantity = quantityOf(channel);
  const known = quantity && DEVICE_CLASSES[quantity];
  return known && known.unit === unitOf(unit) ? known.name : undefined;
}

/** The quantity of a channel name; `_2` marks the second channel of its kind. */
function quantityOf(channel: string): QuantityName | undefined {
  const names = [channel, channel.replace(/_\d+$/, '')];
  return names.find((name): name is QuantityName => Object.hasOwn(QUANTITIES, name));
}
