import { once } from 'node:events';
import { CliError, EXIT } from './failure.ts';
import { safeJson } from './text/escape.ts';

/** Ends the program with 0 when its output is closed early, as by `head -1`. Call once, at the start. */
export function exitOnBrokenPipe(onFailure: (error: unknown) => void): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.done);
    onFailure(new CliError(EXIT.file, `cannot write output: ${error.message}`, { cause: error }));
  });
  process.stderr.on('error', () => process.exit(EXIT.unexpected));
}

/** Writes to standard output, and waits for a slow reader. */
export async function print(text: string | Uint8Array): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

export async function printJson(value: unknown): Promise<void> {
  await print(`${safeJson(value, 2)}\n`);
}

/** Writes a note to standard error. @param line must already be escaped */
export function printNote(line: string): void {
  process.stderr.write(`${line}\n`);
}
