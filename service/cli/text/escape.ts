/** Text that came over the wire must not steer the terminal: a serial number could hold an escape sequence. */
import { escapedSign, isPlainText, replaceSteering } from '../../support/steering.ts';

function codeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x1_00 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}

/** The text on one line, with such characters as `\x1b` or `\u202e`. */
export function escapeText(text: string): string {
  return replaceSteering(text, codeOf);
}

/** Whether a text can be shown as it is. */
export function isPlain(text: string): boolean {
  return isPlainText(text);
}

/**
 * A value as JSON that can be printed: what `JSON.stringify` leaves as it is, escaped as JSON escapes. It reads back as
 * the same value.
 * @param indent spaces of each level; none puts it on one line
 */
export function safeJson(value: unknown, indent?: number): string {
  return replaceSteering(JSON.stringify(value, null, indent), (sign) => (sign === '\n' ? sign : escapedSign(sign)));
}
