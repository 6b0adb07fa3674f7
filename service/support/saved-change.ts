/** Changes of a state file that somebody asked for: done whole, or not at all and said. */
import { dirname } from 'node:path';
import type * as z from 'zod';
import { errorText, isMensuraError, MensuraError } from './errors.ts';
import type { JsonFile } from './json-file.ts';
import type { Logger } from './logger.ts';

/**
 * Changes the file's value; it holds once the file is written. One change after the other, each made of what the one
 * before it left.
 * @param what is changed, as a sentence begins: `The gateways`
 * @throws what `change` throws, where that is a MensuraError; MensuraError `storage-failed` when it could not be saved:
 * then nothing has changed
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

/** A write can fail after the new file is in its place, when the folder cannot be made durable. */
async function putBack<Schema extends z.ZodType>(file: JsonFile<Schema>, what: string, logger: Logger): Promise<void> {
  try {
    await file.update((old) => old);
  } catch (error) {
    logger.warn(`cannot undo a failed change of ${what} on disk: ${errorText(error)}`);
  }
}
