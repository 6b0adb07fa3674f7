/** What to do about a check, taken apart into sentences and commands: those stand in backquotes. */

export interface RemedyPart {
  readonly kind: 'text' | 'command';
  readonly text: string;
}

/** Parts without anything in them are left out; what follows a command begins as a sentence of its own. */
export function remedyTextParts(remedy: string): RemedyPart[] {
  const pieces = remedy.split('`');
  // One backquote too many is none.
  const last = pieces.length % 2 === 0 ? (pieces.pop() ?? '') : '';
  return pieces.flatMap((piece, index): RemedyPart[] => {
    if (index % 2 === 1) return piece.trim() ? [{ kind: 'command', text: piece.trim() }] : [];
    const whole = index === pieces.length - 1 ? piece + last : piece;
    const text = index === 0 ? whole.trim() : asSentence(whole);
    return text ? [{ kind: 'text', text }] : [];
  });
}

function asSentence(rest: string): string {
  const text = rest.replace(/^[\s.,;:]+/, '').trim();
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
