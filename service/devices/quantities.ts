/**
 * For each channel name its type, its label and its one unit (docs/channels.md shows this table). Names are snake_case
 * of the quantity, types PascalCase. The unit of a name never changes.
 */
import type { ChannelDefinition } from '../contract/index.ts';

/** Every channel name that Mensura uses, without the `_2` of a second channel of the same quantity. */
export const QUANTITIES = {
  temperature: { type: 'Temperature', description: 'Temperature', unit: '°C' },
  cold_junction_temperature: { type: 'Temperature', description: 'Cold junction temperature', unit: '°C' },
  internal_temperature: { type: 'Temperature', description: 'Temperature inside the case', unit: '°C' },
  relative_humidity: { type: 'RelativeHumidity', description: 'Relative humidity', unit: '%rh' },
  internal_relative_humidity: {
    type: 'RelativeHumidity',
    description: 'Relative humidity inside the case',
    unit: '%rh',
  },
  compensated_relative_humidity: {
    type: 'RelativeHumidity',
    description: 'Relative humidity, temperature compensated',
    unit: '%rh',
  },
  atmospheric_pressure: { type: 'AtmosphericPressure', description: 'Atmospheric pressure', unit: 'kPa' },
  pressure: { type: 'Pressure', description: 'Pressure', unit: 'kPa' },
  differential_pressure: { type: 'DifferentialPressure', description: 'Differential pressure', unit: 'kPa' },
  co2: { type: 'Co2', description: 'CO2 concentration', unit: 'ppm' },
  co2_filtered: { type: 'Co2', description: 'CO2 (filtered)', unit: '%' },
  co2_instant: { type: 'Co2', description: 'CO2 (instant)', unit: '%' },
  tvoc: { type: 'Tvoc', description: 'Volatile organic compounds', unit: 'ppb' },
  particle_mass_pm1_0: { type: 'ParticleMass', description: 'Particle mass concentration PM1.0', unit: 'µg/m³' },
  particle_mass_pm2_5: { type: 'ParticleMass', description: 'Particle mass concentration PM2.5', unit: 'µg/m³' },
  particle_mass_pm4_0: { type: 'ParticleMass', description: 'Particle mass concentration PM4.0', unit: 'µg/m³' },
  particle_mass_pm10: { type: 'ParticleMass', description: 'Particle mass concentration PM10', unit: 'µg/m³' },
  particle_count_pm0_5: { type: 'ParticleCount', description: 'Particle count concentration PM0.5', unit: '#/cm³' },
  particle_count_pm1_0: { type: 'ParticleCount', description: 'Particle count concentration PM1.0', unit: '#/cm³' },
  particle_count_pm2_5: { type: 'ParticleCount', description: 'Particle count concentration PM2.5', unit: '#/cm³' },
  particle_count_pm4_0: { type: 'ParticleCount', description: 'Particle count concentration PM4.0', unit: '#/cm³' },
  particle_count_pm10: { type: 'ParticleCount', description: 'Particle count concentration PM10', unit: '#/cm³' },
  particle_size: { type: 'ParticleSize', description: 'Typical particle size', unit: 'µm' },
  illuminance: { type: 'Illuminance', description: 'Illuminance', unit: 'lx' },
  uv_a: { type: 'UvA', description: 'UV-A irradiance', unit: 'µW/cm²' },
  uv_b: { type: 'UvB', description: 'UV-B irradiance', unit: 'µW/cm²' },
  voltage: { type: 'Voltage', description: 'Voltage', unit: 'V' },
  current: { type: 'Current', description: 'Electric current', unit: 'A' },
  power: { type: 'Power', description: 'Power', unit: 'W' },
  frequency: { type: 'Frequency', description: 'Frequency', unit: 'Hz' },
  air_speed: { type: 'AirSpeed', description: 'Air speed', unit: 'm/s' },
  dew_point: { type: 'DewPoint', description: 'Dew point', unit: '°C' },
  internal_dew_point: { type: 'DewPoint', description: 'Dew point inside the case', unit: '°C' },
  humidex: { type: 'Humidex', description: 'Humidex', unit: '°C' },
  heat_index: { type: 'HeatIndex', description: 'Heat index', unit: '°C' },
  altitude: { type: 'Altitude', description: 'Altitude', unit: 'mm' },
  raw: { type: 'Raw', description: 'Raw value', unit: 'raw' },
} as const satisfies Record<string, Pick<ChannelDefinition, 'type' | 'description' | 'unit'>>;

export type QuantityName = keyof typeof QUANTITIES;

/** @param label the name if it differs from the quantity's: `temperature_2` for a second channel, `raw_1` */
export function channelOf(name: QuantityName, virtual = false, label: string = name): ChannelDefinition {
  return { ...QUANTITIES[name], details: { virtual }, label };
}
