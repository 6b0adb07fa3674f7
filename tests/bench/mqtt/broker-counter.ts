/**
 * How many messages a Mosquitto was given, by its own count. It tells the count every other second at most; an
 * independent `mosquitto_sub` stamps each when it comes. So counting costs the broker next to nothing, whatever the rate.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { AtEnd } from '../../support/ends.ts';
import { startWitness } from '../../support/load/witness.ts';
import { PATIENCE_MS } from '../patience.ts';

/** What a broker must be told so that it can be counted. */
export const COUNTED = ['sys_interval 1'];

const TOPIC = '$SYS/broker/publish/messages/received';

/** So long it stands still when nobody publishes any more, in milliseconds: it is told every other second. */
const STANDSTILL_MS = 7000;

interface Count {
  /** Seconds since 1970. */
  at: number;
  /** Messages since the broker was started. */
  messages: number;
  /** What `probe` answered then. */
  probed: readonly number[];
}

export interface Rate {
  perSecond: number;
  messages: number;
  seconds: number;
  /** How much what was probed rose meanwhile. */
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

  /** Messages since the broker was started, as it last told. */
  get messages(): number {
    return this.#counts.at(-1)?.messages ?? 0;
  }

  /** Waits until it has counted so many. @returns how many it lacks after a while, 0 when it has them all */
  async reaches(messages: number): Promise<number> {
    const deadline = performance.now() + PATIENCE_MS;
    while (this.messages < messages && performance.now() < deadline) await delay(100);
    return Math.max(0, messages - this.messages);
  }

  /**
   * Messages per second between the first count after the warm-up and a count so much later or more.
   * @param before how many there were before the one began that is measured
   * @param supply how many it has to send at most
   * @param probe called with each count: processor times, for example
   * @returns undefined when all were sent before, or the count came to a standstill: it is told only when it has changed
   * @throws Error when it never began
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

  /** The first count so many milliseconds after one or later. @param end the count after which none follows */
  async #after(count: Count, ms: number, end: number): Promise<Count | undefined> {
    let later: Count | undefined = count;
    while (later && later.at < count.at + ms / 1000) later = this.messages < end ? await this.#next() : undefined;
    return later;
  }

  /** The next count; undefined when it stands still. */
  async #next(): Promise<Count | undefined> {
    const known = this.#counts.length;
    const deadline = performance.now() + STANDSTILL_MS;
    while (this.#counts.length === known && performance.now() < deadline) await delay(20);
    return this.#counts[known];
  }
}
