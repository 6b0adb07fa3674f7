/** The last steps on an unpacked app, before anything is signed: its fuses, and its front door on Linux. */
import { copyFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { flipFuses } from '@electron/fuses';
import type { AfterPackContext } from 'electron-builder';
import { ROOT } from '../paths.ts';
import { COMMAND, LINUX_BINARY } from './about.ts';
import { fuseConfig } from './fuses.ts';
import { closeToOthers } from './rights.ts';
import { TEST_MARK, TEST_MARK_TEXT } from './runtime.ts';
import type { Target } from './target.ts';

export interface SealOptions {
  testBuild: boolean;
  /** Whether it was made with the test runtime, and has to say so. */
  isMarked: boolean;
}

/** What holds the fuses: Electron's binary, or the bundle that it is in. */
function fuseHolder({ appOutDir, packager }: AfterPackContext, system: Target['system']): string {
  const name = packager.appInfo.productFilename;
  return join(appOutDir, { linux: LINUX_BINARY, win32: `${name}.exe`, darwin: `${name}.app` }[system]);
}

/** To be given to electron-builder as `afterPack`. */
export async function seal(context: AfterPackContext, { testBuild, isMarked }: SealOptions): Promise<void> {
  const { appOutDir, packager, electronPlatformName } = context;
  const system = electronPlatformName as Target['system'];
  const resources = packager.getResourcesDir(appOutDir);
  // A runtime that comes as a folder brings the app that Electron shows when it is given none.
  await rm(join(resources, 'default_app.asar'), { force: true });
  if (system === 'linux') {
    await rename(join(appOutDir, COMMAND), join(appOutDir, LINUX_BINARY));
    await copyFile(join(ROOT, 'build/package/linux/mensura.sh'), join(appOutDir, COMMAND));
  }
  await flipFuses(fuseHolder(context, system), fuseConfig({ system }, testBuild));
  if (isMarked) await writeFile(join(resources, TEST_MARK), TEST_MARK_TEXT);
  await closeToOthers(appOutDir);
}
