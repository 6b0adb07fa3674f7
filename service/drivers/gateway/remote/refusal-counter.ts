/** Counts messages from a broker, and refuses those over the limits. */
import type { GatewayErrorCode } from '../../../contract/index.ts';
import type { BrokerMessage } from '../../../support/broker-source.ts';
import { LEAST_PAUSE_MS, MESSAGE_BUDGET } from './limits.ts';
import type { RemoteMensura } from './remote-mensura.ts';

/** Called with what was refused and why. */
export type OnWarning = (code: GatewayErrorCode, subject: string, text: string, remedy: string) => void;

const FOREIGN = 'Check which program publishes there; the messages are not from a compatible Mensura.';
const NARROW = 'Use a narrower prefix.';

export class RefusalCounter {
  /** Valid messages. */
  received = 0;
  refused = 0;
  readonly #onNotice: OnWarning;

  constructor(onNotice: OnWarning) {
    this.#onNotice = onNotice;
  }

  /** @param problem a clause to follow the topic */
  refuse(topic: string, problem: string): void {
    this.refused += 1;
    this.#onNotice('answer-broken', topic, problem, FOREIGN);
  }

  /** @param reason why it exceeds a limit: a clause to follow the subject */
  leaveOut(subject: string, reason: string): void {
    this.refused += 1;
    this.#onNotice('answer-too-large', subject, `is ignored: ${reason}`, NARROW);
  }

  /**
   * Whether the remote's budget allows this message. Retained messages are free, because they come once.
   * @param rest budget to leave
   * @param isLate whether it is a stored reading, for which the broker can wait
   */
  mayTake(remote: RemoteMensura, message: BrokerMessage, cost = 1, rest = 0, isLate = () => false): boolean {
    const price = cost + message.payload.length / 1024;
    if (message.retained || remote.bucket.take(price, rest)) return true;
    if (isLate() && slowsDown(remote, message, price, rest)) return true;
    this.refused += 1;
    const text = `sends more than ${MESSAGE_BUDGET.perSecond} messages per second; excess messages are discarded`;
    this.#onNotice('answer-too-large', remote.prefix, text, 'Check which program publishes there.');
    return false;
  }
}

/** Takes a message above the budget, and has the broker wait until the budget is there again. */
function slowsDown({ bucket, patience }: RemoteMensura, message: BrokerMessage, price: number, rest: number): boolean {
  if (!message.slowDown || !patience.take((price / MESSAGE_BUDGET.perSecond) * 1000)) return false;
  const missingMs = bucket.borrow(price, rest);
  if (missingMs >= LEAST_PAUSE_MS) message.slowDown(missingMs);
  return true;
}
