/** What goes to standard output and standard error. */
import { once } from 'node:events';
import { CliError, EXIT } from './failure.ts';
import { safeJson } from './text/escape.ts';

/**
 * Ends the program in good order when whoever reads its output has gone, as `head -1` does: that is no failure. Call
 * once, at the start.
 */
export function endWithReader(onFailure: (error: unknown) => void): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.done);
    onFailure(new CliError(EXIT.file, `the output cannot be written: ${error.message}`, { cause: error }));
  });
  // With nobody to hear what is wrong there is nothing left to say.
  process.stderr.on('error', () => process.exit(EXIT.unexpected));
}

/** Writes text to standard output, and waits while a slow reader catches up. @param text may hold several lines */
export async function print(text: string | Uint8Array): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

/** A whole answer as JSON, indented. */
export async function printJson(value: unknown): Promise<void> {
  await print(`${safeJson(value, 2)}\n`);
}

/** A word to the person at the terminal that is no part of the answer. @param line is safe to show */
export function remark(line: string): void {
  process.stderr.write(`${line}\n`);
}
