/** What the command lines of the emulators share. */
import { createInterface } from 'node:readline';

/** Says what went wrong, on standard error. */
export function complain(error: unknown): void {
  console.error(error instanceof Error ? error.message : String(error));
}

/** @throws Error when the text is no whole number of at most nine digits */
export function wholeNumber(flag: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${flag}: must be a whole number, got "${text}"`);
  return Number(text);
}

/** An emulator that runs from the command line. */
export interface Running {
  /** Carries out one typed line. @throws Error, which is shown */
  obey(line: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Obeys what is typed until SIGINT or SIGTERM; the process then has nothing left to do. The end of standard input ends
 * nothing: the emulator may run without a terminal.
 * @returns ends it too
 */
export function obeyUntilEnded({ obey, stop }: Running): () => void {
  const lines = createInterface({ input: process.stdin });
  let ending = false;
  const end = (): void => {
    if (ending) return;
    ending = true;
    lines.close();
    process.stdin.destroy();
    stop().catch(complain);
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  // One after the other, however fast they come.
  let done = Promise.resolve();
  lines.on('line', (line) => {
    if (line.trim()) done = done.then(() => obey(line)).catch(complain);
  });
  return end;
}
