import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Arch, build, type CliOptions, DIR_TARGET, Platform } from 'electron-builder';
import { bundledNode } from './bundled-node.ts';
import { packageConfig } from './config.ts';
import { hostTarget, type PackageTarget, SYSTEM_NAMES } from './product-info.ts';
import type { PackageRuntime } from './runtime.ts';
import { type Stage, stage } from './stage.ts';

const PLATFORMS: Readonly<Record<PackageTarget['system'], Platform>> = {
  linux: Platform.LINUX,
  win32: Platform.WINDOWS,
  darwin: Platform.MAC,
};

export interface PackageRequest {
  /** electron-builder's names of the formats; empty: only the unpacked app. */
  formats: readonly string[];
  runtime: PackageRuntime;
  output: string;
  testBuild?: boolean;
  /** Called with the options for a format; true replaces electron-builder's own packaging. */
  instead?: (effective: unknown) => Promise<boolean>;
}

/** electron-builder's folder for the unpacked app. */
function unpackedFolder(output: string, { system, arch }: PackageTarget): string {
  return join(
    output,
    `${SYSTEM_NAMES[system]}${arch === 'x64' ? '' : `-${arch}`}${system === 'darwin' ? '' : '-unpacked'}`,
  );
}

function runBuilder(folders: Stage, request: PackageRequest, target: PackageTarget): Promise<string[]> {
  const { formats, runtime, output, testBuild = false, instead } = request;
  const wanted = formats.length > 0 ? [...formats] : [DIR_TARGET];
  const options: CliOptions = {
    projectDir: folders.app,
    targets: new Map([[PLATFORMS[target.system], new Map([[Arch[target.arch], wanted]])]]),
    config: packageConfig({
      stage: folders,
      output,
      runtime,
      node: bundledNode(),
      testBuild,
      updateFeed: process.env['MENSURA_UPDATE_FEED'],
    }),
    publish: 'never',
    ...(instead && { effectiveOptionComputed: instead }),
  };
  return build(options);
}

/**
 * Packages `dist/` for this system. Build it first (`npm run build`).
 * @returns the folder of the unpacked app
 */
export async function packageApp(request: PackageRequest): Promise<string> {
  const target = hostTarget();
  const folders = await stage(target, request.runtime.folder === undefined ? '' : '-test');
  try {
    await runBuilder(folders, request, target);
  } finally {
    await rm(folders.root, { recursive: true, force: true });
  }
  return unpackedFolder(request.output, target);
}
