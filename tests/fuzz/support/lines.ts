/**
 * A second, independent reading of a VCP line, written from docs/hardware.md#vcp-lines and
 * docs/hardware.md#vcp-checksum.
 */
import { crc16 } from '../../emulator/crc.ts';
import { must } from '../engine/target.ts';

/** A valid data line. */
export interface DataLine {
  product: string;
  serial: string;
  /** Value and unit by turns, as they stand there. */
  fields: [value: string, unit: string][];
}

const FRAME = /^([^*]+)\*([0-9A-Fa-f]{4})\s*$/;
const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Into which units a value is converted on its way, by the unit on the line; else it stays as it is. */
const CONVERSIONS: Readonly<Record<string, (value: number) => number>> = {
  F: (value) => (value - 32) / 1.8,
  K: (value) => value - 273.15,
  Pa: (value) => value * 1e-3,
  hPa: (value) => value * 0.1,
  bar: (value) => value * 100,
  psi: (value) => value * 6.89476,
  inHg: (value) => value * 3.386389,
  ppb: (value) => value * 1e-3,
  mV: (value) => value * 1e-3,
  mA: (value) => value * 1e-3,
  mW: (value) => value * 1e-3,
  kW: (value) => value * 1e3,
  kHz: (value) => value * 1e3,
};

/** The same by further spellings: in lower case, without blanks, carets and degree signs. */
const SPELLINGS: Readonly<Record<string, (value: number) => number>> = {
  ...Object.fromEntries(Object.entries(CONVERSIONS).map(([unit, convert]) => [unit.toLowerCase(), convert])),
  ...Object.fromEntries(['degf', 'fahrenheit'].map((unit) => [unit, (value) => (value - 32) / 1.8])),
  ...Object.fromEntries(['degk', 'kelvin'].map((unit) => [unit, (value) => value - 273.15])),
  ...Object.fromEntries(['%', 'percent'].map((unit) => [unit, (value) => value * 1e4])),
  ...Object.fromEntries(['ppm', 'umol/mol'].map((unit) => [unit, (value) => value * 1e3])),
  mbar: (value) => value * 0.1,
  'nmol/mol': (value) => value * 1e-3,
};

function convertedFrom(value: number, unit: string): number | undefined {
  const spelling = unit.toLowerCase().replaceAll(/[\s^°]/g, '');
  return Object.hasOwn(SPELLINGS, spelling) ? SPELLINGS[spelling]?.(value) : undefined;
}

/** What stands on lines as a unit. */
export const UNITS = [...Object.keys(CONVERSIONS), 'C', '%', 'kPa', 'ppm', 'V'];

/** @returns undefined for anything but a valid data line */
export function dataLine(bytes: Uint8Array): DataLine | undefined {
  const text = Buffer.from(bytes).toString('latin1');
  const [, body, check] = FRAME.exec(text) ?? [];
  if (body === undefined || check === undefined) return undefined;
  if (crc16(Buffer.from(body, 'latin1')) !== Number.parseInt(check, 16)) return undefined;
  if (bytes.subarray(0, body.length).some((byte) => byte < 0x20 || byte > 0x7e)) return undefined;
  const [type, product = '', serial = '', , ...rest] = body.split(',').map((field) => field.trim());
  if (type !== 'D' && !body.startsWith('D,')) return undefined;
  const fields: [string, string][] = [];
  for (let at = 0; at + 1 < rest.length; at += 2) fields.push([rest[at] ?? '', rest[at + 1] ?? '']);
  while (fields.at(-1)?.every((field) => field === '')) fields.pop();
  return { product, serial, fields };
}

/** The lines of a text: what stands between line ends. */
export function linesIn(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  let from = 0;
  for (let end = bytes.indexOf(0x0a); end !== -1; end = bytes.indexOf(0x0a, from)) {
    lines.push(bytes.subarray(from, end));
    from = end + 1;
  }
  return lines;
}

/** Gives what stands before each asterisk of a text the check sum that fits, so that what is behind it is tried too. */
export function repaired(bytes: Uint8Array): Uint8Array {
  const result = Buffer.from(bytes);
  for (let star = result.indexOf('*'); star !== -1; star = result.indexOf('*', star + 1)) {
    const begin = Math.max(result.lastIndexOf('D,', star), result.lastIndexOf('I,', star));
    if (begin < 0 || star + 5 > result.length) continue;
    result.write(crc16(result.subarray(begin, star)).toString(16).padStart(4, '0'), star + 1, 'latin1');
  }
  return result;
}

/** Values that every sensor of a unit can have. Others may be beyond its range, and are shown as none then. */
const ORDINARY: Readonly<Record<string, readonly [low: number, high: number]>> = { C: [0, 50], '%': [0, 5] };

function isOrdinary(value: number, unit: string): boolean {
  const [low, high] = (Object.hasOwn(ORDINARY, unit) ? ORDINARY[unit] : undefined) ?? [1, 0];
  return value >= low && value <= high;
}

/**
 * Looks whether samples can be those of a line: a number where it has one, and none where it has none.
 * @throws Violation
 */
export function mustComeOf(
  line: DataLine | undefined,
  samples: readonly { channel: string; magnitude: number | null }[],
): void {
  must(line !== undefined, `values without a valid line: ${JSON.stringify(samples).slice(0, 200)}`);
  must(samples.length === line.fields.length, `${samples.length} values of a line with ${line.fields.length}`);
  for (const [index, { channel, magnitude }] of samples.entries()) {
    const [text = '', unit = ''] = line.fields[index] ?? [];
    const number = DECIMAL.test(text) ? Number(text) : Number.NaN;
    if (magnitude === null) {
      must(!isOrdinary(number, unit), `no value at ${channel}, where the line says ${JSON.stringify(text)}`);
      continue;
    }
    must(Number.isFinite(magnitude), `${magnitude} as a value at ${channel}`);
    const said = Math.min(Math.abs(number), Number.MAX_VALUE);
    const bound = 1e-9 * Math.abs(magnitude) + 1e-12 * said + Number.MIN_VALUE;
    const fits = [number, convertedFrom(number, unit)].some(
      (value) => value !== undefined && Math.abs(magnitude - value) <= bound,
    );
    must(fits, `${magnitude} at ${channel}, where the line says ${JSON.stringify(text)} ${unit}`);
  }
}
