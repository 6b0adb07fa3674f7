/** Signs in a text that do something to what is around it: on a terminal, in a line of the log, on a page. */

/** Control characters, what turns the direction of writing, line separators, and halves of characters. */
const CONTROL_CHARACTERS = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\p{Cs}]/gu;

/** The text with something else for each of them. */
export function escapeControlCharacters(text: string, by: (sign: string) => string): string {
  return text.replaceAll(CONTROL_CHARACTERS, by);
}

/** Whether there is none. */
export function hasNoControlCharacters(text: string): boolean {
  return text.search(CONTROL_CHARACTERS) === -1;
}

/** A sign as JSON escapes it: `\u202e`. */
export function escapeCharacter(sign: string): string {
  const short = JSON.stringify(sign).slice(1, -1);
  if (short !== sign) return short;
  return `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}
