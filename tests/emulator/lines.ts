/** The lines an instrument sends. */
import { crc16 } from './crc.ts';

/** What may be odd about one line. */
export interface LineForm {
  /** The check sum in upper-case digits, as older firmware prints it. */
  upperCaseCrc: boolean;
  /** A check sum that does not fit the line. */
  wrongCrc: boolean;
  /** LF alone at the end, instead of CR LF. */
  bareLineFeed: boolean;
}

/** One complete line from its fields: each followed by a comma, then `*`, four hexadecimal digits and the line end. */
export function line(fields: readonly string[], form: LineForm): string {
  const text = fields.map((field) => `${field},`).join('');
  const crc = crc16(Buffer.from(text, 'latin1')) ^ (form.wrongCrc ? 0x0001 : 0);
  const digits = crc.toString(16).padStart(4, '0');
  return `${text}*${form.upperCaseCrc ? digits.toUpperCase() : digits}${form.bareLineFeed ? '\n' : '\r\n'}`;
}
