/** The Electron that goes into a package. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../paths.ts';
import { ensureTestRuntime, hasTestRuntime, TEST_RUNTIME_NOTE } from '../test-runtime.ts';

export interface PackageRuntime {
  version: string;
  /** A folder to take it from; undefined has electron-builder download it from Electron's own releases. */
  folder: string | undefined;
  /** SHA-256 in hexadecimal, by file of that release; undefined where nothing is downloaded. */
  checksums: Record<string, string> | undefined;
}

function ofElectron(file: string): unknown {
  return JSON.parse(readFileSync(join(ROOT, 'node_modules/electron', file), 'utf8'));
}

/** Electron as its project releases it. */
export function officialRuntime(): PackageRuntime {
  const { version } = ofElectron('package.json') as { version: string };
  // The lock file has a digest of the package, and so of these.
  const checksums = ofElectron('checksums.json') as Record<string, string>;
  return { version, folder: undefined, checksums };
}

/**
 * The third party's build that tests use.
 * @throws Error where there is none for this system
 */
export async function testRuntime(): Promise<PackageRuntime> {
  if (!hasTestRuntime()) throw new Error('The test runtime is for Linux x64 alone; leave out --test-runtime.');
  const folder = await ensureTestRuntime();
  const version = (await readFile(join(folder, 'version'), 'utf8')).trim().replace(/^v/, '');
  return { version, folder, checksums: undefined };
}

/** What stands in everything that was made with the test runtime. */
export const TEST_MARK = 'TEST-RUNTIME';

export const TEST_MARK_TEXT = `This Mensura was made for a test, with ${TEST_RUNTIME_NOTE}. Do not pass it on.\n`;
