/** The temporary files of imports. */
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MAX_IMPORT_BYTES } from '../../contract/index.ts';
import { errorClause, isMensuraError, MensuraError } from '../../support/errors.ts';

/**
 * Writes a file as it arrives; removes it if it does not arrive whole.
 * @returns its size in bytes
 * @throws MensuraError `bad-request` for an empty, incomplete or too large file; `storage-failed`
 */
export async function saveUpload(source: Readable, folder: string, path: string): Promise<number> {
  let bytes = 0;
  /** What failed first: a full disk ends the source too. */
  let failed: 'source' | 'file' | undefined;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(bytes > MAX_IMPORT_BYTES ? tooLarge() : null, chunk);
    },
  });
  source.once('error', () => (failed ??= 'source'));
  source.once('aborted', () => (failed ??= 'source'));
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const output = createWriteStream(path, { mode: 0o600 });
    output.once('error', () => (failed ??= 'file'));
    await pipeline(source, counted, output);
    if (bytes === 0) throw new MensuraError('bad-request', 'The file is empty.');
    return bytes;
  } catch (error) {
    await rm(path, { force: true });
    if (isMensuraError(error)) throw error;
    if (failed === 'source' || (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE') {
      throw new MensuraError('bad-request', 'The file is incomplete.', { cause: error });
    }
    const text = `Cannot save the file for the import: ${errorClause(error)}.`;
    throw new MensuraError('storage-failed', text, { cause: error });
  }
}

/** The refusal of a file that is too large. */
function tooLarge(): MensuraError {
  return new MensuraError('bad-request', `The file is too large. The limit is ${MAX_IMPORT_BYTES / 2 ** 20} MiB.`);
}
