/** Figures of a running service through its inspector: memory, open resources, delay of timers. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Inspector } from '../support/inspector.ts';
import { type Counts, type Living, lookAtLiving } from './living.ts';

/** Delay of timers since the last sample, in milliseconds. */
export interface Delay {
  p99: number;
  max: number;
}

/** Interval of the timer whose delay is measured, in milliseconds. */
const RESOLUTION_MS = 10;

const PREPARE = `globalThis.soakDelay = process.getBuiltinModule('node:perf_hooks')
  .monitorEventLoopDelay({ resolution: ${RESOLUTION_MS} }); soakDelay.enable()`;

const DELAY = `(() => { const late = (ns) => Math.max(0, ns / 1e6 - ${RESOLUTION_MS});
  return { p99: late(soakDelay.percentile(99)), max: late(soakDelay.max) }; })()`;

const RESOURCES = `process.getActiveResourcesInfo()
  .reduce((counts, kind) => ({ ...counts, [kind]: (counts[kind] ?? 0) + 1 }), {})`;

export class Insides {
  readonly #inspector: Inspector;

  constructor(inspector: Inspector) {
    this.#inspector = inspector;
  }

  /** Before the first sample. */
  async prepare(): Promise<void> {
    await this.#inspector.evaluate(PREPARE);
  }

  /** Delay of timers since the last `heapMiB`. */
  delay(): Promise<Delay> {
    return this.#inspector.evaluate<Delay>(DELAY);
  }

  /** Script memory of the main thread after a garbage collection, in MiB. */
  async heapMiB(): Promise<number> {
    await this.#inspector.call('HeapProfiler.collectGarbage');
    const { usedSize } = await this.#inspector.call<{ usedSize: number }>('Runtime.getHeapUsage');
    // The delay of the collection itself does not count.
    await delay(10 * RESOLUTION_MS);
    await this.#inspector.evaluate('soakDelay.reset()');
    return usedSize / 2 ** 20;
  }

  /** Timers, sockets and the like that keep the process alive, by kind (`process.getActiveResourcesInfo`). */
  resources(): Promise<Counts> {
    return this.#inspector.evaluate<Counts>(RESOURCES);
  }

  /** Blocks the process for some seconds. */
  living(): Promise<Living> {
    return lookAtLiving(this.#inspector);
  }
}
