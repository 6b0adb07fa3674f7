import { createInterface } from 'node:readline/promises';
import { CliError, EXIT } from './failure.ts';

/** @param otherwise the message that names the flag to use instead. @throws CliError `usage` without a terminal */
export function requireTerminal(otherwise: string): void {
  if (!process.stdin.isTTY || !process.stderr.isTTY) throw new CliError(EXIT.usage, otherwise);
}

/** Ctrl+C means no. */
function noAtInterrupt(error: unknown): string {
  if (error instanceof Error && error.name === 'AbortError') return '';
  throw error;
}

/** Everything except yes means no. @param prompt must already be escaped */
export async function isYes(prompt: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // At the end of the input, `question` never settles.
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  const reply = await Promise.race([lines.question(`${prompt} [y/N] `).catch(noAtInterrupt), ended]);
  lines.close();
  return /^y(?:es)?$/i.test(reply.trim());
}
