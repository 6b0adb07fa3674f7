/** What to do about a check, taken apart into words and commands: those stand in backquotes. */

export interface RemedyPart {
  readonly kind: 'words' | 'command';
  readonly text: string;
}

/** In order, and nothing is lost: a backquote too many stands for itself. */
export function remedyTextParts(remedy: string): RemedyPart[] {
  const pieces = remedy.split('`');
  if (pieces.length % 2 === 0) pieces.push(pieces.splice(-2).join('`'));
  return pieces
    .map((text, index): RemedyPart => ({ kind: index % 2 === 1 ? 'command' : 'words', text }))
    .filter(({ text }) => text !== '');
}
