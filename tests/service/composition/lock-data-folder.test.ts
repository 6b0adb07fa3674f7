import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { closeDataFolder } from '../../../service/composition/lock-data-folder.ts';
import { silentLogger } from '../../../service/support/logger.ts';

describe.skipIf(process.platform === 'win32')('a data folder that others can open', () => {
  let parent: string;
  let folder: string;

  const modeOf = (path: string): number => statSync(path).mode & 0o7777;
  const leaveInstallation = (): void => writeFileSync(join(folder, 'installation.json'), '{}');

  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'mensura-claim-'));
    folder = join(parent, 'data');
    mkdirSync(folder);
    chmodSync(folder, 0o755);
  });
  afterEach(() => rmSync(parent, { recursive: true }));

  function expectLeft(path = folder, mode = 0o755): void {
    expect(closeDataFolder(path, silentLogger)).toMatchObject({ code: 'data-folder-open', subject: path });
    expect(modeOf(path)).toBe(mode);
  }

  test('is made private where Mensura had it before', () => {
    leaveInstallation();
    expect(closeDataFolder(folder, silentLogger)).toBeUndefined();
    expect(modeOf(folder)).toBe(0o700);
  });

  test('is left and named where Mensura never had it', () => {
    expectLeft();
  });

  test('is left where it is a folder of everybody', () => {
    leaveInstallation();
    chmodSync(folder, 0o1777);
    expectLeft(folder, 0o1777);
  });

  test('is left where it is the home of the user, or the home is in it', () => {
    leaveInstallation();
    vi.stubEnv('HOME', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    expectLeft();
    mkdirSync(join(folder, 'user'));
    vi.stubEnv('HOME', join(folder, 'user'));
    expectLeft();
  });

  test.runIf(process.getuid?.() === 0)('is left where something in it belongs to another user', () => {
    leaveInstallation();
    const other = join(folder, 'other');
    writeFileSync(other, '');
    chownSync(other, 65_534, 65_534);
    expectLeft();
  });

  test.runIf(process.platform === 'linux' && process.getuid?.() === 0)('is left where it is the root of a disk', () => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=755', 'tmpfs', folder]);
    try {
      leaveInstallation();
      expectLeft();
    } finally {
      execFileSync('umount', ['--lazy', folder]);
    }
  });
});
