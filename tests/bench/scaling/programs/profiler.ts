/** A sampling profile of the main thread, taken by the engine itself: every function, with where it was called from. */
import { type Profiler, Session } from 'node:inspector/promises';

/** From one sample to the next, in microseconds. */
const INTERVAL_US = 500;

/** A function in one way of being called, and how many samples met it. */
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
