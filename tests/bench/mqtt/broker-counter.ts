/**
 * How many messages a Mosquitto was given, by its own count. It tells the count every other second at most; an
 * independent `mosquitto_sub` stamps each when it comes. So counting costs the broker next to nothing, whatever the rate.
 */
import { until } from '../../contract/support/until.ts';
import type { AtEnd } from '../../soak/support/ends.ts';
import { startWitness } from '../../soak/support/witness.ts';

/** What a broker must be told so that it can be counted. */
export const COUNTED = ['sys_interval 1'];

const TOPIC = '$SYS/broker/publish/messages/received';

/** How long the count may stand still, in milliseconds. */
const PATIENCE_MS = 30_000;

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

  /**
   * Messages per second between the first count after the warm-up and a count so much later or more.
   * @param probe called with each count: processor times, for example
   * @throws Error when the count stands still: it is told only when it has changed
   */
  async rate(
    { warmUpMs, durationMs }: { warmUpMs: number; durationMs: number },
    probe: () => readonly number[],
  ): Promise<Rate> {
    this.#probe = probe;
    const start = await this.#next();
    const first = await this.#after(start.at + warmUpMs / 1000);
    const last = await this.#after(first.at + durationMs / 1000);
    this.#probe = () => [];
    const messages = last.messages - first.messages;
    const seconds = last.at - first.at;
    const probed = last.probed.map((value, index) => value - (first.probed[index] ?? Number.NaN));
    return { perSecond: messages / seconds, messages, seconds, probed };
  }

  async #after(at: number): Promise<Count> {
    for (;;) {
      const count = await this.#next();
      if (count.at >= at) return count;
    }
  }

  #next(): Promise<Count> {
    const known = this.#counts.length;
    return until('the broker to tell its count', () => this.#counts[known], PATIENCE_MS);
  }
}
