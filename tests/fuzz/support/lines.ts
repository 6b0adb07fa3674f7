/**
 * What a line of the serial protocol is, said once more by hand from hardware facts, 1.2 and 1.3: a judge that shares
 * nothing with what it judges.
 */
import { crc16 } from '../../instruments/crc.ts';
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

/** What one unit may become on its way: pascals are shown in larger ones. */
const SCALES = [1, 1e-3, 1e-2, 1e-5];

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
    const [text = ''] = line.fields[index] ?? [];
    const number = DECIMAL.test(text) ? Number(text) : Number.NaN;
    if (magnitude === null) {
      must(!Number.isFinite(number), `no value at ${channel}, where the line says ${JSON.stringify(text)}`);
      continue;
    }
    must(Number.isFinite(magnitude), `${magnitude} as a value at ${channel}`);
    const fits = SCALES.some(
      (scale) => Math.abs(magnitude - number * scale) <= 1e-9 * Math.abs(magnitude) + Number.MIN_VALUE,
    );
    must(fits, `${magnitude} at ${channel}, where the line says ${JSON.stringify(text)}`);
  }
}
