/** The thread that parses and validates one body of a restore, posts the result, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { restoreRequestSchema } from '../../contract/index.ts';
import { errorText, isMensuraError } from '../../support/errors.ts';
import type { WorkerResult } from './body-worker.ts';
import { checkBody, readJson } from './strict-json.ts';

function readRestore(bytes: Uint8Array): WorkerResult {
  try {
    return { value: checkBody(restoreRequestSchema, readJson(bytes)) };
  } catch (error) {
    if (!isMensuraError(error, 'bad-request')) throw error;
    return { message: errorText(error), errors: error.errors };
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
parentPort?.postMessage(readRestore(workerData as Uint8Array));
