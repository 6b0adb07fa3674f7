import { parentPort, workerData } from 'node:worker_threads';
import { errorText } from '../../support/errors.ts';
import type { Slice } from '../types.ts';
import { systemTimeZone } from './csv/time-zone.ts';
import { type FromWorker, MAX_CHUNKS_IN_FLIGHT, type ToWorker } from './messages.ts';
import type { ExportPlan } from './plan.ts';
import { type Progress, writeExport } from './write-export.ts';

class Semaphore {
  #free: number;
  #waiting: (() => void)[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  /** Waits for a free slot and takes it. */
  async take(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  giveBack(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}

const port = parentPort;
if (!port) throw new Error('This file must run as a worker thread.');

const progress: Progress = { rows: 0, readings: 0 };
const questions = new Map<number, (slice: Slice) => void>();
const room = new Semaphore(MAX_CHUNKS_IN_FLIGHT);

function tell(message: FromWorker, handedOver: ArrayBuffer[] = []): void {
  port?.postMessage(message, handedOver);
}

port.on('message', (message: ToWorker) => {
  if (message.kind === 'taken') {
    room.giveBack();
    return;
  }
  const { channel, at, value, next } = message;
  const answer = questions.get(channel);
  questions.delete(channel);
  answer?.({ at, value, next });
});

try {
  await writeExport({
    plan: workerData as ExportPlan,
    read: (channel, from) =>
      new Promise((resolve) => {
        questions.set(channel, resolve);
        tell({ kind: 'read', channel, from });
      }),
    sink: {
      put: async (bytes) => {
        if (bytes.length === 0) return;
        await room.take();
        tell({ kind: 'piece', bytes, ...progress }, [bytes.buffer]);
      },
    },
    zone: systemTimeZone(),
    progress,
    onBegun: () => tell({ kind: 'begun' }),
  });
  tell({ kind: 'end', ...progress });
} catch (error) {
  tell({ kind: 'failed', reason: errorText(error) });
}
port.close();
