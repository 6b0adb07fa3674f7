/** What a running service says of itself through its inspector: memory, what it keeps open, how late its timers are. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Inspector } from '../support/inspector.ts';

/** How late timers were since the look before, in milliseconds. */
export interface Delay {
  p99: number;
  max: number;
}

/** What lives in a process that is at rest. Each grows with what is forgotten to be ended. */
export interface Living {
  /** Timers, sockets and the like that keep the process alive, by kind (`process.getActiveResourcesInfo`). */
  resources: Record<string, number>;
  /** Listeners of all event emitters of Node, by the class of the emitter. */
  listeners: Record<string, number>;
  /** Entries of all maps and sets: lists of devices, listeners of our own emitters. Of caches only so many count. */
  entries: number;
  /** Timers that are set, by how long they run and the beginning of what they call. */
  timers: Record<string, number>;
}

/** Timers are looked at so often, in milliseconds: what they are late by is counted beyond it. */
const RESOLUTION_MS = 10;

const PREPARE = `globalThis.soakDelay = process.getBuiltinModule('node:perf_hooks')
  .monitorEventLoopDelay({ resolution: ${RESOLUTION_MS} }); soakDelay.enable()`;

const DELAY = `(() => { const late = (ns) => Math.max(0, ns / 1e6 - ${RESOLUTION_MS});
  return { p99: late(soakDelay.percentile(99)), max: late(soakDelay.max) }; })()`;

const RESOURCES = `process.getActiveResourcesInfo()
  .reduce((counts, kind) => ({ ...counts, [kind]: (counts[kind] ?? 0) + 1 }), {})`;

const LISTENERS = `function () {
  const counts = {};
  for (const emitter of this) {
    if (typeof emitter._events !== 'object' || emitter._events === null) continue;
    const name = emitter.constructor?.name;
    for (const event of emitter.eventNames()) counts[name] = (counts[name] ?? 0) + emitter.listenerCount(event);
  }
  return counts;
}`;

/** More of one map or set say nothing: it is a cache that fills, and has a bound of its own. */
const MOST_ENTRIES = 200;

/** Prototypes of maps and sets are among them and have no size. */
const SIZES = `function () {
  return this.reduce((sum, each) => {
    try { return sum + Math.min(${MOST_ENTRIES}, each.size); } catch { return sum; }
  }, 0);
}`;

const TIMERS = `function () {
  const counts = {};
  for (const { _onTimeout, _idleTimeout, _destroyed } of this) {
    if (_destroyed !== false || typeof _onTimeout !== 'function') continue;
    const name = _idleTimeout + ' ms: ' + String(_onTimeout).replace(/\\s+/g, ' ').slice(0, 60);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}`;

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

  resources(): Promise<Record<string, number>> {
    return this.#inspector.evaluate<Record<string, number>>(RESOURCES);
  }

  /** Takes a second of the process. */
  async living(): Promise<Living> {
    const emitters = "process.getBuiltinModule('node:events').prototype";
    const listeners = await this.#inspector.overAll<Record<string, number>>(emitters, LISTENERS);
    const maps = await this.#inspector.overAll<number>('Map.prototype', SIZES);
    const sets = await this.#inspector.overAll<number>('Set.prototype', SIZES);
    const timeout =
      '(() => { const one = setTimeout(() => {}); clearTimeout(one); return Object.getPrototypeOf(one); })()';
    const timers = await this.#inspector.overAll<Record<string, number>>(timeout, TIMERS);
    return { resources: await this.resources(), listeners, entries: maps + sets, timers };
  }
}
