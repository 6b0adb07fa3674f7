/** A package of the built tree, made for a test and gone after it. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PackageRequest, packageApp } from '../../../build/package/package-app.ts';
import { TEST_MARK, testRuntime } from '../../../build/package/runtime.ts';

export interface Made {
  /** The folder of the unpacked app. */
  app: string;
  /** Everything that was made. */
  output: string;
  remove(): Promise<void>;
}

/** Packages what was built, with the test runtime. Build first (`npm run build`). */
export async function makePackage(request: Omit<PackageRequest, 'runtime' | 'output' | 'formats'>): Promise<Made> {
  const output = await mkdtemp(join(tmpdir(), `mensura-${TEST_MARK}-`));
  await chmod(output, 0o755);
  const remove = (): Promise<void> => rm(output, { recursive: true, force: true });
  try {
    return { app: await packageApp({ ...request, formats: [], runtime: await testRuntime(), output }), output, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
