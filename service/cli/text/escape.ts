import { escapeCharacter, escapeControlCharacters, hasNoControlCharacters } from '../../support/control-characters.ts';

function codeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x1_00 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}

/** The text on one line, with control characters as `\x1b` or `\u202e`: a serial number may hold an escape sequence. */
export function escapeText(text: string): string {
  return escapeControlCharacters(text, codeOf);
}

/** Whether a text needs no escaping. */
export function isPlain(text: string): boolean {
  return hasNoControlCharacters(text);
}

/**
 * JSON with the control characters escaped that `JSON.stringify` leaves unescaped. It parses to the same value.
 * @param indent spaces for each level; undefined: one line
 */
export function safeJson(value: unknown, indent?: number): string {
  return escapeControlCharacters(JSON.stringify(value, null, indent), (sign) =>
    sign === '\n' ? sign : escapeCharacter(sign),
  );
}
