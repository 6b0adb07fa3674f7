/** Sends the messages of one destination, one at a time, and decides when to retry. */
import type { DestinationState } from '../contract/index.ts';
import { backoffDelay, withJitter } from '../support/backoff.ts';
import { CancellableDelay } from '../support/cancellable-delay.ts';
import type { Clock } from '../support/clock.ts';
import { Emitter, logListenerErrors } from '../support/emitter.ts';
import { errorText } from '../support/errors.ts';
import type { Logger } from '../support/logger.ts';
import type { DeliveryFailure, OutgoingMessage, Sender } from './types.ts';

export const DEFAULT_SESSION_LIMITS = {
  /** Pauses after failures that may pass, in milliseconds. */
  retry: { firstMs: 2000, longestMs: 300_000 },
  /** Pauses after failures that need a change, in milliseconds. */
  slowRetry: { firstMs: 60_000, longestMs: 600_000 },
  /** Longest wait until the plan is asked again, in milliseconds: the computer's clock may be changed. */
  checkMs: 60_000,
  /** Attempts after which a message that the server refuses is discarded, so that others are not held up. */
  refusals: 3,
  /** Time for the message in progress at the stop, in milliseconds. */
  stopMs: 2000,
};
export type SessionLimits = Readonly<typeof DEFAULT_SESSION_LIMITS>;

/** A message that is due. */
export interface PlannedMessage {
  /** That of the message. */
  id: string;
  compose(): Promise<OutgoingMessage>;
  /** The server acknowledged it. Resolves when that is stored, if possible. */
  delivered(): Promise<void>;
  /** The server refuses it for good. Resolves when that is stored, if possible. */
  discard(): Promise<void>;
}

/** What is sent, and when. */
export interface DeliveryPlan {
  /** What is due now; undefined: nothing. */
  take(): Promise<PlannedMessage | undefined>;
  /** Time until something is due, in milliseconds; undefined: until `onReady` is called. */
  waitMs(): number | undefined;
  /** Nothing waits. */
  readonly isEmpty: boolean;
  /** Until when due messages are held, in milliseconds since 1970; null: they are not. */
  readonly heldUntil: number | null;
  /** Set by the session. */
  onReady: (() => void) | undefined;
  /** The computer resumed. */
  wake?(): void;
}

export interface DestinationSessionStatus {
  state: DestinationState;
  /** Milliseconds since 1970. */
  since: number;
  failure: (DeliveryFailure & { at: number }) | null;
  /** Milliseconds since 1970; null if there is no next attempt. */
  nextRetry: number | null;
  /** Failed attempts in a row. */
  failures: number;
  sent: number;
  /** Milliseconds since 1970; null: none yet. */
  lastSent: number | null;
}

export interface DestinationSessionOptions {
  plan: DeliveryPlan;
  /** Or why messages cannot be sent before the configuration changes. */
  sender: Sender | DeliveryFailure;
  enabled: boolean;
  clock: Clock;
  logger: Logger;
  random?: () => number;
  limits?: Partial<SessionLimits>;
}

export class DestinationSession {
  readonly events: Emitter<{ status: undefined }>;
  readonly #options: DestinationSessionOptions;
  readonly #limits: SessionLimits;
  readonly #pause = new CancellableDelay();
  readonly #aborted = new AbortController();
  #status: DestinationSessionStatus;
  #running: Promise<void> | undefined;
  #stopping: Promise<void> | undefined;
  /** How often the server has refused the message with this ID. */
  #refused = { id: '', times: 0 };

  constructor(options: DestinationSessionOptions) {
    const { enabled, clock, logger } = options;
    this.#options = options;
    this.#limits = { ...DEFAULT_SESSION_LIMITS, ...options.limits };
    this.events = new Emitter(logListenerErrors(logger));
    const state: DestinationState = enabled ? 'ready' : 'idle';
    const none = { failure: null, nextRetry: null, failures: 0, sent: 0, lastSent: null };
    this.#status = { state, since: clock.now(), ...none };
  }

  get status(): DestinationSessionStatus {
    return this.#status;
  }

  start(): void {
    const { plan, sender, enabled } = this.#options;
    if (this.#running || this.#stopping || !enabled) return;
    if ('code' in sender) {
      this.#fail(sender, null);
      return;
    }
    plan.onReady = () => {
      if (this.#status.nextRetry === null) this.#pause.end();
    };
    this.#running = this.#run(sender);
  }

  /** Ends the message in progress after at most 2 s. What was not acknowledged stays in the queue. */
  stop(): Promise<void> {
    return (this.#stopping ??= this.#stop());
  }

  async #stop(): Promise<void> {
    this.#pause.close();
    const timer = setTimeout(() => this.#aborted.abort(), this.#limits.stopMs);
    this.#options.plan.onReady = undefined;
    await this.#running;
    clearTimeout(timer);
    const { sender } = this.#options;
    if (!('code' in sender)) sender.close();
  }

  /** Retries immediately. */
  retryNow(): void {
    this.#status = { ...this.#status, failures: 0 };
    this.#pause.end();
  }

  async #run(sender: Sender): Promise<void> {
    const { plan, logger } = this.#options;
    try {
      while (!this.#stopping) {
        const planned = await plan.take();
        if (planned) await this.#deliver(sender, planned);
        else if (this.#isOver()) this.#recover();
        else await this.#pause.wait(Math.min(plan.waitMs() ?? Number.POSITIVE_INFINITY, this.#limits.checkMs));
      }
    } catch (error) {
      // A bug of ours: shown instead of silence.
      logger.error(`sending ended: ${errorText(error)}`, { error });
      const text = `Sending ended: ${errorText(error)}.`;
      this.#fail({ code: 'unknown', text, remedy: 'Restart Mensura.', isLasting: true }, null);
    }
  }

  /** The server failed, and what waited for it was discarded by now: nothing would show that it responds again. */
  #isOver(): boolean {
    const { state, failure } = this.#status;
    return state !== 'ready' && failure?.code !== 'message-refused' && this.#options.plan.isEmpty;
  }

  #recover(): void {
    const none = { failure: null, nextRetry: null, failures: 0 };
    this.#status = { ...this.#status, state: 'ready', since: this.#options.clock.now(), ...none };
    this.events.emit('status', undefined);
  }

  async #deliver(sender: Sender, planned: PlannedMessage): Promise<void> {
    const { clock, logger } = this.#options;
    const message = await planned.compose();
    const outcome = await sender.send(message, this.#aborted.signal);
    if (outcome.kind === 'aborted') return;
    if (outcome.kind === 'delivered') {
      const { state, sent } = this.#status;
      await planned.delivered();
      if (state !== 'ready') logger.info('ready');
      const now = clock.now();
      const since = state === 'ready' ? this.#status.since : now;
      const failure = outcome.rejected ? { ...partlyRefused(outcome.rejected), at: now } : null;
      if (failure) logger.warn(failure.text);
      this.#status = { state: 'ready', since, failure, nextRetry: null, failures: 0, sent: sent + 1, lastSent: now };
      this.events.emit('status', undefined);
      return;
    }
    if (await this.#isGivenUp(planned, outcome.failure)) return;
    const failures = this.#status.failures + 1;
    const { retry, slowRetry } = this.#limits;
    const delay = backoffDelay(outcome.failure.isLasting ? slowRetry : retry, failures);
    const pauseMs = outcome.retryMs ?? withJitter(delay, (this.#options.random ?? Math.random)());
    this.#status = { ...this.#status, failures };
    this.#fail(outcome.failure, clock.now() + pauseMs);
    await this.#pause.wait(pauseMs);
    this.#status = { ...this.#status, nextRetry: null };
  }

  /** After several refusals of the message itself. */
  async #isGivenUp({ id, discard }: PlannedMessage, failure: DeliveryFailure): Promise<boolean> {
    if (failure.code !== 'message-refused') return false;
    this.#refused = { id, times: this.#refused.id === id ? this.#refused.times + 1 : 1 };
    if (this.#refused.times < this.#limits.refusals) return false;
    this.#options.logger.warn(`discarded a message (${failure.text})`);
    await discard();
    this.#fail(failure, null);
    return true;
  }

  #fail(failure: DeliveryFailure, nextRetry: number | null): void {
    const { clock, logger } = this.#options;
    const before = this.#status;
    const state: DestinationState = failure.isLasting ? 'failed' : 'waiting';
    const since = state === before.state ? before.since : clock.now();
    this.#status = { ...before, state, since, failure: { ...failure, at: clock.now() }, nextRetry };
    if (state !== before.state) logger.warn(`${state} (${failure.text})`);
    this.events.emit('status', undefined);
  }
}

function partlyRefused(recipients: readonly string[]): DeliveryFailure {
  const text = `These recipients receive no messages: ${recipients.join(', ')}.`;
  return { code: 'recipient-refused', text, remedy: 'Check the recipients.', isLasting: true };
}
