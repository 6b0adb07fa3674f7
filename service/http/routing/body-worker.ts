/** Parses bodies of many megabytes in a thread, so that the service is not blocked. */
import { Worker } from 'node:worker_threads';
import { type FieldError, MensuraError } from '../../support/errors.ts';
import { workerFile } from '../../support/worker-file.ts';
import type { JsonBody } from './strict-json.ts';

/** The result of the thread: the valid value, or the errors. */
export type WorkerResult = { value: unknown } | { message: string; errors: readonly FieldError[] };

/** Memory limit of the thread, in MiB. A body of 16 MiB usually takes a tenth of it. */
const MAX_MIB = 1024;

/** Time limit, in milliseconds. */
const DEADLINE_MS = 30_000;

function tooMuch(cause?: unknown): MensuraError {
  return new MensuraError('bad-request', 'The body is too complex.', { cause });
}

function run(bytes: Uint8Array<ArrayBuffer>): Promise<WorkerResult> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerFile('restore-worker'), {
      workerData: bytes,
      resourceLimits: { maxOldGenerationSizeMb: MAX_MIB },
    });
    const end = (settle: () => void): void => {
      clearTimeout(deadline);
      void worker.terminate();
      settle();
    };
    const deadline = setTimeout(() => end(() => reject(tooMuch())), DEADLINE_MS);
    worker.once('message', (result: WorkerResult) => end(() => resolve(result)));
    worker.once('error', (error: NodeJS.ErrnoException) => {
      end(() => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch(error) : error));
    });
    worker.once('exit', () => end(() => reject(new Error('The thread that reads the body ended without a result.'))));
  });
}

/** One body at a time, from its first byte, to limit memory. */
export class BodyWorker {
  #isBusy = false;

  /**
   * Reserves the place for a body, before its first byte is read.
   * @returns a function that releases it
   * @throws MensuraError `too-many` if it is taken
   */
  enter(): () => void {
    if (this.#isBusy)
      throw new MensuraError('too-many', 'Another backup is being read. Try again when it has finished.');
    this.#isBusy = true;
    return () => {
      this.#isBusy = false;
    };
  }

  /**
   * The validated body of a restore.
   * @throws MensuraError `bad-request` naming the errors
   */
  async read(bytes: Uint8Array<ArrayBuffer>): Promise<JsonBody> {
    const result = await run(bytes);
    if ('value' in result) return { value: result.value, problem: undefined };
    throw new MensuraError('bad-request', result.message, { errors: result.errors });
  }
}
