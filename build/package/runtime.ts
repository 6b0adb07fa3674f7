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
}

/** Electron as its project releases it. */
export function officialRuntime(): PackageRuntime {
  const manifest = readFileSync(join(ROOT, 'node_modules/electron/package.json'), 'utf8');
  return { version: (JSON.parse(manifest) as { version: string }).version, folder: undefined };
}

/**
 * The third party's build that tests use.
 * @throws Error where there is none for this system
 */
export async function testRuntime(): Promise<PackageRuntime> {
  if (!hasTestRuntime()) throw new Error('The test runtime is for Linux x64 alone; leave out --test-runtime.');
  const folder = await ensureTestRuntime();
  return { version: (await readFile(join(folder, 'version'), 'utf8')).trim().replace(/^v/, ''), folder };
}

/** What stands in everything that was made with the test runtime. */
export const TEST_MARK = 'TEST-RUNTIME';

export const TEST_MARK_TEXT = `This Mensura was made for a test, with ${TEST_RUNTIME_NOTE}. Do not pass it on.\n`;
