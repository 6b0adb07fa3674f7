import { dirname } from 'node:path';
import type * as z from 'zod';
import { errorText, isMensuraError, MensuraError } from './errors.ts';
import type { JsonFile } from './json-file.ts';
import type { Logger } from './logger.ts';

/**
 * Changes the file's value and saves it, or changes nothing and throws. Changes run in order.
 * @param what the subject, as at the start of a sentence: `The gateways`
 * @throws a MensuraError thrown by `change`; MensuraError `storage-failed` if saving failed
 */
export async function persistChange<Schema extends z.ZodType>(
  file: JsonFile<Schema>,
  what: string,
  change: (value: z.infer<Schema>) => z.infer<Schema>,
  logger: Logger,
): Promise<void> {
  try {
    await file.update(change);
  } catch (error) {
    if (isMensuraError(error)) throw error;
    await putBack(file, what, logger);
    throw new MensuraError(
      'storage-failed',
      `Cannot save ${what}; nothing was changed: ${errorText(error)}. Check that the disk has free space and that ${dirname(file.path)} is writable, then try again.`,
      { cause: error },
    );
  }
}

/** A write can fail after the rename, when the fsync of the folder fails. */
async function putBack<Schema extends z.ZodType>(file: JsonFile<Schema>, what: string, logger: Logger): Promise<void> {
  try {
    await file.update((old) => old);
  } catch (error) {
    logger.warn(`cannot undo a failed change of ${what} on disk: ${errorText(error)}`);
  }
}
