/**
 * Time under the control of a program: the wall clock, the monotonic clock and all timers of this thread. It moves from
 * timer to timer and stops in between, so that a busy computer never makes a timer late.
 */

import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';

const real = { setTimeout, setImmediate, now: performance.now.bind(performance), Date };

/** A timer as Node has it, as far as programs use it. */
class VirtualTimer {
  readonly run: () => void;
  readonly ms: number;
  readonly repeats: boolean;
  readonly #time: VirtualTime;
  at = 0;

  constructor(time: VirtualTime, run: () => void, ms: number, repeats: boolean) {
    this.#time = time;
    this.run = run;
    // As in Node, anything but a number from 1 is 1.
    this.ms = ms >= 1 ? ms : 1;
    this.repeats = repeats;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }

  refresh(): this {
    this.#time.set(this);
    return this;
  }

  close(): this {
    this.#time.clear(this);
    return this;
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

export class VirtualTime {
  /** Milliseconds since the start. */
  elapsed = 0;
  /** The wall clock at the start plus later changes, in milliseconds since 1970. */
  wallAtStart: number;
  /** Number of timers run. */
  runs = 0;
  readonly #timers = new Set<VirtualTimer>();

  constructor(wallAtStart: number) {
    this.wallAtStart = wallAtStart;
  }

  now(): number {
    return Math.floor(this.wallAtStart + this.elapsed);
  }

  /** Number of set timers. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Replaces the clocks and timers of this thread permanently. */
  install(): void {
    const now = (): number => this.now();
    const set = (run: (...args: unknown[]) => void, ms: number, repeats: boolean, args: unknown[]): VirtualTimer => {
      const timer = new VirtualTimer(this, () => run(...args), ms, repeats);
      this.set(timer);
      return timer;
    };
    class VirtualDate extends real.Date {
      constructor(...given: unknown[]) {
        if (given.length === 0) super(now());
        else super(...(given as [number]));
      }

      static override now(): number {
        return now();
      }
    }
    const clear = (timer: unknown): void => {
      if (timer instanceof VirtualTimer) this.clear(timer);
    };
    Object.assign(globalThis, {
      Date: VirtualDate,
      setTimeout: (run: () => void, ms: number, ...args: unknown[]) => set(run, ms, false, args),
      setInterval: (run: () => void, ms: number, ...args: unknown[]) => set(run, ms, true, args),
      clearTimeout: clear,
      clearInterval: clear,
    });
    performance.now = () => this.elapsed;
    Object.assign(timersPromises, {
      setTimeout: (ms: number, value: unknown, options?: { signal?: AbortSignal }) => this.#wait(ms, value, options),
    });
    syncBuiltinESMExports();
  }

  set(timer: VirtualTimer): void {
    timer.at = this.elapsed + timer.ms;
    this.#timers.add(timer);
  }

  clear(timer: VirtualTimer): void {
    this.#timers.delete(timer);
  }

  /** Advances to the next timer, at most by this number of milliseconds, and runs due timers. */
  step(mostMs: number): void {
    let next: VirtualTimer | undefined;
    for (const timer of this.#timers) if (!next || timer.at < next.at) next = timer;
    const until = Math.min(this.elapsed + mostMs, next?.at ?? Number.POSITIVE_INFINITY);
    this.elapsed = Math.max(this.elapsed, until);
    if (!next || next.at > this.elapsed) return;
    this.runs += 1;
    if (next.repeats) this.set(next);
    else this.#timers.delete(next);
    next.run();
  }

  #wait(ms: number, value: unknown, { signal }: { signal?: AbortSignal } = {}): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        this.clear(timer);
        reject(new DOMException('The operation was aborted', 'AbortError'));
      };
      const timer = new VirtualTimer(
        this,
        () => {
          signal?.removeEventListener('abort', abort);
          resolve(value);
        },
        ms,
        false,
      );
      if (signal?.aborted) return abort();
      signal?.addEventListener('abort', abort, { once: true });
      this.set(timer);
    });
  }
}

/** The computer's own clock and timers. */
export const realTime = {
  now: real.now,
  /** The next iteration of the event loop. */
  turn: (): Promise<void> => new Promise((resolve) => real.setImmediate(resolve)),
  wait: (ms: number): Promise<void> => new Promise((resolve) => real.setTimeout(resolve, ms)),
  every: (run: () => void, ms: number): void => {
    const again = (): void => {
      run();
      real.setTimeout(again, ms).unref();
    };
    again();
  },
};
