/**
 * The sensor chips and their quantities (docs/hardware.md#chips). A column's title is the long name of its chip. Chips
 * that are not listed are raw channels, as are those whose quantity is `raw`.
 */
import type { QuantityName } from '../../devices/quantities.ts';
import { plainHeading } from './headings.ts';

export interface Chip {
  /** The ID in the USB protocol. */
  id: number;
  /** Its long name: the title of its column in the line protocol. */
  title: string;
  /** Quantity of its value in USB mode, in that quantity's unit; `raw` without a formula. */
  quantity: QuantityName;
  /** Chips for the same air at the same place: temperature and humidity of one pair give a dew point. */
  pair?: string;
}

export const CHIPS: readonly Chip[] = [
  { id: 0x00, title: 'MCP980x I2C Temperature sensor', quantity: 'temperature' },
  { id: 0x01, title: 'LM75 I2C Temperature sensor', quantity: 'temperature' },
  { id: 0x02, title: 'LM92 I2C Temperature sensor', quantity: 'raw' },
  { id: 0x03, title: 'Sensirion SHT1x/7x Temperature', quantity: 'temperature', pair: 'SHT1x/7x' },
  { id: 0x04, title: 'Sensirion SHT1x/7x Relative Humidity', quantity: 'relative_humidity', pair: 'SHT1x/7x' },
  { id: 0x05, title: 'TSL2561 Channel 0 (IR+Visible)', quantity: 'raw' },
  { id: 0x06, title: 'TSL2561 Channel 1 (IR only)', quantity: 'raw' },
  { id: 0x07, title: 'BS02 Temperature', quantity: 'temperature', pair: 'BS02' },
  { id: 0x08, title: 'BS02 Relative Humidity', quantity: 'relative_humidity', pair: 'BS02' },
  { id: 0x09, title: 'TSL2561 Channel 0 (IR+Visible) 16X gain', quantity: 'raw' },
  { id: 0x0a, title: 'TSL2561 Channel 1 (IR only) 16X gain', quantity: 'raw' },
  { id: 0x0b, title: 'TSL2568 Channel 0 (IR+Visible)', quantity: 'raw' },
  { id: 0x0c, title: 'TSL2568 Channel 0 (IR+Visible) 16X gain', quantity: 'raw' },
  { id: 0x0d, title: 'TSL2568 Channel 1 (IR only)', quantity: 'raw' },
  { id: 0x0e, title: 'TSL2568 Channel 1 (IR only) 16X gain', quantity: 'raw' },
  { id: 0x0f, title: 'SE95 I2C Temperature sensor', quantity: 'temperature' },
  { id: 0x10, title: 'D6F-V03A1', quantity: 'air_speed' },
  { id: 0x11, title: 'ADT7410 I2C Temperature sensor', quantity: 'temperature' },
  { id: 0x12, title: 'PT100 Temperature sensor', quantity: 'temperature' },
  { id: 0x13, title: 'MLX90614 Ambient temperature', quantity: 'temperature' },
  { id: 0x14, title: 'MLX90614 Object temperature', quantity: 'temperature' },
  { id: 0x15, title: 'MS5611 Pressure', quantity: 'atmospheric_pressure' },
  { id: 0x16, title: 'MS5611 Temperature', quantity: 'temperature' },
  { id: 0x17, title: 'CC2 Relative Humidity', quantity: 'relative_humidity', pair: 'CC2' },
  { id: 0x18, title: 'CC2 Temperature', quantity: 'temperature', pair: 'CC2' },
  { id: 0x19, title: 'SHT31 Relative Humidity', quantity: 'relative_humidity', pair: 'SHT31' },
  { id: 0x1a, title: 'SHT35 Relative Humidity', quantity: 'relative_humidity', pair: 'SHT35' },
  { id: 0x1b, title: 'SHT35 Temperature', quantity: 'temperature', pair: 'SHT35' },
  { id: 0x1c, title: 'Thermocouple hot junction temperature', quantity: 'temperature' },
  { id: 0x1d, title: 'Thermocouple cold junction temperature', quantity: 'cold_junction_temperature' },
  { id: 0x20, title: 'SHT31 Temperature', quantity: 'temperature', pair: 'SHT31' },
  { id: 0x21, title: 'Type-K Thermocouple', quantity: 'temperature' },
  { id: 0x22, title: 'Type-J Thermocouple', quantity: 'temperature' },
  { id: 0x23, title: 'Type-N Thermocouple', quantity: 'temperature' },
  { id: 0x24, title: 'Type-E Thermocouple', quantity: 'temperature' },
  { id: 0x25, title: 'Type-T Thermocouple', quantity: 'temperature' },
  { id: 0x26, title: 'Type-B Thermocouple', quantity: 'temperature' },
  { id: 0x27, title: 'Type-S Thermocouple', quantity: 'temperature' },
  { id: 0x28, title: 'Type-R Thermocouple', quantity: 'temperature' },
  { id: 0x2a, title: 'VEML6075 UVA', quantity: 'uv_a' },
  { id: 0x2b, title: 'VEML6075 UVB', quantity: 'uv_b' },
  { id: 0x2c, title: 'VEML6075 UVCOMP1', quantity: 'raw' },
  { id: 0x2d, title: 'VEML6075 UVCOMP2', quantity: 'raw' },
  { id: 0x2e, title: 'VEML6030 ALS', quantity: 'illuminance' },
  { id: 0x2f, title: 'VEML6030 WHITE', quantity: 'raw' },
  { id: 0x30, title: 'Bus voltage', quantity: 'voltage' },
  { id: 0x31, title: 'Shunt voltage', quantity: 'voltage' },
  { id: 0x32, title: 'Power', quantity: 'power' },
  { id: 0x33, title: 'Current', quantity: 'current' },
  { id: 0x34, title: '3-Wire PT100 Temperature sensor', quantity: 'temperature' },
  { id: 0x35, title: '2-Wire PT100 Temperature sensor', quantity: 'temperature' },
  { id: 0x36, title: '3-Wire PT1000 Temperature sensor', quantity: 'temperature' },
  { id: 0x37, title: 'Thermocouple cold junction temperature', quantity: 'cold_junction_temperature' },
  { id: 0x38, title: 'Type-K Thermocouple', quantity: 'temperature' },
  { id: 0x39, title: 'Type-J Thermocouple', quantity: 'temperature' },
  { id: 0x3a, title: 'Type-N Thermocouple', quantity: 'temperature' },
  { id: 0x3b, title: 'Type-E Thermocouple', quantity: 'temperature' },
  { id: 0x3c, title: 'Type-T Thermocouple', quantity: 'temperature' },
  { id: 0x3d, title: 'Type-B Thermocouple', quantity: 'temperature' },
  { id: 0x3e, title: 'Type-S Thermocouple', quantity: 'temperature' },
  { id: 0x3f, title: 'Type-R Thermocouple', quantity: 'temperature' },
  { id: 0x40, title: 'CO2 GAS PPM', quantity: 'co2' },
  { id: 0x41, title: 'CCS811 TVOC PPB', quantity: 'tvoc' },
  { id: 0x42, title: 'CCS811 eCO2 PPM', quantity: 'co2' },
  { id: 0x43, title: 'Red light intensity', quantity: 'raw' },
  { id: 0x44, title: 'Green light intensity', quantity: 'raw' },
  { id: 0x45, title: 'Blue light intensity', quantity: 'raw' },
  { id: 0x46, title: 'IR light intensity', quantity: 'raw' },
  { id: 0x47, title: 'SCD30 CO2 GAS PPM', quantity: 'co2' },
  // The SCD30 measures inside its warm case, so it has no dew point (docs/hardware.md#virtual-channels).
  { id: 0x48, title: 'SCD30 Temperature', quantity: 'temperature' },
  { id: 0x49, title: 'SCD30 Relative Humidity', quantity: 'relative_humidity' },
  { id: 0x50, title: 'Mass Concentration PM1.0', quantity: 'particle_mass_pm1_0' },
  { id: 0x51, title: 'Mass Concentration PM2.5', quantity: 'particle_mass_pm2_5' },
  { id: 0x52, title: 'Mass Concentration PM4.0', quantity: 'particle_mass_pm4_0' },
  { id: 0x53, title: 'Mass Concentration PM10', quantity: 'particle_mass_pm10' },
  { id: 0x54, title: 'Number Concentration PM0.5', quantity: 'particle_count_pm0_5' },
  { id: 0x55, title: 'Number Concentration PM1.0', quantity: 'particle_count_pm1_0' },
  { id: 0x56, title: 'Number Concentration PM2.5', quantity: 'particle_count_pm2_5' },
  { id: 0x57, title: 'Number Concentration PM4.0', quantity: 'particle_count_pm4_0' },
  { id: 0x58, title: 'Number Concentration PM10', quantity: 'particle_count_pm10' },
  { id: 0x59, title: 'Typical Particle Size', quantity: 'particle_size' },
  { id: 0x5a, title: 'CO2 GAS PPM (filtered)', quantity: 'co2_filtered' },
  { id: 0x5b, title: 'CO2 GAS PPM (instant)', quantity: 'co2_instant' },
  { id: 0x80, title: 'Microcontroller ADC channel 0', quantity: 'raw' },
  { id: 0x81, title: 'Microcontroller ADC channel 1', quantity: 'raw' },
  { id: 0x82, title: 'Microcontroller ADC channel 2', quantity: 'raw' },
  { id: 0x83, title: 'Microcontroller ADC channel 3', quantity: 'raw' },
  { id: 0x84, title: 'Microcontroller ADC channel 4', quantity: 'raw' },
  { id: 0x85, title: 'Microcontroller ADC channel 5', quantity: 'raw' },
  { id: 0x8a, title: 'Accelerometer X', quantity: 'raw' },
  { id: 0x8b, title: 'Accelerometer Y', quantity: 'raw' },
  { id: 0x8c, title: 'Accelerometer Z', quantity: 'raw' },
  { id: 0x90, title: 'MPX4115 Absolute air pressure sensor', quantity: 'pressure' },
  { id: 0x91, title: 'Ratiometric volts from ADC', quantity: 'voltage' },
  { id: 0x92, title: 'Inverted ratiometric volts from ADC', quantity: 'voltage' },
  { id: 0x93, title: 'MP3H6115A Absolute air pressure sensor', quantity: 'pressure' },
  { id: 0x94, title: 'MPXV7002 Differential air pressure sensor', quantity: 'differential_pressure' },
  { id: 0x95, title: 'MLH150-A Pressure sensor', quantity: 'pressure' },
  { id: 0xa0, title: 'Tachometer', quantity: 'frequency' },
  { id: 0xb0, title: 'Internal Temperature', quantity: 'internal_temperature' },
  { id: 0xb1, title: 'Internal Relative Humidity', quantity: 'internal_relative_humidity' },
  { id: 0xb2, title: 'External Temperature', quantity: 'temperature', pair: 'SHT31 external' },
  { id: 0xb3, title: 'External Relative Humidity', quantity: 'relative_humidity', pair: 'SHT31 external' },
  { id: 0xfe, title: 'Math', quantity: 'raw' },
  { id: 0xff, title: 'Unused/unconfigured', quantity: 'raw' },
];

const BY_TITLE = Map.groupBy(CHIPS, ({ title }) => plainHeading(title));

/** The chips with a column title, in any spelling: some titles belong to a chip of two generations. */
export function chipsTitled(title: string): readonly Chip[] {
  return BY_TITLE.get(plainHeading(title)) ?? [];
}

const BY_ID = new Map(CHIPS.map((chip) => [chip.id, chip]));

/** The chip with an ID of the USB protocol; undefined if it is unknown. */
export function chipWithId(id: number): Chip | undefined {
  return BY_ID.get(id);
}

/** Whether a channel with this chip ID is unused, and not shown. */
export function isUnused(id: number): boolean {
  return id === 0xff;
}

/** The long name of a chip ID; `Unknown chip 0x7B` if it is unknown. */
export function titleOfChip(id: number): string {
  return chipWithId(id)?.title ?? `Unknown chip 0x${id.toString(16).toUpperCase().padStart(2, '0')}`;
}
