/** Splits a remedy into text and commands (in backquotes). */

export interface RemedyPart {
  readonly kind: 'words' | 'command';
  readonly text: string;
}

/** An unmatched backquote stays in the text. */
export function splitRemedyText(remedy: string): RemedyPart[] {
  const pieces = remedy.split('`');
  if (pieces.length % 2 === 0) pieces.push(pieces.splice(-2).join('`'));
  return pieces
    .map((text, index): RemedyPart => ({ kind: index % 2 === 1 ? 'command' : 'words', text }))
    .filter(({ text }) => text !== '');
}
