import { copyFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import type { AfterPackContext } from 'electron-builder';
import { ROOT } from '../paths.ts';
import { COMMAND, LINUX_BINARY, type PackageTarget } from './product-info.ts';
import { TEST_BUILD_NOTICE, TEST_BUILD_SUFFIX } from './runtime.ts';
import { removeGroupAndOtherWrite } from './system-files.ts';

export interface AfterPackOptions {
  testBuild: boolean;
  /** Whether it contains the test runtime. */
  isMarked: boolean;
}

/** The file with the fuses: Electron's binary or bundle. */
function fuseHolder({ appOutDir, packager }: AfterPackContext, system: PackageTarget['system']): string {
  const name = packager.appInfo.productFilename;
  return join(appOutDir, { linux: LINUX_BINARY, win32: `${name}.exe`, darwin: `${name}.app` }[system]);
}

/** electron-builder's `afterPack`: sets fuses and adds the start script on Linux, before signing. */
export async function afterPack(context: AfterPackContext, { testBuild, isMarked }: AfterPackOptions): Promise<void> {
  const { appOutDir, packager, electronPlatformName } = context;
  const system = electronPlatformName as PackageTarget['system'];
  const resources = packager.getResourcesDir(appOutDir);
  // A runtime from a folder includes Electron's default app.
  await rm(join(resources, 'default_app.asar'), { force: true });
  if (system === 'linux') {
    await rename(join(appOutDir, COMMAND), join(appOutDir, LINUX_BINARY));
    await copyFile(join(ROOT, 'build/package/linux/mensura.sh'), join(appOutDir, COMMAND));
  }
  await flipFuses(fuseHolder(context, system), {
    version: FuseVersion.V1,
    // Setting fuses breaks the signature, which Macs with Apple silicon require.
    resetAdHocDarwinSignature: system === 'darwin',
    ...fusesFor({ system }, testBuild),
  });
  if (isMarked) await writeFile(join(resources, TEST_BUILD_SUFFIX), TEST_BUILD_NOTICE);
  await removeGroupAndOtherWrite(appOutDir);
}

/** https://www.electronjs.org/docs/latest/tutorial/fuses, without the fuses of newer runtimes. */
type Fuses = Record<Exclude<FuseV1Options, FuseV1Options.WasmTrapHandlers>, boolean>;

/** @param testBuild keeps the inspector for tests; never released */
export function fusesFor({ system }: Pick<PackageTarget, 'system'>, testBuild: boolean): Fuses {
  return {
    // The package includes Node for the command line.
    [FuseV1Options.RunAsNode]: false,
    [FuseV1Options.EnableCookieEncryption]: true,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: testBuild,
    // Electron checks the archive's digest only on Windows and macOS.
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: system !== 'linux',
    [FuseV1Options.OnlyLoadAppFromAsar]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  };
}
