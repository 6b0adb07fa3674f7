/**
 * Characters that affect the text around them on a terminal, in the log or on a page: control characters, direction
 * marks, line separators, and lone surrogates.
 */
const CONTROL_CHARACTERS = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\p{Cs}]/gu;

export function escapeControlCharacters(text: string, by: (sign: string) => string): string {
  return text.replaceAll(CONTROL_CHARACTERS, by);
}

export function hasNoControlCharacters(text: string): boolean {
  return text.search(CONTROL_CHARACTERS) === -1;
}

/** As in JSON: `\u202e`. */
export function escapeCharacter(sign: string): string {
  const short = JSON.stringify(sign).slice(1, -1);
  if (short !== sign) return short;
  return `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}
