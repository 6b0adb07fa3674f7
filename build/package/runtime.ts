import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../paths.ts';
import { ensureTestRuntime, hasTestRuntime, TEST_RUNTIME_NOTE } from '../test-runtime.ts';

export interface PackageRuntime {
  version: string;
  /** Its folder; undefined: electron-builder downloads it from Electron's releases. */
  folder: string | undefined;
  /** Hexadecimal SHA-256 by file of that release; undefined without a download. */
  checksums: Record<string, string> | undefined;
}

function ofElectron(file: string): unknown {
  return JSON.parse(readFileSync(join(ROOT, 'node_modules/electron', file), 'utf8'));
}

/** The release of the Electron project. */
export function officialRuntime(): PackageRuntime {
  const { version } = ofElectron('package.json') as { version: string };
  // Covered by the digest of the package in the lock file.
  const checksums = ofElectron('checksums.json') as Record<string, string>;
  return { version, folder: undefined, checksums };
}

/**
 * The third-party build for tests.
 * @throws Error if it does not support this system
 */
export async function testRuntime(): Promise<PackageRuntime> {
  if (!hasTestRuntime()) throw new Error('The test runtime supports only Linux x64. Remove --test-runtime.');
  const folder = await ensureTestRuntime();
  const version = (await readFile(join(folder, 'version'), 'utf8')).trim().replace(/^v/, '');
  return { version, folder, checksums: undefined };
}

/** Marks everything built with the test runtime. */
export const TEST_BUILD_SUFFIX = 'TEST-RUNTIME';

export const TEST_BUILD_NOTICE = `Test build of Mensura, made with ${TEST_RUNTIME_NOTE}. Do not distribute.\n`;
