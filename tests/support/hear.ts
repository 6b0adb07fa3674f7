/** What a program says, and how it ends. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';

export interface Heard {
  child: ChildProcessWithoutNullStreams;
  /** Everything on its standard output so far. */
  out(): string;
  /** Everything on its standard error so far. */
  err(): string;
  /** The exit code, once it ended and said its last word; null where a signal ended it. */
  exit: Promise<number | null>;
}

/** Listens to a program from its start. */
export function hear(child: ChildProcessWithoutNullStreams): Heard {
  let out = '';
  let err = '';
  child.stdout.on('data', (bytes: Buffer) => {
    out += bytes.toString();
  });
  child.stderr.on('data', (bytes: Buffer) => {
    err += bytes.toString();
  });
  const exit = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  return { child, out: () => out, err: () => err, exit };
}
