/** `npm run soak`: the property tests with full counts (`--runs N`, 20,000 unless given). */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../../build/paths.ts';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '20000' } } });
const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
const { status } = spawnSync(process.execPath, [vitest, 'run', '--project=unit', '--testTimeout=3600000'], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, MENSURA_PROPERTY_RUNS: values.runs },
});
process.exitCode = status ?? 1;
