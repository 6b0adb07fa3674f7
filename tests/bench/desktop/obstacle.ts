import { join } from 'node:path';
import { missingLibraries } from '../../../build/desktop-requirements.ts';
import { ensureTestRuntime, hasTestRuntime } from '../../../build/test-runtime.ts';
import { errorText } from '../../../service/support/errors.ts';
import { findProgram } from '../../support/programs.ts';
import { HAS_PROC } from '../process-figures.ts';

/** Why windows cannot be measured here, if so. */
export async function desktopObstacle(): Promise<string | undefined> {
  if (!HAS_PROC) return 'Requires /proc, which only Linux has.';
  if (!hasTestRuntime()) return 'The test runtime supports only Linux x64.';
  if (!findProgram('Xvfb')) return 'Missing: Xvfb (package xvfb).';
  try {
    const missing = missingLibraries(join(await ensureTestRuntime(), 'electron'));
    return missing.length > 0 ? `Missing: ${missing.join(', ')}.` : undefined;
  } catch (error) {
    return `The test runtime is not available: ${errorText(error)}`;
  }
}
