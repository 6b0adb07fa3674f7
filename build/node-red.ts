import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from './cache-folder.ts';

const run = promisify(execFile);

/** Its manifest and lock file: a package of its own, so that `npm ci` of the project does not install it. */
const PINNED = join(import.meta.dirname, 'node-red');

/** How long the download may take, in milliseconds. */
const INSTALL_TIMEOUT_MS = 900_000;

/**
 * Installs Node-RED as its lock file says (280 packages, 117 MB), unless it is in the cache. None of the packages needs
 * its installation script, so none is run.
 * @returns the script that starts it; Node 22.9 or later can run it
 * @throws Error if the download fails or does not match the lock file
 */
export async function ensureNodeRed(): Promise<string> {
  const lock = readFileSync(join(PINNED, 'package-lock.json'));
  const digest = createHash('sha256').update(lock).digest('hex').slice(0, 16);
  const ready = join(cacheFolder(), `node-red-${digest}`);
  const script = join(ready, 'node_modules/node-red/red.js');
  if (existsSync(script)) return script;
  console.log('Installing Node-RED for the tests (first run only)...');
  await mkdir(cacheFolder(), { recursive: true });
  const folder = await mkdtemp(join(cacheFolder(), 'unpacking-'));
  try {
    for (const name of ['package.json', 'package-lock.json']) {
      await copyFile(join(PINNED, name), join(folder, name));
    }
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    await run('npm', ['ci', ...flags], { cwd: folder, timeout: INSTALL_TIMEOUT_MS });
    await rename(folder, ready);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return script;
}
