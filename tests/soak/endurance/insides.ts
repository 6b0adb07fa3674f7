/** What a running service says of itself through its inspector: memory, what it keeps open, how late its timers are. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Inspector } from '../support/inspector.ts';
import { type Counts, type Living, lookAtLiving } from './living.ts';

/** How late timers were since the look before, in milliseconds. */
export interface Delay {
  p99: number;
  max: number;
}

/** Timers are looked at so often, in milliseconds: what they are late by is counted beyond it. */
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

  /** Before the first look. */
  async prepare(): Promise<void> {
    await this.#inspector.evaluate(PREPARE);
  }

  /** How late timers were since the last `heapMiB`. */
  delay(): Promise<Delay> {
    return this.#inspector.evaluate<Delay>(DELAY);
  }

  /** Script memory of the main thread that is really needed, in MiB: a garbage collection comes before. */
  async heapMiB(): Promise<number> {
    await this.#inspector.call('HeapProfiler.collectGarbage');
    const { usedSize } = await this.#inspector.call<{ usedSize: number }>('Runtime.getHeapUsage');
    // The collection itself is none of the service's doing: what it made late is over by then.
    await delay(10 * RESOLUTION_MS);
    await this.#inspector.evaluate('soakDelay.reset()');
    return usedSize / 2 ** 20;
  }

  /** Timers, sockets and the like that keep the process alive, by kind (`process.getActiveResourcesInfo`). */
  resources(): Promise<Counts> {
    return this.#inspector.evaluate<Counts>(RESOURCES);
  }

  /** Takes some seconds of the process. */
  living(): Promise<Living> {
    return lookAtLiving(this.#inspector);
  }
}
