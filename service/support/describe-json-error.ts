/**
 * Says where a text stops being JSON. The parser's own message is not passed on: it repeats a piece of the text, which
 * may hold a password.
 */

/** What V8 says at the end of a text that breaks off. */
const ENDS = /end of JSON input/;

/** Where V8 names the place. */
const POSITION = /at position (\d+)/;

function parserSays(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

/** A beginning that could go on as JSON breaks off, or misses something at its very end. */
function isGoodBeginning(text: string): boolean {
  const said = parserSays(text);
  return said === '' || ENDS.test(said) || Number(POSITION.exec(said)?.[1] ?? -1) === text.length;
}

/** The place of a mistake that V8 does not name: after the longest beginning that could go on as JSON. */
function search(text: string): number {
  let good = 0;
  let bad = text.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isGoodBeginning(text.slice(0, middle))) good = middle;
    else bad = middle;
  }
  return good;
}

/** A part of a sentence about a text that is no JSON, as it follows `The body is not JSON: `. */
export function describeJsonError(text: string): string {
  if (text.trim() === '') return 'empty';
  if (isGoodBeginning(text)) return 'unexpected end';
  const named = POSITION.exec(parserSays(text))?.[1];
  const position = named === undefined ? search(text) : Number(named);
  const lines = text.slice(0, position).split('\n');
  return `syntax error at line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
}
