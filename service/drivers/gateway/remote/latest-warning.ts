/** The newest warning about messages from a broker, shown for a limited time. */
import type { GatewayError, GatewayErrorCode } from '../../../contract/index.ts';
import type { Clock } from '../../../support/clock.ts';

/** How long a warning is shown after its last occurrence, in milliseconds. */
export const WARNING_VISIBLE_MS = 60_000;

/** Longest shown part of a topic, in characters. */
const SHOWN_TOPIC = 200;

export class LatestWarning {
  readonly #clock: Clock;
  #newest: GatewayError | null = null;
  /** When it last occurred, on the monotonic clock. */
  #at = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * @param text what happened, without its subject
   * @returns whether this is its first report
   */
  add(code: GatewayErrorCode, subject: string, text: string, remedy: string): boolean {
    const whole = `${subject.length > SHOWN_TOPIC ? `${subject.slice(0, SHOWN_TOPIC)}...` : subject} ${text}.`;
    const isNew = this.current?.text !== whole;
    this.#newest = { code, text: whole, remedy, timestamp: new Date(this.#clock.now()).toISOString() };
    this.#at = this.#clock.monotonic();
    return isNew;
  }

  /** Null when nothing happened recently. */
  get current(): GatewayError | null {
    return this.#clock.monotonic() - this.#at > WARNING_VISIBLE_MS ? null : this.#newest;
  }
}
