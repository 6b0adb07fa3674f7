import { type FuseConfig, FuseV1Options, FuseVersion } from '@electron/fuses';
import type { PackageTarget } from './package-target.ts';

/** https://www.electronjs.org/docs/latest/tutorial/fuses, without the fuses of newer runtimes. */
export type Fuses = Record<Exclude<FuseV1Options, FuseV1Options.WasmTrapHandlers>, boolean>;

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

export function fuseConfig(target: Pick<PackageTarget, 'system'>, testBuild: boolean): FuseConfig {
  return {
    version: FuseVersion.V1,
    // Setting fuses breaks the signature, which Macs with Apple silicon require.
    resetAdHocDarwinSignature: target.system === 'darwin',
    ...fusesFor(target, testBuild),
  };
}
