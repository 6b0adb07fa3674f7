/** Replaces the generated parts of a document, between markers; the text around them is written by hand. */

export interface MarkedPart {
  /** The whole document and its path. */
  text: string;
  path: string;
  /** The name in its markers. */
  part: string;
  /** The command in its first marker: `npm run bench`. */
  command: string;
}

/**
 * Replaces the text between the two markers of a part and returns the whole document.
 * @throws Error if a marker is missing
 */
export function replacePart({ text, path, part, command }: MarkedPart, renew: (old: string) => string): string {
  const beginMarker = `<!-- figures, ${part}: begin (written by ${command}) -->`;
  const endMarker = `<!-- figures, ${part}: end -->`;
  const begin = text.indexOf(beginMarker) + beginMarker.length;
  const end = text.indexOf(endMarker, begin);
  if (begin < beginMarker.length || end < 0)
    throw new Error(`${path} lacks the line "${beginMarker}" or "${endMarker}".`);
  return `${text.slice(0, begin)}\n\n${renew(text.slice(begin, end))}\n\n${text.slice(end)}`;
}
