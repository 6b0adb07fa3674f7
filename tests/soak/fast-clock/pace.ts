/** Advances virtual time, at most at the wanted speed, and not while something outside it is pending. */
import { Worker } from 'node:worker_threads';
import { leading } from './preload.ts';
import { realTime } from './time.ts';

if (!leading) throw new Error('The program needs preload.ts loaded before it.');
export const { time, share, askThread } = leading;

/** The longest step, in milliseconds of virtual time. */
const STEP_MS = 1000;

/** Time limit for a pending request, in milliseconds of real time: a longer one waits for virtual time itself. */
const PATIENCE_MS = 3000;

/** Maximum delay to catch up after, in milliseconds of real time, on a busy computer. */
const MADE_UP_MS = 50;

/** System requests that a program waits for. */
const REQUESTS = new Set(['FSReqCallback', 'FSReqPromise', 'TCPConnectWrap', 'WriteWrap', 'ShutdownWrap']);

/** Pending requests to worker threads. */
const questions = new Set<unknown>();

/** Requests to our threads and their responses have the same `id`. */
export function watchThreads(): void {
  const { postMessage } = Worker.prototype;
  const heard = new WeakSet<Worker>();
  Worker.prototype.postMessage = function (this: Worker, message: { id?: unknown }, ...rest: [never]) {
    if (message.id !== undefined) questions.add(message.id);
    if (!heard.has(this)) {
      heard.add(this);
      this.on('message', (answer: { id?: unknown }) => questions.delete(answer.id));
    }
    return postMessage.call(this, message, ...rest);
  };
}

export interface PaceOptions {
  /** Maximum speed relative to real time. */
  factor: number;
  /** Whether to stop time for another reason. */
  hold(): boolean;
}

export class Pace {
  readonly #options: PaceOptions;

  constructor(options: PaceOptions) {
    this.#options = options;
  }

  /** Advances time by this number of milliseconds. */
  async pass(ms: number): Promise<void> {
    const until = time.elapsed + ms;
    let [from, at] = [time.elapsed, realTime.now()];
    while (time.elapsed < until) {
      time.step(Math.min(STEP_MS, until - time.elapsed));
      share();
      await this.#settle();
      const aheadMs = (time.elapsed - from) / this.#options.factor - (realTime.now() - at);
      if (aheadMs > 1) await realTime.wait(aheadMs);
      // Long delays are not made up for, since a burst would exceed the wanted speed.
      if (aheadMs < -MADE_UP_MS) [from, at] = [time.elapsed, realTime.now()];
    }
  }

  /** Advances time until the condition holds. @throws Error after the limit in milliseconds of virtual time */
  async until(what: string, holds: () => boolean | Promise<boolean>, mostMs = 24 * 3_600_000): Promise<void> {
    const end = time.elapsed + mostMs;
    while (!(await holds())) {
      if (time.elapsed > end) throw new Error(`Waited ${mostMs} ms of virtual time for: ${what}`);
      await this.pass(100);
    }
  }

  /** Resolves as the promise does, while time advances. */
  async during<Answer>(promise: Promise<Answer>): Promise<Answer> {
    let isDone = false;
    const done = promise.finally(() => {
      isDone = true;
    });
    // It is awaited below.
    done.catch(() => {});
    await this.until('an answer', () => isDone);
    return done;
  }

  async #settle(): Promise<void> {
    const begin = realTime.now();
    do {
      await realTime.turn();
    } while (this.#isBusy() && realTime.now() - begin < PATIENCE_MS);
  }

  #isBusy(): boolean {
    return (
      questions.size > 0 || this.#options.hold() || process.getActiveResourcesInfo().some((kind) => REQUESTS.has(kind))
    );
  }
}
