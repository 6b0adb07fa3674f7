/** What may be told of a damaged file that has secrets in it. */

/** As `JsonFile.read` tells of a text that is not JSON: with the parser's reason, which repeats a part of the text. */
const REASON = / is not JSON \((.*)\)\. It was set aside/s;

/** Where the parser stopped; it says so unless it repeats the text. */
const POSITION = /at position \d+ \(line \d+ column \d+\)/;

/** The text about a damaged file without any part of the file's own text, which may be a password. */
export function withoutExcerpt(damage: string | undefined): string | undefined {
  return damage?.replace(REASON, (_all, reason: string) => {
    const position = POSITION.exec(reason)?.[0];
    return ` is not JSON${position ? ` ${position}` : ''}. It was set aside`;
  });
}
