/**
 * The number of messages that a Mosquitto received, by its own count. It publishes the count at most every 2 s, and an
 * independent `mosquitto_sub` stamps it, so counting costs the broker almost nothing at any rate.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { AtEnd } from '../../support/ends.ts';
import { startWitness } from '../../support/load/witness.ts';
import { PATIENCE_MS } from '../patience.ts';

/** The broker's configuration for counting. */
export const COUNTED = ['sys_interval 1'];

const TOPIC = '$SYS/broker/publish/messages/received';

/** Time without a new count after which nobody publishes, in milliseconds; counts come every 2 s. */
const STANDSTILL_MS = 7000;

interface Count {
  /** Seconds since 1970. */
  at: number;
  /** Messages since the broker's start. */
  messages: number;
  /** The result of `probe` at that time. */
  probed: readonly number[];
}

export interface Rate {
  perSecond: number;
  messages: number;
  seconds: number;
  /** Increase of each probed value. */
  probed: readonly number[];
}

export class BrokerCounter {
  readonly #counts: Count[] = [];
  #probe: () => readonly number[] = () => [];

  /** Begins to listen. */
  async start(atEnd: AtEnd, port: number): Promise<void> {
    await startWitness(atEnd, {
      port,
      filter: TOPIC,
      qos: 0,
      format: '%U %p',
      onLine: (line) => {
        const [at = Number.NaN, messages = Number.NaN] = line.split(' ').map(Number);
        this.#counts.push({ at, messages, probed: this.#probe() });
      },
    });
  }

  /** Messages since the broker's start, by its newest count. */
  get messages(): number {
    return this.#counts.at(-1)?.messages ?? 0;
  }

  /** Waits for a count. @returns how many messages it lacks after a time limit, 0 if none */
  async reaches(messages: number): Promise<number> {
    const deadline = performance.now() + PATIENCE_MS;
    while (this.messages < messages && performance.now() < deadline) await delay(100);
    return Math.max(0, messages - this.messages);
  }

  /**
   * Messages per second between the first count after the warm-up and one at least `durationMs` later.
   * @param before the count before the measured program started
   * @param supply maximum number of its messages
   * @param probe called with each count, for example for processor times
   * @returns undefined if all were sent before, or the count stopped: it is published only when it changes
   * @throws Error if it never started
   */
  async rate(
    { before, supply, warmUpMs, durationMs }: { before: number; supply: number; warmUpMs: number; durationMs: number },
    probe: () => readonly number[],
  ): Promise<Rate | undefined> {
    this.#probe = probe;
    if ((await this.reaches(before + 1)) > 0) throw new Error('The broker was given no message.');
    const start = this.#counts.at(-1);
    const first = start && (await this.#after(start, warmUpMs, before + supply));
    const last = first && (await this.#after(first, durationMs, before + supply));
    this.#probe = () => [];
    if (!first || !last) return undefined;
    const messages = last.messages - first.messages;
    const seconds = last.at - first.at;
    const probed = last.probed.map((value, index) => value - (first.probed[index] ?? Number.NaN));
    return { perSecond: messages / seconds, messages, seconds, probed };
  }

  /** The first count at least this many milliseconds after another. @param end the last count */
  async #after(count: Count, ms: number, end: number): Promise<Count | undefined> {
    let later: Count | undefined = count;
    while (later && later.at < count.at + ms / 1000) later = this.messages < end ? await this.#next() : undefined;
    return later;
  }

  /** The next count; undefined if none follows. */
  async #next(): Promise<Count | undefined> {
    const known = this.#counts.length;
    const deadline = performance.now() + STANDSTILL_MS;
    while (this.#counts.length === known && performance.now() < deadline) await delay(20);
    return this.#counts[known];
  }
}
