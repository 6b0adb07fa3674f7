/** Counts what comes from a broker, and refuses what is too much. */
import type { GatewayErrorCode } from '../../../contract/index.ts';
import { MESSAGE_BUDGET } from './limits.ts';
import type { RemoteMensura } from './remote-mensura.ts';

/** Something was refused: what, and why. */
export type OnWarning = (code: GatewayErrorCode, subject: string, text: string, remedy: string) => void;

/** A message that came from a broker, as far as its cost is concerned. */
interface Weighed {
  payload: Uint8Array;
  retained: boolean;
}

const FOREIGN = 'Check which program publishes there; the messages are not from a compatible Mensura.';
const NARROW = 'Use a narrower prefix.';

export class RefusalCounter {
  /** Messages that were understood. */
  received = 0;
  /** Messages that were not. */
  refused = 0;
  readonly #onNotice: OnWarning;

  constructor(onNotice: OnWarning) {
    this.#onNotice = onNotice;
  }

  /** @param problem what is wrong with it: the end of a sentence that begins with the topic */
  refuse(topic: string, problem: string): void {
    this.refused += 1;
    this.#onNotice('answer-broken', topic, problem, FOREIGN);
  }

  /** @param reason why there is no place for it: the end of a sentence that begins with the subject */
  leaveOut(subject: string, reason: string): void {
    this.refused += 1;
    this.#onNotice('answer-too-large', subject, `is ignored: ${reason}`, NARROW);
  }

  /**
   * Whether a remote may have this message taken; what the broker kept comes once, and is free.
   * @param rest how much must be left for others
   */
  mayTake(remote: RemoteMensura, { payload, retained }: Weighed, cost = 1, rest = 0): boolean {
    if (retained || remote.bucket.take(cost + payload.length / 1024, rest)) return true;
    this.refused += 1;
    const text = `sends more than ${MESSAGE_BUDGET.perSecond} messages per second; excess messages are discarded`;
    this.#onNotice('answer-too-large', remote.prefix, text, 'Check which program publishes there.');
    return false;
  }
}
