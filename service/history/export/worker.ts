import { parentPort, workerData } from 'node:worker_threads';
import { errorText } from '../../support/errors.ts';
import type { Slice } from '../types.ts';
import { systemTimeZone } from './csv/time-zone.ts';
import { type FromWorker, MAX_CHUNKS_IN_FLIGHT, type ToWorker } from './messages.ts';
import type { ExportPlan } from './plan.ts';
import { type Progress, writeExport } from './write-export.ts';

const port = parentPort;
if (!port) throw new Error('This file must run as a worker thread.');

const progress: Progress = { rows: 0, readings: 0 };
const pendingReads = new Map<number, (slice: Slice) => void>();
let chunksInFlight = 0;
/** A chunk was taken. */
let taken = Promise.withResolvers<void>();

function send(message: FromWorker, transferred: ArrayBuffer[] = []): void {
  port?.postMessage(message, transferred);
}

port.on('message', (message: ToWorker) => {
  if (message.kind === 'taken') {
    chunksInFlight -= 1;
    taken.resolve();
    return;
  }
  const { channel, at, value, next } = message;
  const resolve = pendingReads.get(channel);
  pendingReads.delete(channel);
  resolve?.({ at, value, next });
});

try {
  await writeExport({
    plan: workerData as ExportPlan,
    read: (channel, from) =>
      new Promise((resolve) => {
        pendingReads.set(channel, resolve);
        send({ kind: 'read', channel, from });
      }),
    sink: {
      put: async (bytes) => {
        if (bytes.length === 0) return;
        // Chunks are put one after the other.
        if (chunksInFlight >= MAX_CHUNKS_IN_FLIGHT) {
          taken = Promise.withResolvers<void>();
          await taken.promise;
        }
        chunksInFlight += 1;
        send({ kind: 'piece', bytes, ...progress }, [bytes.buffer]);
      },
    },
    zone: systemTimeZone(),
    progress,
    onBegun: () => send({ kind: 'begun' }),
    onProgress: () => send({ kind: 'progress', ...progress }),
  });
  send({ kind: 'end', ...progress });
} catch (error) {
  send({ kind: 'failed', reason: errorText(error) });
}
port.close();
