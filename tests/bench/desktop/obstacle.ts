import { join } from 'node:path';
import { missingLibraries } from '../../../build/desktop-requirements.ts';
import { ensureTestRuntime, hasTestRuntime } from '../../../build/test-runtime.ts';
import { errorText } from '../../../service/support/errors.ts';
import { findProgram } from '../../support/programs.ts';
import { HAS_PROC } from '../process-figures.ts';

/** Why windows cannot be measured here; undefined when they can. */
export async function desktopObstacle(): Promise<string | undefined> {
  if (!HAS_PROC) return 'Only Linux tells the time and memory of other processes through /proc.';
  if (!hasTestRuntime()) return 'The test runtime exists for Linux x64 alone.';
  if (!findProgram('Xvfb')) return 'Missing here: Xvfb (package xvfb).';
  try {
    const missing = missingLibraries(join(await ensureTestRuntime(), 'electron'));
    return missing.length > 0 ? `Missing here: ${missing.join(', ')}.` : undefined;
  } catch (error) {
    return `The test runtime cannot be had: ${errorText(error)}`;
  }
}
