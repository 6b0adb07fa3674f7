/** Replaces groups one after the other: all of them, or none. */
import { errorClause, errorText, isMensuraError, MensuraError } from '../support/errors.ts';
import type { Logger } from '../support/logger.ts';
import type { Undo } from './groups.ts';

export interface Step {
  /** As part of a sentence: 'gateways'. */
  name: string;
  replace(): Promise<Undo>;
}

/** In reverse order. @returns the names of steps that could not be undone */
async function undoAll(done: readonly { name: string; undo: Undo }[], logger: Logger): Promise<string[]> {
  const failed: string[] = [];
  for (const { name, undo } of done.toReversed()) {
    try {
      await undo();
    } catch (error) {
      logger.error(`cannot roll back ${name} after a failed restore: ${errorText(error)}`, { error });
      failed.push(name);
    }
  }
  return failed;
}

/**
 * @param savedTo path of the file with the previous settings
 * @throws the step's error if everything was undone; MensuraError `storage-failed` naming what was not
 */
export async function runSteps(steps: readonly Step[], savedTo: string, logger: Logger): Promise<void> {
  const done: { name: string; undo: Undo }[] = [];
  for (const { name, replace } of steps) {
    try {
      done.push({ name, undo: await replace() });
    } catch (cause) {
      const failed = await undoAll(done, logger);
      if (failed.length > 0) throw halfDone(failed, savedTo, cause);
      if (done.length === 0) throw cause;
      throw undone(done, cause);
    }
  }
}

function halfDone(failed: readonly string[], savedTo: string, cause: unknown): MensuraError {
  const text = `${errorClause(cause)}. Could not roll back: ${failed.join(', ')}. The previous state is saved in ${savedTo}; fix the cause, then restore that file.`;
  return new MensuraError('storage-failed', text, { cause });
}

function undone(done: readonly { name: string }[], cause: unknown): MensuraError {
  const text = `${errorClause(cause)}. Rolled back: ${done.map(({ name }) => name).join(', ')}.`;
  const errors = isMensuraError(cause) ? cause.errors : [];
  return new MensuraError(isMensuraError(cause) ? cause.code : 'internal', text, { cause, errors });
}
