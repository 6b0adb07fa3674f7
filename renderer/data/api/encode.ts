/** Encodes texts for URLs and JSON so that no shell and no code page changes them. */

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** A part of a path: all but letters, digits, `-`, `.`, `_` and `~` is percent-encoded, more than JavaScript would. */
export function encodePart(text: string): string {
  // A lone half of a surrogate pair cannot be encoded: it becomes the mark for what could not be read.
  return encodeURIComponent(text.toWellFormed()).replaceAll(/[!'()*]/g, percent);
}

/** A value of a query likewise; slashes and colons stay, for the reader's sake. */
export function encodeQuery(text: string): string {
  return encodePart(text).replaceAll('%2F', '/').replaceAll('%3A', ':');
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** JSON of ASCII characters alone: a terminal's or a file's own encoding cannot change it. */
export function asciiJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replaceAll(/[\u007f-\uffff]/g, escaped);
}

/**
 * JSON in which no string holds anything that a shell looks at, but the quotes around it: letters, digits and a few signs
 * stand as they are, everything else as `\uXXXX`.
 */
export function plainJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(/"(?:[^"\\]|\\.)*"/g, (literal) => {
    const text = JSON.parse(literal) as string;
    return `"${text.replaceAll(/[^A-Za-z0-9 _.,:/@+=-]/g, escaped)}"`;
  });
}
