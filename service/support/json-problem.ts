/** Where the parser stopped; it says so unless it repeats the text. */
const POSITION = /at position \d+ \(line (\d+) column (\d+)\)/;

/**
 * Why a text is no JSON, without any part of the text: the parser's own message repeats some of it, and that may be a
 * password.
 * @param error what `JSON.parse` threw
 */
export function jsonProblem(error: unknown): string {
  const [, line, column] = POSITION.exec(error instanceof Error ? error.message : '') ?? [];
  return line ? `is not JSON (line ${line}, column ${column})` : 'is not JSON';
}
