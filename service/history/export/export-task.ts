/** One export: its worker, which makes the file, and the stream that delivers it. */
import { Worker } from 'node:worker_threads';
import type { ExportJob } from '../../contract/index.ts';
import type { Clock } from '../../support/clock.ts';
import { errorText, MensuraError } from '../../support/errors.ts';
import { workerFile } from '../../support/worker-file.ts';
import type { HistoryStore, Slice } from '../types.ts';
import { ChunkStream } from './chunk-stream.ts';
import type { FromWorker, ToWorker } from './messages.ts';
import type { ExportPlan } from './plan.ts';

/** Heap limit of a worker in MiB; its readings are outside the heap and bounded separately. */
const WORKER_HEAP_MB = 512;

/**
 * Part of it for young objects, in MiB. V8's default is four times as much, and the process keeps some of that after
 * the thread ends.
 */
const WORKER_YOUNG_HEAP_MB = 12;

export interface ExportRunOptions {
  id: string;
  /** Proposed file name. */
  file: string;
  plan: ExportPlan;
  source: Pick<HistoryStore, 'read' | 'count'>;
  clock: Clock;
  /** Canceled when nobody reads for so long, in milliseconds. */
  stalledMs: number;
  /** Replaces the worker in tests. */
  worker?: URL | undefined;
  onEnd(job: ExportJob): void;
}

export class ExportTask {
  readonly stream: ChunkStream;
  readonly #options: ExportRunOptions;
  readonly #begun = Promise.withResolvers<void>();
  readonly #started: string;
  #worker: Worker | undefined;
  #stallTimer: NodeJS.Timeout | undefined;
  #state: ExportJob['state'] = 'preparing';
  #endedAt: number | undefined;
  #error: string | null = null;
  #expected: number | null = null;
  #rows = 0;
  #readings = 0;
  #bytes = 0;

  constructor(options: ExportRunOptions) {
    this.#options = options;
    this.#started = new Date(options.clock.now()).toISOString();
    this.stream = new ChunkStream({
      onTaken: () => this.#taken(),
      onDone: () => this.#end('done'),
      onLeft: () => this.#end('cancelled'),
    });
    // The caller of `start` gets this error; there may be none yet.
    this.#begun.promise.catch(() => {});
  }

  /** On the monotonic clock; undefined while it runs. */
  get endedAt(): number | undefined {
    return this.#endedAt;
  }

  view(): ExportJob {
    return {
      id: this.#options.id,
      state: this.#state,
      file: this.#options.file,
      started: this.#started,
      rows: this.#rows,
      readings: this.#readings,
      readings_expected: this.#expected,
      bytes: this.#bytes,
      error: this.#error,
    };
  }

  /**
   * Resolves when the first readings are available, so that headers may be sent.
   * @throws MensuraError `storage-failed`, or `conflict` if canceled meanwhile
   */
  async start(): Promise<void> {
    const { plan, source, stalledMs, worker: file = workerFile('export-worker') } = this.#options;
    void source.count(plan.channels, plan.from, plan.to).then(
      (count) => (this.#expected = count),
      (error: unknown) => this.#fail(error),
    );
    try {
      const worker = new Worker(file, {
        workerData: plan,
        resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB, maxYoungGenerationSizeMb: WORKER_YOUNG_HEAP_MB },
      });
      this.#worker = worker;
      worker.on('message', (message: FromWorker) => this.#onMessage(message));
      worker.on('error', (error) => this.#fail(error));
      worker.on('exit', () => this.#onWorkerExit());
      this.#stallTimer = setTimeout(() => this.#checkStalled(), stalledMs);
    } catch (error) {
      // The system refused a thread.
      this.#fail(error);
    }
    await this.#begun.promise;
  }

  cancel(): void {
    this.#end('cancelled');
  }

  #onMessage(message: FromWorker): void {
    if (this.#endedAt !== undefined) return;
    switch (message.kind) {
      case 'read':
        void this.#read(message.channel, message.from);
        return;
      case 'begun':
        this.#state = 'running';
        this.#begun.resolve();
        return;
      case 'progress':
        this.#progress(message);
        return;
      case 'piece':
        this.#progress(message);
        this.#bytes += message.bytes.length;
        this.stream.add(message.bytes);
        return;
      case 'end':
        this.#progress(message);
        this.stream.complete();
        return;
      case 'failed':
        this.#fail(message.reason);
        return;
    }
  }

  #progress({ rows, readings }: { rows: number; readings: number }): void {
    this.#rows = rows;
    this.#readings = readings;
  }

  async #read(channel: number, from: number): Promise<void> {
    const { plan, source } = this.#options;
    const ref = plan.channels[channel];
    try {
      if (!ref) throw new Error(`No channel ${channel} in this export.`);
      const slice = await source.read(ref, from, plan.to, plan.sliceReadings);
      if (slice.next !== null && slice.next <= from) throw new Error('The history returned no progress.');
      this.#sendSlice(channel, slice);
    } catch (error) {
      this.#fail(error);
    }
  }

  #sendSlice(channel: number, { at, value, next }: Slice): void {
    if (this.#endedAt !== undefined) return;
    const message: ToWorker = { kind: 'slice', channel, at, value, next };
    const transferred = new Set([at.buffer, value.buffer] as ArrayBuffer[]);
    this.#worker?.postMessage(message, [...transferred]);
  }

  #taken(): void {
    const message: ToWorker = { kind: 'taken' };
    this.#worker?.postMessage(message);
    this.#stallTimer?.refresh();
  }

  /** The worker exited: normal only if it reported its end before. */
  #onWorkerExit(): void {
    this.#worker = undefined;
    if (!this.stream.isComplete) this.#fail('The export worker exited unexpectedly.');
  }

  #checkStalled(): void {
    if (this.stream.isStalled) this.#end('cancelled', 'The client stopped reading the export.');
    else this.#stallTimer?.refresh();
  }

  #fail(error: unknown): void {
    this.#end('failed', errorText(error));
  }

  #end(state: 'done' | 'cancelled' | 'failed', error: string | null = null): void {
    if (this.#endedAt !== undefined) return;
    this.#endedAt = this.#options.clock.monotonic();
    this.#state = state;
    this.#error = error;
    clearTimeout(this.#stallTimer);
    // Terminate at once: a stuck worker cannot process a request to end.
    void this.#worker?.terminate();
    this.#options.onEnd(this.view());
    if (state === 'done') return;
    const reason =
      state === 'failed'
        ? new MensuraError(
            'storage-failed',
            `Cannot export the readings: ${error}. The file is incomplete; export again.`,
          )
        : new MensuraError('conflict', 'The export was canceled.');
    this.#begun.reject(reason);
    this.stream.destroy(reason);
  }
}
