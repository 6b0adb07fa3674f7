/** One configuration of one destination: starts and stops its plan, sender and session together. */
import type { NotificationQueue } from '../alarms/notification-queue.ts';
import type { DestinationStatus } from '../contract/index.ts';
import type { ProblemReport } from '../devices/problems.ts';
import type { Clock } from '../support/clock.ts';
import type { RunningConfig } from '../support/config-runner.ts';
import type { Logger } from '../support/logger.ts';
import type { MessageComposer } from './message-composer.ts';
import { HeartbeatPlan, NotificationPlan } from './plans.ts';
import { createSender } from './senders/create-sender.ts';
import { toDestinationError } from './senders/delivery-failure.ts';
import { type DeliveryPlan, DestinationSession } from './session.ts';
import type { DestinationConfig } from './types.ts';
import type { DestinationCounts } from './views.ts';

const MINUTE_MS = 60_000;

/** Failed attempts in a row from which a server that may respond again is a problem. */
const PROBLEM_FAILURES = 2;

const PROBLEM = 'notification-failed';

export interface DestinationContext {
  queue: NotificationQueue;
  composer: MessageComposer;
  /** Whether every notification destination can deliver. */
  isWell(): boolean;
  clock: Clock;
  logger: Logger;
  raise(report: ProblemReport): void;
  clear(report: Pick<ProblemReport, 'code' | 'subject'>): void;
}

function planOf({ id, fields }: DestinationConfig, context: DestinationContext): DeliveryPlan {
  const { queue, composer, isWell, clock } = context;
  if (fields.kind === 'heartbeat') {
    const compose = (): ReturnType<MessageComposer['test']> => composer.test();
    return new HeartbeatPlan({ intervalMs: fields.interval_min * MINUTE_MS, isWell, compose, clock });
  }
  return new NotificationPlan({
    id,
    fields,
    queue,
    composeAlarms: (batch) => composer.alarms(batch, fields.kind === 'email'),
    composeDaily: (messageId) => composer.daily(messageId),
    clock,
  });
}

export class RunningDestination implements RunningConfig<DestinationStatus, DestinationCounts> {
  readonly #config: DestinationConfig;
  readonly #context: DestinationContext;
  readonly #plan: DeliveryPlan;
  readonly #session: DestinationSession;
  readonly #onChange: () => void;
  #endFollowing: (() => void) | undefined;

  /** @param onChange called when the session's state changed */
  constructor(config: DestinationConfig, context: DestinationContext, onChange: () => void) {
    const { name, enabled } = config.fields;
    const { clock } = context;
    this.#config = config;
    this.#context = context;
    this.#onChange = onChange;
    this.#plan = planOf(config, context);
    const logger = context.logger.child(`destination ${name}`);
    this.#session = new DestinationSession({
      plan: this.#plan,
      sender: createSender(config, clock),
      enabled,
      clock,
      logger,
    });
  }

  /** The queue has notifications whether it runs or not. */
  listen(): void {}

  stopListening(): void {}

  async start(): Promise<void> {
    this.#endFollowing = this.#session.events.on('status', () => this.#follow());
    this.#session.start();
    this.#onChange();
  }

  disconnect(): Promise<void> {
    return this.#session.stop();
  }

  async stop(): Promise<void> {
    await this.disconnect();
    this.#endFollowing?.();
    this.#endFollowing = undefined;
    this.#context.clear({ code: PROBLEM, subject: this.#config.fields.name });
  }

  remove(): Promise<void> {
    return this.stop();
  }

  connectNow(): void {
    this.#session.retryNow();
  }

  wake(): void {
    this.#plan.wake?.();
    this.#session.retryNow();
  }

  status(former: DestinationCounts): DestinationStatus {
    const { state, since, failure, nextRetry, sent, lastSent } = this.#session.status;
    const { queue } = this.#context;
    const { id } = this.#config;
    const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
    return {
      state,
      since: new Date(since).toISOString(),
      error: failure && toDestinationError(failure, failure.at),
      next_retry: iso(nextRetry),
      held_until: iso(this.#plan.heldUntil),
      sent: former.sent + sent,
      waiting: queue.size(id),
      discarded: queue.discarded(id),
      last_sent: iso(lastSent),
    };
  }

  get counts(): DestinationCounts {
    return { sent: this.#session.status.sent };
  }

  /** Alarms that reach nobody are a problem. One failure of a server that responds again is not. */
  #follow(): void {
    const { state, failure, failures } = this.#session.status;
    const { kind, name } = this.#config.fields;
    if (failure && (state !== 'waiting' || failures >= PROBLEM_FAILURES)) {
      const what = kind === 'heartbeat' ? 'send the requests of heartbeat' : 'deliver notifications to';
      const text = `Cannot ${what} "${name}": ${failure.text}`;
      this.#context.raise({ code: PROBLEM, subject: name, text, remedy: failure.remedy });
    } else if (!failure) {
      this.#context.clear({ code: PROBLEM, subject: name });
    }
    this.#onChange();
  }
}
