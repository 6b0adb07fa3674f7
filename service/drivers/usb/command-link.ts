import type { Clock } from '../../support/clock.ts';
import type { ReplyError, UsbCommand } from '../protocol/usb-frames.ts';
import { parseReply, REPLY_LENGTH } from '../protocol/usb-frames.ts';
import { UsbError, type UsbLink } from './bus.ts';
import type { UsbTiming } from './options.ts';

/** Why a command has no data in the end. */
export type CommandError =
  | ReplyError
  /** The device refused it. */
  | 'stalled'
  /** No reply came in time. */
  | 'timeout';

export type Answer = { data: Uint8Array } | { fault: CommandError };

/** Replies that were damaged on their way; the other faults are what the device has to say. */
const DAMAGED: ReadonlySet<CommandError> = new Set<CommandError>(['short', 'long', 'wrong-echo', 'wrong-check']);

/** The tempo is that of so many of the newest answers: some of them are to a quick sensor. */
const TEMPO_ANSWERS = 8;

/** A transfer is given so long at least, in milliseconds. */
const LEAST_TIMEOUT_MS = 10;

/** How long one command is tried. */
export interface AskLimits {
  /** How often it is sent at most, 1 or more; as the driver's timing has it unless given. */
  attempts?: number;
  /** How long is waited in vain at most, over all attempts, 10 or more, in milliseconds; each its full time unless given. */
  patienceMs?: number;
}

export interface CommandLinkOptions {
  link: Pick<UsbLink, 'controlIn'>;
  timing: Pick<UsbTiming, 'attempts' | 'transferTimeoutMs'>;
  clock: Pick<Clock, 'monotonic'>;
  /** A damaged reply came; it is asked for again. */
  rejected: (command: UsbCommand, fault: CommandError) => void;
  /** Something came from the device, whatever it was. */
  heard: () => void;
}

/** Sends commands to one device, each until its reply is valid. Whoever uses it asks one thing at a time. */
export class CommandLink {
  readonly #options: CommandLinkOptions;
  /** How long the newest answers took, in milliseconds. */
  readonly #answerMs: number[] = [];
  #closed = false;
  #abandon: (error: UsbError) => void = () => {};

  constructor(options: CommandLinkOptions) {
    this.#options = options;
  }

  /** @throws UsbError when the transfer failed otherwise than by the device's own refusal or silence, or it was closed */
  async ask(command: UsbCommand, limits: AskLimits = {}): Promise<Answer> {
    const { attempts, transferTimeoutMs } = this.#options.timing;
    const most = limits.attempts ?? attempts;
    let patienceMs = limits.patienceMs ?? most * transferTimeoutMs;
    for (let attempt = 1; ; attempt += 1) {
      const timeoutMs = Math.min(patienceMs, transferTimeoutMs);
      const answer = await this.#attempt(command, timeoutMs, attempt === most);
      if (answer && ('data' in answer || attempt === most)) return answer;
      if (answer?.fault !== 'timeout') continue;
      patienceMs -= timeoutMs;
      if (patienceMs < LEAST_TIMEOUT_MS) return answer;
    }
  }

  /** How long an answer takes at least just now, in milliseconds: on a busy computer, or behind a bad hub, all take long. */
  get tempoMs(): number {
    return this.#answerMs.length === 0 ? 0 : Math.min(...this.#answerMs);
  }

  /** Ends whoever waits, with an error. The device itself is its holder's to close. */
  close(): void {
    this.#closed = true;
    this.#abandon(wasClosed());
  }

  /** @returns undefined when the transfer failed in a way that may not be for good */
  async #attempt(command: UsbCommand, timeoutMs: number, isLast: boolean): Promise<Answer | undefined> {
    const { rejected, heard, clock } = this.#options;
    const askedAt = clock.monotonic();
    try {
      const bytes = await this.#transfer(command, timeoutMs);
      heard();
      this.#answerMs.push(clock.monotonic() - askedAt);
      if (this.#answerMs.length > TEMPO_ANSWERS) this.#answerMs.shift();
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

  #transfer({ code: request, value }: UsbCommand, timeoutMs: number): Promise<Uint8Array> {
    const { link } = this.#options;
    return new Promise((resolve, reject) => {
      this.#abandon = reject;
      if (this.#closed) reject(wasClosed());
      else link.controlIn({ request, value, length: REPLY_LENGTH }, timeoutMs).then(resolve, reject);
    });
  }
}

function wasClosed(): UsbError {
  return new UsbError('failed', 'the connection to the device is closed');
}
