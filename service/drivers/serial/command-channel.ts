import { setTimeout as pause } from 'node:timers/promises';
import { withDeadline } from '../../support/deadline.ts';
import { errorText, MensuraError } from '../../support/errors.ts';
import { TaskQueue } from '../../support/task-queue.ts';
import type { DeviceCommand, OneWayCommand } from '../protocol/commands.ts';
import { encodeCommand } from '../protocol/commands.ts';
import type { ValidLine } from '../protocol/line.ts';
import type { SerialTiming } from './options.ts';
import type { SerialTransport } from './transport.ts';

const MAX_WAITING = 16;

function busyError(): MensuraError {
  const text = `The device has not replied to ${MAX_WAITING} earlier commands. Try again when it has.`;
  return new MensuraError('instrument-failed', text);
}

interface Pending {
  command: DeviceCommand;
  refused: boolean;
  answered(outcome: 'done'): void;
}

/** Serializes the commands to one device: the next is sent when the previous one has its reply or has timed out. */
export class CommandChannel {
  readonly #port: Pick<SerialTransport, 'write'>;
  readonly #timing: SerialTiming;
  readonly #closing = new AbortController();
  readonly #queue = new TaskQueue({ limit: MAX_WAITING, full: busyError });
  #pending: Pending | undefined;
  #pauseNeeded = false;

  constructor(port: Pick<SerialTransport, 'write'>, timing: SerialTiming) {
    this.#port = port;
    this.#timing = timing;
  }

  /**
   * Sends a command, with repetitions, until it has a reply.
   * @throws MensuraError `timeout` when no reply came; `instrument-failed` when the device did something else, the port
   * failed or was closed
   */
  request(command: DeviceCommand): Promise<void> {
    return this.#queue.run(() => this.#requestInTurn(command));
  }

  /**
   * Sends a command once, and resolves when it is written. Its reply is unknown, so there is no wait for one.
   * @throws MensuraError `instrument-failed` when the port refused it, failed or was closed
   */
  send(order: OneWayCommand): Promise<void> {
    return this.#queue.run(async () => {
      try {
        await this.#pause();
        await this.#write(order);
      } catch (error) {
        throw this.#failure(error);
      }
    });
  }

  /** Passes a received line, which may be the expected reply. */
  offer(line: ValidLine): void {
    const pending = this.#pending;
    const judged = pending?.command.judge(line);
    if (judged === 'done') pending?.answered('done');
    // Not final: it may be the late reply to an earlier command.
    else if (judged === 'refused' && pending) pending.refused = true;
  }

  /** Rejects all waiting commands. */
  close(): void {
    this.#closing.abort();
  }

  async #requestInTurn(command: DeviceCommand): Promise<void> {
    let refused = false;
    for (let attempt = 0; attempt < this.#timing.attempts; attempt += 1) {
      const outcome = await this.#attempt(command);
      if (outcome === 'done') return;
      refused ||= outcome === 'refused';
    }
    const failed = refused ? 'carry out' : 'respond to';
    const text = `The device did not ${failed} "${command.text}". Try again. If that does not help, unplug it and plug it in again.`;
    throw new MensuraError(refused ? 'instrument-failed' : 'timeout', text);
  }

  async #attempt(command: DeviceCommand): Promise<'done' | 'refused' | 'unanswered'> {
    const { signal } = this.#closing;
    const { promise: reply, resolve: answered } = Promise.withResolvers<'done'>();
    const pending: Pending = { command, refused: false, answered };
    try {
      await this.#pause();
      this.#pending = pending;
      await this.#write(command);
      // The reply may arrive before the write is reported as complete.
      const waiting = new AbortController();
      const timeout = pause(this.#timing.replyTimeoutMs, 'unanswered' as const, {
        signal: AbortSignal.any([signal, waiting.signal]),
      });
      try {
        const outcome = await Promise.race([reply, timeout]);
        return outcome === 'unanswered' && pending.refused ? 'refused' : outcome;
      } finally {
        waiting.abort();
        await timeout.catch(() => {});
      }
    } catch (error) {
      throw this.#failure(error);
    } finally {
      this.#pending = undefined;
    }
  }

  async #pause(): Promise<void> {
    const { signal } = this.#closing;
    if (this.#pauseNeeded) await pause(this.#timing.commandPauseMs, undefined, { signal });
    signal.throwIfAborted();
    this.#pauseNeeded = true;
  }

  async #write(order: OneWayCommand): Promise<void> {
    await withDeadline(this.#port.write(encodeCommand(order)), this.#timing.writeTimeoutMs, `Sending "${order.text}"`);
  }

  #failure(cause: unknown): MensuraError {
    const text = this.#closing.signal.aborted
      ? 'The port is closed.'
      : `Cannot send commands to the port: ${errorText(cause)}`;
    return new MensuraError('instrument-failed', text, { cause });
  }
}
