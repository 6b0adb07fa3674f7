/** A sampling profile of the main thread by V8, with every function and its callers. */
import { type Profiler, Session } from 'node:inspector/promises';

/** Time between samples, in microseconds. */
const INTERVAL_US = 500;

/** A function with one chain of callers, and its samples. */
export type ProfileNode = Profiler.ProfileNode;

export class MainThreadProfiler {
  readonly #session = new Session();

  async start(): Promise<void> {
    this.#session.connect();
    await this.#session.post('Profiler.enable');
    await this.#session.post('Profiler.setSamplingInterval', { interval: INTERVAL_US });
    await this.#session.post('Profiler.start');
  }

  /** @returns the tree of calls, its root first */
  async stop(): Promise<ProfileNode[]> {
    const { profile } = await this.#session.post('Profiler.stop');
    this.#session.disconnect();
    return profile.nodes;
  }
}
