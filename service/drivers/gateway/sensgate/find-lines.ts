/** Finds VCP lines in any text (docs/hardware.md#vcp-lines). Pure. */
import { parseLine, type ValidLine } from '../../protocol/line.ts';

/** What stands where a line may be. */
export type FoundLine =
  | { kind: 'line'; line: ValidLine }
  /** A line that was damaged on its way; the serial number it names may be wrong too, and is empty where it names none. */
  | { kind: 'broken'; serial: string };

/** The longest line that is looked for, in characters: four times what any published line needs. */
const MAX_LINE = 1024;

/** Where a line may begin: at `D,` or `I,` that is not the end of a word. */
const BEGIN = /(?<![A-Za-z0-9])[DI],/;

/** The check sum, and no more digits or letters after it. */
const CHECK_SUM = /^[0-9A-Fa-f]{4}(?![0-9A-Za-z])/;

/** How a line begins that is damaged, or has lost its end: as a header, or with product and serial number. */
const IDENTITY = /^[DI],(?:Product ID,|[^,*\s]{1,100},([^,*\s]{0,100}),)/;

/**
 * The lines in a text, in their order. Each asterisk ends one line at most, which begins at the first `D,` or `I,` on
 * its line of text: so something may stand before a line, and every check sum is tried once alone.
 * @param text a character per byte
 */
export function findLines(text: string): FoundLine[] {
  const found: FoundLine[] = [];
  let from = 0;
  const take = (candidate: string, after: string): void => {
    const line = readCandidate(candidate, after);
    if (line) found.push(line);
  };
  for (let star = text.indexOf('*'); star !== -1; star = text.indexOf('*', from)) {
    take(candidateIn(text.slice(Math.max(from, star - MAX_LINE), star)), text.slice(star + 1, star + 6));
    from = star + 1;
  }
  take(candidateIn(text.slice(Math.max(from, text.length - MAX_LINE))), '');
  return found;
}

/** What may be a line at the end of a text, up to the asterisk that is not part of it any more; empty where nothing is. */
function candidateIn(text: string): string {
  const line = text.slice(Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1);
  const begin = line.search(BEGIN);
  return begin === -1 ? '' : line.slice(begin);
}

/** @returns undefined where nothing looks like a line */
function readCandidate(body: string, after: string): FoundLine | undefined {
  const [checkSum] = CHECK_SUM.exec(after) ?? [];
  const line = checkSum === undefined ? undefined : parseLine(`${body}*${checkSum}`);
  if (line && line.kind !== 'rejected') return { kind: 'line', line };
  const identity = IDENTITY.exec(body);
  return identity ? { kind: 'broken', serial: identity[1] ?? '' } : undefined;
}
