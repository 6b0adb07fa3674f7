/** The main thread's side of the store's worker: one at a time, restarted when it exits. */
import { Worker } from 'node:worker_threads';
import { Backoff } from '../../support/backoff.ts';
import { errorText } from '../../support/errors.ts';
import { StoreError, type StoreEvents } from '../types.ts';
import {
  type StoreOperation,
  type StoreOperations,
  type StoreReply,
  type StoreRequest,
  type StoreWorkerData,
  unpackError,
} from './messages.ts';

/** Delay before restarting an exited thread. */
const RESTART = { firstMs: 100, longestMs: 30_000 } as const;

/** Lifetime after which the delay starts from `firstMs` again, in milliseconds. */
const STABLE_MS = 60_000;

/** Limit of pending requests. */
const MAX_PENDING = 1000;

interface Pending {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export interface StoreThreadOptions {
  file: URL;
  data: StoreWorkerData;
  setAside(event: StoreEvents['setAside']): void;
  warn(text: string): void;
  /** The thread exited by itself; pending requests are rejected. */
  crashed(event: StoreEvents['crashed']): void;
  /** Another thread runs. */
  begunAgain(): void;
}

export class StoreThread {
  readonly #options: StoreThreadOptions;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | undefined;
  readonly #restart = new Backoff(RESTART);
  #startedAt = 0;
  #lastId = 0;
  #isStopped = false;
  /** Why the last thread exited. */
  #reason = '';

  constructor(options: StoreThreadOptions) {
    this.#options = options;
  }

  /** @throws StoreError `failed` if the thread does not run; errors of the operation */
  request<Name extends StoreOperation>(
    name: Name,
    ...args: Parameters<StoreOperations[Name]>
  ): Promise<Awaited<ReturnType<StoreOperations[Name]>>> {
    if (!this.#worker && !this.#restart.isPausing && !this.#isStopped) this.#start();
    const worker = this.#worker;
    if (!worker) {
      const why = this.#reason && `: ${this.#reason}`;
      return Promise.reject(new StoreError('failed', `The history worker is not running${why}`));
    }
    if (this.#pending.size >= MAX_PENDING) {
      return Promise.reject(new StoreError('failed', `The history has ${MAX_PENDING} requests in progress`));
    }
    const request: StoreRequest = { id: ++this.#lastId, name, args };
    return new Promise((resolve, reject) => {
      this.#pending.set(request.id, {
        resolve: (value) => resolve(value as Awaited<ReturnType<StoreOperations[Name]>>),
        reject,
      });
      // Copied, not transferred: an uncommitted batch must remain for the next attempt.
      worker.postMessage(request, []);
    });
  }

  /** Ends the thread for good after all pending requests. May be called twice. */
  async stop(): Promise<void> {
    this.#restart.stop();
    const worker = this.#worker;
    const closed = worker && !this.#isStopped ? this.request('close') : undefined;
    this.#isStopped = true;
    try {
      await closed;
    } finally {
      await worker?.terminate();
    }
  }

  /** If the system refuses a thread, that counts as an immediate exit. */
  #start(): void {
    this.#startedAt = performance.now();
    let worker: Worker;
    try {
      worker = new Worker(this.#options.file, { workerData: this.#options.data });
    } catch (error) {
      this.#ended(errorText(error));
      return;
    }
    this.#worker = worker;
    let reason = 'unexpected exit';
    worker.on('message', (reply: StoreReply) => this.#onReply(reply));
    worker.on('error', (error) => {
      reason = errorText(error);
    });
    worker.once('exit', () => this.#ended(reason));
  }

  #onReply(reply: StoreReply): void {
    if ('setAside' in reply) this.#options.setAside(reply.setAside);
    else if ('warning' in reply) this.#options.warn(reply.warning);
    else {
      const pending = this.#pending.get(reply.id);
      this.#pending.delete(reply.id);
      if ('error' in reply) pending?.reject(unpackError(reply.error));
      else pending?.resolve(reply.value);
    }
  }

  #ended(reason: string): void {
    this.#worker = undefined;
    this.#reason = reason;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(new StoreError('failed', `The history worker exited: ${reason}`));
    if (this.#isStopped) return;
    if (performance.now() - this.#startedAt > STABLE_MS) this.#restart.succeeded();
    this.#restart.later(() => {
      this.#start();
      if (this.#worker) this.#options.begunAgain();
    });
    this.#options.crashed({ reason });
  }
}
