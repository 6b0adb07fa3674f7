import type { ReplyFault, UsbCommand } from '../instruments/usb-frames.ts';
import { parseReply, REPLY_LENGTH } from '../instruments/usb-frames.ts';
import { UsbError, type UsbLink } from './bus.ts';
import type { UsbTiming } from './options.ts';

/** Why a command has no data in the end. */
export type AnswerFault =
  | ReplyFault
  /** The device refused it. */
  | 'stalled'
  /** No reply came in time. */
  | 'timeout';

export type Answer = { data: Uint8Array } | { fault: AnswerFault };

/** Replies that were damaged on their way; the other faults are what the device has to say. */
const DAMAGED: ReadonlySet<AnswerFault> = new Set<AnswerFault>(['short', 'long', 'wrong-echo', 'wrong-check']);

export interface CommandLinkOptions {
  link: Pick<UsbLink, 'controlIn'>;
  timing: Pick<UsbTiming, 'attempts' | 'transferTimeoutMs'>;
  /** A damaged reply came; it is asked for again. */
  rejected: (command: UsbCommand, fault: AnswerFault) => void;
  /** Something came from the device, whatever it was. */
  heard: () => void;
}

/** Sends commands to one device, each until its reply is valid. Whoever uses it asks one thing at a time. */
export class CommandLink {
  readonly #options: CommandLinkOptions;
  #closed = false;
  #abandon: (error: UsbError) => void = () => {};

  constructor(options: CommandLinkOptions) {
    this.#options = options;
  }

  /**
   * @param attempts how often it is sent at most, 1 or more
   * @throws UsbError when the transfer failed otherwise than by the device's own refusal or silence, or it was closed
   */
  async ask(command: UsbCommand, attempts = this.#options.timing.attempts): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#attempt(command, attempt === attempts);
      if (answer && ('data' in answer || attempt === attempts)) return answer;
    }
  }

  /** Ends whoever waits, with an error. The device itself is its holder's to close. */
  close(): void {
    this.#closed = true;
    this.#abandon(wasClosed());
  }

  /** @returns undefined when the transfer failed in a way that may not be for good */
  async #attempt(command: UsbCommand, isLast: boolean): Promise<Answer | undefined> {
    const { rejected, heard } = this.#options;
    try {
      const bytes = await this.#transfer(command);
      heard();
      const reply = parseReply(command, bytes);
      if ('fault' in reply && DAMAGED.has(reply.fault)) rejected(command, reply.fault);
      return reply;
    } catch (error) {
      if (!(error instanceof UsbError)) throw error;
      if (error.failure === 'timeout') return { fault: 'timeout' };
      if (error.failure === 'stalled') {
        heard();
        return { fault: 'stalled' };
      }
      if (error.failure === 'failed' && !isLast) return undefined;
      throw error;
    }
  }

  #transfer({ code: request, value }: UsbCommand): Promise<Uint8Array> {
    const { link, timing } = this.#options;
    return new Promise((resolve, reject) => {
      this.#abandon = reject;
      if (this.#closed) reject(wasClosed());
      else link.controlIn({ request, value, length: REPLY_LENGTH }, timing.transferTimeoutMs).then(resolve, reject);
    });
  }
}

function wasClosed(): UsbError {
  return new UsbError('failed', 'the connection to the instrument was closed');
}
