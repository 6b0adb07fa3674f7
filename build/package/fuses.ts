/**
 * Electron's fuses (https://www.electronjs.org/docs/latest/tutorial/fuses): what the runtime of a package can no
 * longer be told to do.
 */
import { type FuseConfig, FuseV1Options, FuseVersion } from '@electron/fuses';
import type { Target } from './target.ts';

/** Every fuse but the ones that newer runtimes add. */
export type Fuses = Record<Exclude<FuseV1Options, FuseV1Options.WasmTrapHandlers>, boolean>;

/** @param testBuild keeps the inspector, through which tests drive the app; never released */
export function fusesFor({ system }: Pick<Target, 'system'>, testBuild: boolean): Fuses {
  return {
    // The package brings a Node of its own for the command line.
    [FuseV1Options.RunAsNode]: false,
    [FuseV1Options.EnableCookieEncryption]: true,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: testBuild,
    // Electron checks the archive's digest on these two systems alone.
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: system !== 'linux',
    [FuseV1Options.OnlyLoadAppFromAsar]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  };
}

export function fuseConfig(target: Pick<Target, 'system'>, testBuild: boolean): FuseConfig {
  return {
    version: FuseVersion.V1,
    // Setting fuses breaks the signature without which a Mac with Apple's processor starts nothing.
    resetAdHocDarwinSignature: target.system === 'darwin',
    ...fusesFor(target, testBuild),
  };
}
