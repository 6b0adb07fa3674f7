/** Encodes texts for URLs and JSON so that no shell and no code page changes them. */

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** Percent-encodes all but letters, digits, `-`, `.`, `_` and `~`: more than encodeURIComponent. */
export function encodePart(text: string): string {
  // encodeURIComponent throws for a lone surrogate.
  return encodeURIComponent(text.toWellFormed()).replaceAll(/[!'()*]/g, percent);
}

/** Slashes and colons stay readable. */
export function encodeQuery(text: string): string {
  return encodePart(text).replaceAll('%2F', '/').replaceAll('%3A', ':');
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** ASCII only, independent of the encoding of a terminal or file. */
export function asciiJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replaceAll(/[\u007f-\uffff]/g, escaped);
}

/** JSON strings without characters that a shell interprets: all but letters, digits and a few signs become `\uXXXX`. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(/"(?:[^"\\]|\\.)*"/g, (literal) => {
    const text = JSON.parse(literal) as string;
    return `"${text.replaceAll(/[^A-Za-z0-9 _.,:/@+=-]/g, escaped)}"`;
  });
}
