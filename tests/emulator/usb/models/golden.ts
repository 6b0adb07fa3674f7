/**
 * Fixed raw values of the virtual instruments, and their magnitudes by the maker's formulas, computed by hand
 * (docs/hardware.md#conversion-formulas).
 */
import type { VirtualProduct } from '../control.ts';

/** One channel of an instrument. */
export interface GoldenChannel {
  chip: number;
  /** The data bytes of the answer to GET_RAW, as hexadecimal digits. */
  raw: string;
  /** The name of the channel where the product is known, as the contract prints it. */
  label: string | null;
  /** The magnitude in `unit`; null where no document has a formula. */
  magnitude: number | null;
  /** As the contract prints it. */
  unit: string | null;
  /** How far a reading may be away from the magnitude: the precision of the raw value, or of the check value. */
  within: number;
}

export interface Golden {
  /** The product string; it begins with VCP- where the instrument can also be a serial port. */
  product: string;
  /** 0504 and 0505 are known (3.1); the others are our own choice from the maker's range. */
  productId: number;
  /** bcdDevice. 2.4 was seen on RTD300; the others are our own choice. */
  bcdDevice: number;
  firmware: { major: number; minor: number };
  channels: readonly GoldenChannel[];
  /** The data bytes of the answers to GET_CALIBRATION, by block. */
  calibration: readonly string[];
  /** What the same instrument prints in its lines in VCP mode, in the units of the line; null where it has no such mode. */
  lines: readonly string[] | null;
}

/**
 * C1 to C6 of the vector in the data sheet of MS5611, each with its low byte first:
 * 40127 = 9CBF, 36924 = 903C, 23317 = 5B15 | 23282 = 5AF2, 33464 = 82B8, 28165 = 6E05.
 */
const MS5611_CALIBRATION = ['bf9c3c90155b', 'f25ab882056e'];

/**
 * D1 = 9085466 = 8AA21A and D2 = 8569150 = 82C13E of the same vector, low byte first. The data sheet comes to 20.07 °C and
 * 100009 Pa in whole numbers. In full: dT = 8569150 - 33464 * 256 = 2366; TEMP = 2000 + 2366 * 28165 / 2^23 = 2007.944;
 * OFF = 36924 * 2^16 + 23282 * 2366 / 2^7 = 2420281617.219; SENS = 40127 * 2^15 + 23317 * 2366 / 2^8 = 1315097036.086;
 * P = (9085466 * SENS / 2^21 - OFF) / 2^15 = 100009.07 Pa.
 */
const DATA_SHEET_PRESSURE: GoldenChannel = {
  chip: 0x15,
  raw: '1aa28a3ec182',
  label: 'atmospheric_pressure',
  magnitude: 100.009,
  unit: 'kPa',
  within: 0.002,
};

const PTH450: Golden = {
  product: 'VCP-PTH450-CAL',
  productId: 0x0505,
  bcdDevice: 0x0312,
  firmware: { major: 3, minor: 12 },
  channels: [
    DATA_SHEET_PRESSURE,
    // 6666 = 26214 = 0.4 * 65535; -45 + 175 * 0.4 = 25.
    { chip: 0x20, raw: '6666', label: 'temperature', magnitude: 25, unit: '°C', within: 0.001 },
    // 8000 = 32768; 100 * 32768 / 65535 = 50.0008.
    { chip: 0x19, raw: '8000', label: 'relative_humidity', magnitude: 50.0008, unit: '%rh', within: 0.001 },
  ],
  calibration: MS5611_CALIBRATION,
  lines: ['100009', '25.0000', '50.0008'],
};

/** Every product, by its short name. */
export const GOLDENS: Readonly<Record<VirtualProduct, Golden>> = {
  pth450: PTH450,
  'pth450-vcp': PTH450,
  rtd300: {
    product: 'VCP-RTD300-CAL',
    productId: 0x0504,
    bcdDevice: 0x0204,
    firmware: { major: 2, minor: 4 },
    channels: [
      // Code 400000 = 2^22; reference 06E1 = 1761 ohm and a trim of E000 = -8192, -8192 / 8192 = -1: 1760 ohm; gain
      // 2^3 = 8 from the high half of 36. 1760 * 2^22 / (2^23 * 8) = 110 ohm: 25.68649 °C by the table of Callendar.
      { chip: 0x34, raw: '40000006e136e000', label: 'temperature', magnitude: 25.68649, unit: '°C', within: 0.00001 },
    ],
    calibration: [],
    lines: ['25.6865'],
  },
  tmc100: {
    product: 'VCP-TMC100k',
    productId: 0x05f1,
    bcdDevice: 0x0100,
    firmware: { major: 1, minor: 0 },
    channels: [
      // FF38 = -200 with its sign; -200 * 0.0625 = -12.5.
      { chip: 0x21, raw: 'ff38', label: 'temperature', magnitude: -12.5, unit: '°C', within: 1e-9 },
      // 0178 = 376; 376 * 0.0625 = 23.5.
      { chip: 0x1d, raw: '0178', label: 'cold_junction_temperature', magnitude: 23.5, unit: '°C', within: 1e-9 },
    ],
    calibration: [],
    lines: ['-12.5000', '23.5000'],
  },
  bar20: {
    product: 'VCP-BAR20-CAL',
    productId: 0x05f2,
    bcdDevice: 0x0110,
    firmware: { major: 1, minor: 10 },
    channels: [
      // A cold day, with the compensation of the second order. D1 = 800000 = 2^23, D2 = 7AB800 = 8042496, low byte
      // first. dT = 8042496 - 8566784 = -2^19; TEMP = 2000 - 28165 / 16 = 239.6875;
      // OFF = 36924 * 2^16 - 23282 * 2^12 = 2324488192; SENS = 40127 * 2^15 - 23317 * 2^11 = 1267128320.
      // Below 20 °C: T2 = 2^38 / 2^31 = 128; TEMP - 2000 = -1760.3125, its square 3098700.0977:
      // OFF2 = 5 / 2 of it = 7746750.244; SENS2 = 5 / 4 of it = 3873375.122.
      // TEMP = 111.6875; P = (4 * (SENS - SENS2) - (OFF - OFF2)) / 2^15 = 2736278337.756 / 32768 = 83504.588 Pa.
      {
        chip: 0x15,
        raw: '00008000b87a',
        label: 'atmospheric_pressure',
        magnitude: 83.504588,
        unit: 'kPa',
        within: 0.00001,
      },
      { chip: 0x16, raw: '00b87a', label: 'temperature', magnitude: 1.116875, unit: '°C', within: 0.00001 },
    ],
    calibration: MS5611_CALIBRATION,
    lines: ['83505', '1.1169'],
  },
  dxc200: {
    product: 'USB-DXC200',
    productId: 0x05f3,
    bcdDevice: 0x0205,
    firmware: { major: 2, minor: 5 },
    channels: [
      // Status 1, value 019C = 412, multiplier 000A = 10: 4120 / 10000.
      { chip: 0x5a, raw: '01019c000a', label: 'co2_filtered', magnitude: 0.412, unit: '%', within: 1e-9 },
      // Status 1, value 0195 = 405, multiplier 000A = 10: 4050 / 10000.
      { chip: 0x5b, raw: '010195000a', label: 'co2_instant', magnitude: 0.405, unit: '%', within: 1e-9 },
    ],
    calibration: [],
    lines: null,
  },
  'unknown-chip': {
    product: 'USB-NEW900',
    productId: 0x05f4,
    bcdDevice: 0x0100,
    firmware: { major: 1, minor: 0 },
    channels: [
      // 3333 = 13107 = 0.2 * 65535; -45 + 175 * 0.2 = -10.
      { chip: 0x20, raw: '3333', label: null, magnitude: -10, unit: '°C', within: 0.001 },
      // In no list: nobody knows what its bytes mean.
      { chip: 0xc7, raw: '0102', label: null, magnitude: null, unit: null, within: 0 },
      // Unconfigured: to be hidden.
      { chip: 0xff, raw: '0000', label: null, magnitude: null, unit: null, within: 0 },
    ],
    calibration: [],
    lines: null,
  },
};
