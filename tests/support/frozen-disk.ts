/** A disk of its own that can be frozen: whoever writes to it hangs, and cannot be ended, until it is thawed. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, type TestContext } from 'vitest';
import { freshFolder } from './process.ts';

const BYTES = 16 * 1024 * 1024;

export interface FrozenDisk {
  /** A folder on it that everybody may write to. */
  folder: string;
  freeze(): void;
  thaw(): void;
}

/**
 * For the test that runs. Needs root, and a loop device of the kernel.
 * @param atEnd how that test takes what is to be done at its end: where several run at once, that of its context
 */
export function mountFreezable(atEnd: TestContext['onTestFinished'] = onTestFinished): FrozenDisk {
  const base = freshFolder();
  const [image, mount] = [join(base, 'image'), join(base, 'disk')];
  writeFileSync(image, '');
  truncateSync(image, BYTES);
  mkdirSync(mount);
  execFileSync('mkfs.ext4', ['-q', '-F', image]);
  execFileSync('mount', ['-o', 'loop', image, mount]);
  const thaw = (): void => void spawnSync('fsfreeze', ['--unfreeze', mount]);
  // Before anything waits for the end of a process that hangs there.
  atEnd(() => {
    thaw();
    execFileSync('umount', ['--lazy', mount]);
  });
  const folder = join(mount, 'files');
  mkdirSync(folder);
  chmodSync(folder, 0o777);
  chmodSync(base, 0o755);
  return { folder, freeze: () => void execFileSync('fsfreeze', ['--freeze', mount]), thaw };
}
