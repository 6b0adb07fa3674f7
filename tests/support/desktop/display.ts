/** A display of one's own: windows under test belong on nobody's desk. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

/** How long the X server may take to begin, in milliseconds: a bound, not an expectation. */
const START_TIMEOUT_MS = 30_000;

export interface Display {
  /** `:7` */
  name: string;
  stop(): Promise<void>;
}

function displayNumber(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const deadline = setTimeout(() => reject(new Error('Xvfb did not begin in time.')), START_TIMEOUT_MS);
    // Xvfb looks for a free number by itself and writes it here once it listens.
    (server.stdio[3] as Readable).on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (!text.includes('\n')) return;
      clearTimeout(deadline);
      resolve(text.trim());
    });
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`Xvfb ended with code ${code}.`)));
  });
}

/** Starts an X server without a screen. */
export async function startDisplay(): Promise<Display> {
  const args = ['-displayfd', '3', '-screen', '0', '1680x1050x24', '-nolisten', 'tcp', '-noreset'];
  const server = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const exited = once(server, 'exit');
  const name = `:${await displayNumber(server)}`;
  return {
    name,
    stop: async () => {
      server.kill();
      await exited;
    },
  };
}
