/** Finds where a text stops being JSON. The parser's own message quotes the text, which may contain a password. */

/** V8's message for a truncated text. */
const ENDS = /end of JSON input/;

const POSITION = /at position (\d+)/;

function parserMessage(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

/** Parsing the start of valid JSON fails only at its very end. */
function isGoodBeginning(text: string): boolean {
  const message = parserMessage(text);
  return message === '' || ENDS.test(message) || Number(POSITION.exec(message)?.[1] ?? -1) === text.length;
}

/** For errors without a position in V8's message: the end of the longest valid start. */
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

/** A clause to follow `The body is not JSON: `. */
export function describeJsonError(text: string): string {
  if (text.trim() === '') return 'empty';
  if (isGoodBeginning(text)) return 'unexpected end';
  const named = POSITION.exec(parserMessage(text))?.[1];
  const position = named === undefined ? search(text) : Number(named);
  const lines = text.slice(0, position).split('\n');
  return `syntax error at line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
}
