/** Thermocouple devices: the TMC100, which sends temperatures, and the TMC200, which sends voltages. */

import { hexOf, noValue, readUint24BE, signed, toDataView } from '../bytes.ts';
import { type ChipConversion, type FormulaOrigin, isWithin, type Range } from '../conversion.ts';
import { conversion, finite } from '../define.ts';
import { gainOf, REFERENCE_VOLTS } from '../electrical.ts';
import { SATURATED, tmc200ColdJunction } from '../resistance.ts';
import { TYPE_E, TYPE_J, TYPE_K, TYPE_N, TYPE_T } from './base-metals.ts';
import { TYPE_B, TYPE_R, TYPE_S } from './noble-metals.ts';
import type { ThermocoupleTable } from './table.ts';
import { celsiusOf, coldMillivolts, lowestCold } from './table.ts';

/** The minimum length of a reading; further bytes are ignored (docs/hardware.md#conversion-formulas). */
const LEAST_BYTES = 15;

/** Status bits of a disconnected probe. */
const DISCONNECTED = 0x3c;

/** The TMC100 computes the temperature itself. It may send one outside the thermocouple's range. */
function tmc100(thermocouple: string, { low, high }: Range): ChipConversion {
  const range = { low, high };
  return conversion({
    bytes: 2,
    range,
    read: (view) => {
      const celsius = view.getInt16(0) * 0.0625;
      return isWithin(celsius, range) ? celsius : noValue(`out of range for ${thermocouple}, ${low} to ${high} °C`);
    },
  });
}

/** The TMC200: cold junction, voltage and status in one reading. */
function tmc200(type: string, table: ThermocoupleTable, origin: FormulaOrigin): ChipConversion {
  const outOfRange = noValue(`out of range for type ${type}, ${table.uniqueFrom} to ${table.high} °C`);
  const tooCold = noValue(`cold junction below ${lowestCold(table)} °C, the limit of type ${type}`);
  return {
    origin,
    range: { low: table.uniqueFrom, high: table.high },
    convert: (raw) => {
      if (raw.length < LEAST_BYTES) {
        return noValue(`sensor sent ${raw.length} instead of at least ${LEAST_BYTES} bytes: ${hexOf(raw)}`);
      }
      const view = toDataView(raw);
      if ((view.getUint8(14) & DISCONNECTED) !== 0) return noValue('probe disconnected');
      const cold = tmc200ColdJunction(view);
      if (typeof cold !== 'number') return cold;
      const code = signed(readUint24BE(view, 10), 24);
      if (code === 0x7fffff || code === -0x800000) return SATURATED;
      const own = coldMillivolts(table, cold);
      if (Number.isNaN(own)) return tooCold;
      const volts = (code * ((2 * REFERENCE_VOLTS) / gainOf(view.getUint8(13)))) / 2 ** 24;
      const celsius = celsiusOf(table, volts * 1000 + own);
      return Number.isNaN(celsius) ? outOfRange : finite(celsius);
    },
  };
}

/** A TMC100 junction of unknown type: the lowest and the highest limit of all types. */
const ANY_TYPE = tmc100('thermocouples', { low: TYPE_K.low, high: TYPE_B.high });

export const THERMOCOUPLES: readonly (readonly [number, ChipConversion])[] = [
  [0x1c, ANY_TYPE],
  [0x1d, ANY_TYPE],
  [0x21, tmc100('type K', TYPE_K)],
  [0x22, tmc100('type J', TYPE_J)],
  [0x23, tmc100('type N', TYPE_N)],
  [0x24, tmc100('type E', TYPE_E)],
  [0x25, tmc100('type T', TYPE_T)],
  [0x26, tmc100('type B', TYPE_B)],
  [0x27, tmc100('type S', TYPE_S)],
  [0x28, tmc100('type R', TYPE_R)],
  [0x38, tmc200('K', TYPE_K, 'maker')],
  [0x39, tmc200('J', TYPE_J, 'standard')],
  [0x3a, tmc200('N', TYPE_N, 'standard')],
  [0x3b, tmc200('E', TYPE_E, 'standard')],
  [0x3c, tmc200('T', TYPE_T, 'standard')],
  [0x3d, tmc200('B', TYPE_B, 'standard')],
  [0x3e, tmc200('S', TYPE_S, 'standard')],
  [0x3f, tmc200('R', TYPE_R, 'standard')],
];
