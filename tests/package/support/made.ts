import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assembleDeb } from '../../../build/package/deb.ts';
import { packageApp } from '../../../build/package/package-app.ts';
import { TEST_BUILD_SUFFIX, testRuntime } from '../../../build/package/runtime.ts';

export interface Made {
  /** The folder of the unpacked app. */
  app: string;
  /** The Debian package, if requested. */
  deb: string;
  remove(): Promise<void>;
}

export interface MakeOptions {
  /** Keeps the inspector for Playwright. */
  testBuild?: boolean;
  deb?: boolean;
}

/** Packages `dist/` with the test runtime. Build it first (`npm run build`). */
export async function makePackage({ testBuild = false, deb = false }: MakeOptions): Promise<Made> {
  const output = await mkdtemp(join(tmpdir(), `mensura-${TEST_BUILD_SUFFIX}-`));
  await chmod(output, 0o755);
  const remove = (): Promise<void> => rm(output, { recursive: true, force: true });
  let file = '';
  const instead = async (effective: unknown): Promise<boolean> => {
    file = await assembleDeb(effective);
    return true;
  };
  try {
    const runtime = await testRuntime();
    const app = await packageApp({ formats: deb ? ['deb'] : [], runtime, output, testBuild, instead });
    return { app, deb: file, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
