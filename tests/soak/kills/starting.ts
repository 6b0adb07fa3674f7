/** A start of the service that is killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DIST } from '../../../build/paths.ts';
import { endsWithUs } from '../../support/ends-with-us.ts';
import { type Load, publishingFlags } from '../../support/load/publishing.ts';

/** Starts the service as `startPublishing` does, and kills it after this number of milliseconds. */
export async function killInStart(dataDir: string, load: Load, afterMs: number): Promise<void> {
  const words = [join(DIST, 'service/main.mjs'), '--port', '0', '--data-dir', dataDir, ...publishingFlags(load)];
  const child = spawn(process.execPath, words, { stdio: 'ignore' });
  endsWithUs(child);
  const exit = once(child, 'exit');
  await delay(afterMs);
  child.kill('SIGKILL');
  const [code, signal] = await exit;
  if (signal !== 'SIGKILL') throw new Error(`The service ended by itself in its start, with code ${String(code)}.`);
}
