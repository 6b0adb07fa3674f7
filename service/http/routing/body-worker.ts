/** Reads bodies of many megabytes in a thread of their own: meanwhile instruments are read, and others are answered. */
import { Worker } from 'node:worker_threads';
import { type FieldError, MensuraError } from '../../support/errors.ts';
import { workerFile } from '../../support/worker-file.ts';
import type { BodyReader } from './body.ts';
import type { JsonBody } from './strict-json.ts';

/** What the thread found: the checked value, or what is wrong. */
export type WorkerResult = { value: unknown } | { message: string; problems: readonly FieldError[] };

/** The most memory that the thread may take, in MiB: a body of 16 MiB takes a tenth of it as a rule. */
const MAX_MIB = 1024;

/** How long it may take, in milliseconds. */
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
    worker.once('message', (answer: WorkerResult) => end(() => resolve(answer)));
    worker.once('error', (error: NodeJS.ErrnoException) => {
      end(() => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch(error) : error));
    });
    worker.once('exit', () => end(() => reject(new Error('The thread that reads the body ended without a result.'))));
  });
}

/** One body at a time, from its first byte: each may take much memory. */
export class BodyWorker implements BodyReader {
  #isBusy = false;

  enter(): () => void {
    if (this.#isBusy)
      throw new MensuraError('too-many', 'Another backup is being read. Try again when it has finished.');
    this.#isBusy = true;
    return () => {
      this.#isBusy = false;
    };
  }

  /**
   * The body of a restore, checked.
   * @throws MensuraError `bad-request` naming what is wrong
   */
  async read(bytes: Uint8Array<ArrayBuffer>): Promise<JsonBody> {
    const answer = await run(bytes);
    if ('value' in answer) return { value: answer.value, problem: undefined };
    throw new MensuraError('bad-request', answer.message, { problems: answer.problems });
  }
}
