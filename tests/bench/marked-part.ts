/** Puts text that a command made into a document, between markers; the text around them is written by hand. */

export interface MarkedPart {
  /** The whole document, and where it is. */
  text: string;
  path: string;
  /** The name that its markers have. */
  part: string;
  /** Who writes it, as the marker says: `npm run bench`. */
  command: string;
}

/**
 * Replaces what stands between the two markers of a part, and answers the whole document.
 * @throws Error when the text has lost them
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
