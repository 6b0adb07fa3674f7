/** What is wrong with what comes from a broker, for a while after it came. */
import type { GatewayError, GatewayErrorCode } from '../../../contract/index.ts';
import type { Clock } from '../../../support/clock.ts';

/** How long a notice is shown after it was last true, in milliseconds. */
export const WARNING_VISIBLE_MS = 60_000;

/** The longest part of a topic that is shown, in characters. */
const SHOWN_TOPIC = 200;

interface Notice extends Omit<GatewayError, 'timestamp'> {
  monotonic: number;
  wall: number;
}

/** Keeps the newest notice. */
export class LatestWarning {
  readonly #clock: Clock;
  #newest: Notice | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * @param text what happened, without what it happened to
   * @returns whether it is told for the first time
   */
  add(code: GatewayErrorCode, subject: string, text: string, remedy: string): boolean {
    const whole = `${subject.length > SHOWN_TOPIC ? `${subject.slice(0, SHOWN_TOPIC)}...` : subject} ${text}.`;
    const isNew = this.current?.text !== whole;
    const { monotonic, wall } = { monotonic: this.#clock.monotonic(), wall: this.#clock.now() };
    this.#newest = { code, text: whole, remedy, monotonic, wall };
    return isNew;
  }

  /** What is shown now; null when nothing happened lately. */
  get current(): GatewayError | null {
    const notice = this.#newest;
    if (!notice || this.#clock.monotonic() - notice.monotonic > WARNING_VISIBLE_MS) return null;
    const { code, text, remedy, wall } = notice;
    return { code, text, remedy, timestamp: new Date(wall).toISOString() };
  }
}
