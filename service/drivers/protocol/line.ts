/** Parses one VCP line (docs/hardware.md#vcp-lines). */
import { crc16 } from './crc.ts';

/** A column in the header. */
export interface LineColumn {
  /** The chip's long name, such as `SHT31 Temperature`; empty if unknown. */
  title: string;
  /** As the device writes it: `Pa`, `C`, `%`. */
  unit: string;
}

/** One value of a data line, as text: a number, `ERROR`, or something else. */
export interface LineValue {
  text: string;
  unit: string;
}

interface HeaderLine {
  kind: 'header';
  columns: LineColumn[];
}

export interface DataLine {
  kind: 'data';
  product: string;
  serial: string;
  message: string;
  fields: LineValue[];
}

/** An information line other than the header: the reply to a command. */
interface EchoLine {
  kind: 'echo';
  product: string;
  serial: string;
  message: string;
}

interface RejectedLine {
  kind: 'rejected';
  /** Why it is not a line of the protocol. */
  why: string;
}

export type ValidLine = HeaderLine | DataLine | EchoLine;
export type Line = ValidLine | RejectedLine;

/** Everything up to the last comma, an asterisk, four digits of CRC in either case, white space. */
const FRAME = /^([^*]+)\*([0-9A-Fa-f]{4})\s*$/;

/** Printable 7-bit ASCII. */
const PRINTABLE = /^[\x20-\x7e]*$/;

/** The second field of the header, in place of a product. */
const HEADER_MARK = 'Product ID';

function reject(why: string): RejectedLine {
  return { kind: 'rejected', why };
}

/**
 * Pairs of value and unit, or of title and unit. The comma that ends the list is optional, so an empty text at the end
 * counts as one, and an empty last pair is ignored.
 * @returns undefined when a unit is missing
 */
function pairs(texts: readonly string[]): [string, string][] | undefined {
  const list = texts.map((text) => text.trim());
  while (list.length > 0 && list.at(-1) === '' && (list.length % 2 === 1 || list.at(-2) === '')) list.pop();
  if (list.length % 2 === 1) return undefined;
  return Array.from({ length: list.length / 2 }, (_, index) => [list[2 * index] ?? '', list[2 * index + 1] ?? '']);
}

/** Whether a data line has the header's columns. */
export function fits(header: readonly LineColumn[], fields: readonly LineValue[]): boolean {
  return header.length === fields.length && header.every(({ unit }, index) => fields[index]?.unit === unit);
}

/** The header's columns if they match a data line; otherwise its units, with empty titles. */
export function columnsOf(
  header: readonly LineColumn[] | undefined,
  fields: readonly LineValue[],
): readonly LineColumn[] {
  return header && fits(header, fields) ? header : fields.map(({ unit }) => ({ title: '', unit }));
}

/**
 * Parses one line, without its line end.
 * @param text one character per byte
 */
export function parseLine(text: string): Line {
  const [, body, digits] = FRAME.exec(text) ?? [];
  if (body === undefined || digits === undefined) return reject('no checksum');
  if (crc16(body) !== Number.parseInt(digits, 16)) return reject('checksum mismatch');
  if (!PRINTABLE.test(body)) return reject('not 7-bit text');
  const [type, product = '', serial = '', message = '', ...rest] = body.split(',');
  if (type === 'I' && product.trim() === HEADER_MARK) return parseHeader(rest);
  const identity = { product: product.trim(), serial: serial.trim(), message: message.trim() };
  if (identity.product === '') return reject('no product name');
  if (type === 'I') return { kind: 'echo', ...identity };
  if (type !== 'D') return reject('unknown line type');
  const fields = pairs(rest);
  if (!fields) return reject('value without unit');
  return { kind: 'data', ...identity, fields: fields.map(([value, unit]) => ({ text: value, unit })) };
}

function parseHeader(rest: readonly string[]): HeaderLine | RejectedLine {
  const columns = pairs(rest);
  if (!columns) return reject('column without unit');
  if (columns.length === 0) return reject('no columns');
  return { kind: 'header', columns: columns.map(([title, unit]) => ({ title, unit })) };
}
