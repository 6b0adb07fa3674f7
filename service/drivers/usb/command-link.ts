import type { Clock } from '../../support/clock.ts';
import { parseReply, REPLY_LENGTH, type ReplyError, type UsbCommand } from '../protocol/usb-frames.ts';
import { UsbError, type UsbLink } from './bus.ts';
import type { UsbTiming } from './options.ts';

/** Why a command has no data, as text; also the reason of a channel without a value. */
export const COMMAND_ERRORS: Readonly<Record<CommandError, string>> = {
  none: 'no such channel',
  'device-error': 'the device reported an error',
  short: 'reply too short',
  long: 'reply too long',
  'wrong-echo': 'reply to another command',
  'wrong-check': 'reply checksum mismatch',
  stalled: 'request rejected by the device',
  timeout: 'no reply (timeout)',
  inconsistent: 'inconsistent replies',
};

/** Why a command has no data. */
export type CommandError =
  | ReplyError
  /** The device refused it. */
  | 'stalled'
  /** No reply came in time. */
  | 'timeout'
  /** The replies to two requests differ. */
  | 'inconsistent';

export type CommandResult = { data: Uint8Array } | { fault: CommandError };

/** Replies damaged in transfer; other faults are the device's actual reply. */
const DAMAGED: ReadonlySet<CommandError> = new Set<CommandError>(['short', 'long', 'wrong-echo', 'wrong-check']);

/** Number of newest replies that determine the tempo, enough to include some of a quick sensor. */
const TEMPO_REPLIES = 8;

/** Shortest timeout of a transfer, in milliseconds. */
const LEAST_TIMEOUT_MS = 10;

export interface RequestLimits {
  /** Most attempts, at least 1; by default from the driver's timing. */
  attempts?: number;
  /** Longest total of failed waits, at least 10, in milliseconds; by default the full timeout of each attempt. */
  patienceMs?: number;
}

export interface CommandLinkOptions {
  link: Pick<UsbLink, 'controlIn'>;
  timing: Pick<UsbTiming, 'attempts' | 'transferTimeoutMs'>;
  clock: Pick<Clock, 'monotonic'>;
  /** A damaged reply came; the command is repeated. */
  rejected: (command: UsbCommand, fault: CommandError) => void;
  /** The device replied in any way. */
  received: () => void;
}

/** Sends commands to one device, each until its reply is valid. Callers send one at a time. */
export class CommandLink {
  readonly #options: CommandLinkOptions;
  /** Times of the newest replies, in milliseconds. */
  readonly #replyMs: number[] = [];
  #closed = false;
  #abandon: (error: UsbError) => void = () => {};

  constructor(options: CommandLinkOptions) {
    this.#options = options;
  }

  /** @throws UsbError when the transfer failed other than by the device's refusal or silence, or the link was closed */
  async request(command: UsbCommand, limits: RequestLimits = {}): Promise<CommandResult> {
    const { attempts, transferTimeoutMs } = this.#options.timing;
    const most = limits.attempts ?? attempts;
    let patienceMs = limits.patienceMs ?? most * transferTimeoutMs;
    for (let attempt = 1; ; attempt += 1) {
      const timeoutMs = Math.min(patienceMs, transferTimeoutMs);
      const result = await this.#attempt(command, timeoutMs, attempt === most);
      if (result && ('data' in result || attempt === most)) return result;
      if (result?.fault !== 'timeout') continue;
      patienceMs -= timeoutMs;
      if (patienceMs < LEAST_TIMEOUT_MS) return result;
    }
  }

  /**
   * Current shortest time to a reply, in milliseconds: on a busy computer, or behind a bad hub, all replies take long.
   */
  get tempoMs(): number {
    return this.#replyMs.length === 0 ? 0 : Math.min(...this.#replyMs);
  }

  /** Rejects waiting callers. The owner closes the device itself. */
  close(): void {
    this.#closed = true;
    this.#abandon(wasClosed());
  }

  /** @returns undefined after a failure that may be temporary */
  async #attempt(command: UsbCommand, timeoutMs: number, isLast: boolean): Promise<CommandResult | undefined> {
    const { rejected, received, clock } = this.#options;
    const requestedAt = clock.monotonic();
    try {
      const bytes = await this.#transfer(command, timeoutMs);
      received();
      this.#replyMs.push(clock.monotonic() - requestedAt);
      if (this.#replyMs.length > TEMPO_REPLIES) this.#replyMs.shift();
      const reply = parseReply(command, bytes);
      if ('fault' in reply && DAMAGED.has(reply.fault)) rejected(command, reply.fault);
      return reply;
    } catch (error) {
      if (!(error instanceof UsbError)) throw error;
      if (error.failure === 'timeout') return { fault: 'timeout' };
      if (error.failure === 'stalled') {
        received();
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

/**
 * Sends a command twice: later values depend on the reply, and its check byte does not detect every damage.
 * @throws UsbError as `request`
 */
export async function requestTwice(
  link: Pick<CommandLink, 'request'>,
  command: UsbCommand,
  limits?: RequestLimits,
): Promise<CommandResult> {
  const first = await link.request(command, limits);
  if ('fault' in first) return first;
  const second = await link.request(command, limits);
  if ('fault' in second) return second;
  return Buffer.compare(first.data, second.data) === 0 ? second : { fault: 'inconsistent' };
}

function wasClosed(): UsbError {
  return new UsbError('failed', 'the connection to the device is closed');
}
