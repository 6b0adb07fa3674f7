/** Reads a file in a thread of its own, so that the service is not blocked. */
import { Worker } from 'node:worker_threads';
import { MensuraError } from '../../support/errors.ts';
import { workerFile } from '../../support/worker-file.ts';
import type { FromImportWorker, ImportWorkerData } from './messages.ts';
import type { ParsedFile } from './parse-file.ts';

/** Heap limit of the thread in MiB; the columns of readings are outside the heap. */
const WORKER_HEAP_MB = 512;

/**
 * @param onProgress is called with the number of bytes read
 * @param signal ends the thread
 * @throws MensuraError `bad-request` for a file with too much in it; the reason of the signal
 */
export function parseFile(
  data: ImportWorkerData,
  onProgress: (bytes: number) => void,
  signal: AbortSignal,
): Promise<ParsedFile> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const worker = new Worker(workerFile('import-worker'), {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB },
    });
    const end = (settle: () => void): void => {
      signal.removeEventListener('abort', abort);
      void worker.terminate();
      settle();
    };
    const abort = (): void => end(() => reject(signal.reason as Error));
    signal.addEventListener('abort', abort);
    worker.on('message', (message: FromImportWorker) => {
      if (message.kind === 'progress') onProgress(message.bytes);
      else if (message.kind === 'parsed') end(() => resolve(message.file));
      else end(() => reject(new MensuraError(message.code, message.message, { errors: message.errors })));
    });
    worker.once('error', (error) => end(() => reject(error)));
    worker.once('exit', () => end(() => reject(new Error('The thread that reads the file ended without a result.'))));
  });
}
