/** Every property of the unit tests, tried many times. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '../../build/paths.ts';
import type { Outcome } from './support/outcome.ts';

/** @param runs runs of each property */
export async function properties({ runs, seed }: { runs: number; seed: number }): Promise<Outcome> {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--project=unit*', '--testTimeout=3600000'], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, MENSURA_PROPERTY_RUNS: String(runs), MENSURA_PROPERTY_SEED: String(seed) },
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return {
    facts: [`unit tests, each property ${runs} times (seed ${seed})`],
    problems: code === 0 ? [] : [`the tests ended with ${signal ?? `code ${code}`}`],
  };
}
