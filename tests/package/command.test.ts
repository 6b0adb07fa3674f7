import { execFile } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { TEST_BUILD_SUFFIX } from '../../build/package/runtime.ts';
import { ROOT } from '../../build/paths.ts';

const OUTPUT = join(ROOT, 'dist-packages', TEST_BUILD_SUFFIX);

// Packages with the test runtime are always deleted.
afterAll(() => rm(OUTPUT, { recursive: true, force: true }));

/** `npm run package -- WORDS` */
function makePackages(...words: string[]): Promise<{ stdout: string; stderr: string }> {
  const launcher = join(ROOT, 'build/launch.mjs');
  return promisify(execFile)(process.execPath, [launcher, 'package', ...words], { cwd: ROOT });
}

describe('npm run package', () => {
  test.each([
    [['--win'], 'Build them on that system'],
    [['--linux', 'flatpak'], 'Available: deb, rpm, AppImage, tar.gz'],
    [['--test-runtime', 'rpm'], 'Cannot build rpm with the test runtime'],
    [['--dir', 'deb'], 'cannot be combined'],
    [['--quickly'], '--quickly'],
  ])('rejects %j with the reason', async (words, reason) => {
    await expect(makePackages(...words)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(reason) });
  });

  test('marks packages with the test runtime', async () => {
    const { stdout } = await makePackages('--test-runtime', 'deb');
    const made = await readdir(OUTPUT);
    expect(made).toContain('linux-unpacked');
    const deb = made.find((name) => name.endsWith('.deb')) ?? '';
    expect(deb).toMatch(/TEST-RUNTIME.*\.deb$/);
    expect(stdout).toContain(deb);
  });
});
