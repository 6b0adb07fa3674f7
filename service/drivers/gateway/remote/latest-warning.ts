/** The newest warning about messages from a broker, shown for a limited time. */
import type { GatewayError, GatewayErrorCode } from '../../../contract/index.ts';
import type { Clock } from '../../../support/clock.ts';

/** How long a warning is shown after its last occurrence, in milliseconds. */
export const WARNING_VISIBLE_MS = 60_000;

/** Longest shown part of a topic, in characters. */
const SHOWN_TOPIC = 200;

interface Notice extends Omit<GatewayError, 'timestamp'> {
  monotonic: number;
  wall: number;
}

export class LatestWarning {
  readonly #clock: Clock;
  #newest: Notice | undefined;

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
    const { monotonic, wall } = { monotonic: this.#clock.monotonic(), wall: this.#clock.now() };
    this.#newest = { code, text: whole, remedy, monotonic, wall };
    return isNew;
  }

  /** Null when nothing happened recently. */
  get current(): GatewayError | null {
    const notice = this.#newest;
    if (!notice || this.#clock.monotonic() - notice.monotonic > WARNING_VISIBLE_MS) return null;
    const { code, text, remedy, wall } = notice;
    return { code, text, remedy, timestamp: new Date(wall).toISOString() };
  }
}
