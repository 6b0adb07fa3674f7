/** Lets virtual time pass: never faster than wanted, and not at all while something is under way outside of it. */
import { Worker } from 'node:worker_threads';
import { leading } from './preload.ts';
import { realTime } from './time.ts';

if (!leading) throw new Error('The program needs preload.ts loaded before it.');
export const { time, share, askThread } = leading;

/** The longest step, in milliseconds of virtual time. */
const STEP_MS = 1000;

/** How long something may be under way, in milliseconds of real time: longer, and it waits for virtual time itself. */
const PATIENCE_MS = 3000;

/** How far it may lie behind and catch up, in milliseconds of real time: a computer that is busy is late. */
const MADE_UP_MS = 50;

/** Requests to the system whose end a program waits for. */
const REQUESTS = new Set(['FSReqCallback', 'FSReqPromise', 'TCPConnectWrap', 'WriteWrap', 'ShutdownWrap']);

/** Questions to worker threads that are not answered yet. */
const questions = new Set<unknown>();

/** Each question to a thread of ours has an `id`, and its answer the same. */
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
  /** How much faster than real time, at most. */
  factor: number;
  /** Whether time shall stand still for another reason. */
  hold(): boolean;
}

export class Pace {
  readonly #options: PaceOptions;

  constructor(options: PaceOptions) {
    this.#options = options;
  }

  /** Lets so many milliseconds pass. */
  async pass(ms: number): Promise<void> {
    const until = time.elapsed + ms;
    let [from, at] = [time.elapsed, realTime.now()];
    while (time.elapsed < until) {
      time.step(Math.min(STEP_MS, until - time.elapsed));
      share();
      await this.#settle();
      const aheadMs = (time.elapsed - from) / this.#options.factor - (realTime.now() - at);
      if (aheadMs > 1) await realTime.wait(aheadMs);
      // What took much longer is not made up for: a burst would be faster than wanted.
      if (aheadMs < -MADE_UP_MS) [from, at] = [time.elapsed, realTime.now()];
    }
  }

  /** Lets time pass until this holds. @throws Error after so many milliseconds of virtual time */
  async until(what: string, holds: () => boolean | Promise<boolean>, mostMs = 24 * 3_600_000): Promise<void> {
    const end = time.elapsed + mostMs;
    while (!(await holds())) {
      if (time.elapsed > end) throw new Error(`Waited ${mostMs} ms of virtual time for: ${what}`);
      await this.pass(100);
    }
  }

  /** Answers what a promise does, while time passes. */
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
