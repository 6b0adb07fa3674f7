/** What a package is made for: an operating system and a processor. */

export interface Target {
  system: 'linux' | 'win32' | 'darwin';
  arch: 'x64' | 'arm64';
}

/** Everything that Mensura is packaged for, as a release makes it. */
export const TARGETS: readonly Target[] = (['linux', 'win32', 'darwin'] as const).flatMap((system) =>
  (['x64', 'arm64'] as const).map((arch) => ({ system, arch })),
);

/** The forms in which each system gets it, in electron-builder's words. */
export const FORMATS: Readonly<Record<Target['system'], readonly string[]>> = {
  linux: ['deb', 'rpm', 'AppImage', 'tar.gz'],
  win32: ['nsis', 'zip'],
  darwin: ['dmg', 'zip'],
};

/**
 * This computer. A package is made where it will run: its native code is what npm installed there, and it takes along
 * the Node that makes it.
 * @throws Error on a system that Mensura is not packaged for
 */
export function hostTarget(): Target {
  const target = TARGETS.find(({ system, arch }) => system === process.platform && arch === process.arch);
  if (target) return target;
  throw new Error(`There are no packages of Mensura for this system (${process.platform} ${process.arch}).`);
}
