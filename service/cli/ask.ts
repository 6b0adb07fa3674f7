/** Questions to the person at the terminal. */
import { createInterface } from 'node:readline/promises';
import { CliError, EXIT } from './failure.ts';

/** @throws CliError `usage` where there is nobody to ask. @param otherwise what to say then, with the flag that answers */
export function requireTerminal(otherwise: string): void {
  if (!process.stdin.isTTY || !process.stderr.isTTY) throw new CliError(EXIT.usage, otherwise);
}

/** Ctrl+C at a question is a no. */
function noAtInterrupt(error: unknown): string {
  if (error instanceof Error && error.name === 'AbortError') return '';
  throw error;
}

/** Asks for yes or no; everything but yes is no. @param question is safe to show */
export async function isYes(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // An end of input is no answer: without this the program would wait for one for ever.
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  const answer = await Promise.race([lines.question(`${question} [y/N] `).catch(noAtInterrupt), ended]);
  lines.close();
  return /^y(?:es)?$/i.test(answer.trim());
}
