import type { AlarmFilter, NotificationBatch, NotificationQueue } from '../alarms/notification-queue.ts';
import type { DestinationFields } from '../contract/index.ts';
import type { Clock } from '../support/clock.ts';
import { DeliveryLimit, dailyDate, nextDaily, quietEnd } from './hold-times.ts';
import type { DeliveryPlan, PlannedMessage } from './session.ts';
import type { OutgoingMessage } from './types.ts';

/** Notifications within this after a delivered message share the next one, in milliseconds. */
const GATHER_MS = 10_000;

/** Shortest pause between two checks whether everything is well, in milliseconds. */
const WELL_CHECK_MS = 5000;

export interface NotificationPlanOptions {
  id: string;
  fields: DestinationFields;
  queue: NotificationQueue;
  composeAlarms(batch: NotificationBatch): Promise<OutgoingMessage>;
  /** @param id of the message: the same for a date */
  composeDaily(id: string): Promise<OutgoingMessage>;
  clock: Clock;
}

/**
 * Notifications of alarms: the first of a burst at once, the rest gathered into one message; held in quiet hours, except
 * critical ones by choice, and beyond the limits. The daily message is not held by quiet hours: its time was chosen.
 */
export class NotificationPlan implements DeliveryPlan {
  readonly #options: NotificationPlanOptions;
  readonly #limit: DeliveryLimit;
  /** The date whose daily message was due before this plan; undefined: none. */
  readonly #firstDaily: string | undefined;
  /** End of the time in which notifications are gathered, on the monotonic clock. */
  #gathersUntil = 0;

  constructor(options: NotificationPlanOptions) {
    this.#options = options;
    this.#limit = new DeliveryLimit(options.fields);
    this.#firstDaily = dailyDate(options.fields, options.clock.now());
  }

  set onReady(listener: (() => void) | undefined) {
    this.#options.queue.onAdded(this.#options.id, listener);
  }

  get isEmpty(): boolean {
    return this.#options.queue.size(this.#options.id) === 0;
  }

  get heldUntil(): number | null {
    const { id, queue, clock } = this.#options;
    const now = clock.now();
    const due = queue.countDue(id);
    if (due > queue.countDue(id, this.#maySend(now))) return now + this.#quietMs(now);
    const limitMs = this.#limit.waitMs(clock.monotonic());
    // Whole seconds: the two clocks do not run in step.
    return due > 0 && limitMs > 0 ? Math.ceil((now + limitMs) / 1000) * 1000 : null;
  }

  async take(): Promise<PlannedMessage | undefined> {
    const { id, queue, composeAlarms, clock } = this.#options;
    const batch = this.#pauseMs() > 0 ? undefined : await queue.take(id, this.#maySend(clock.now()));
    if (!batch) return this.#dailyMessage();
    return {
      id: batch.id,
      compose: () => composeAlarms(batch),
      delivered: async () => {
        this.#countDelivered();
        await queue.delivered(id, batch);
      },
      discard: () => queue.discard(id, batch),
    };
  }

  waitMs(): number | undefined {
    const { id, fields, queue, clock } = this.#options;
    const now = clock.now();
    const pauseMs = this.#pauseMs();
    const until = (due: number | undefined, heldMs: number): number | undefined =>
      due === undefined ? undefined : Math.max(due - now, heldMs);
    const waits = [
      until(queue.nextDue(id, this.#maySend(now)), pauseMs),
      until(queue.nextDue(id), Math.max(pauseMs, this.#quietMs(now))),
      this.#untilDaily(fields, now),
    ];
    const known = waits.filter((wait) => wait !== undefined);
    return known.length > 0 ? Math.max(0, Math.min(...known)) : undefined;
  }

  #untilDaily(fields: DestinationFields, now: number): number | undefined {
    const next = nextDaily(fields, now);
    if (next === undefined) return undefined;
    return Math.max(next - now, this.#limit.waitMs(this.#options.clock.monotonic()));
  }

  /** Until the next message, whatever it is about. */
  #pauseMs(): number {
    const now = this.#options.clock.monotonic();
    return Math.max(0, this.#limit.waitMs(now), this.#gathersUntil - now);
  }

  /** Until the end of the quiet hours; 0 outside of them. */
  #quietMs(now: number): number {
    return (quietEnd(this.#options.fields, now) ?? now) - now;
  }

  /** Alarms that quiet hours do not hold. */
  #maySend(now: number): AlarmFilter {
    if (this.#quietMs(now) === 0) return () => true;
    const { quiet_critical } = this.#options.fields;
    return ({ severity }) => quiet_critical && severity === 'critical';
  }

  #dailyMessage(): PlannedMessage | undefined {
    const { id, fields, queue, composeDaily, clock } = this.#options;
    const date = dailyDate(fields, clock.now());
    const last = queue.dailyOf(id);
    // Of a destination that is added later in the day, the first is due tomorrow.
    if (date === undefined || date === last || (last === '' && date === this.#firstDaily)) return undefined;
    if (this.#limit.waitMs(clock.monotonic()) > 0) return undefined;
    return {
      id: `daily-${id}-${date}`,
      compose: () => composeDaily(`daily-${id}-${date}`),
      delivered: async () => {
        this.#limit.delivered(clock.monotonic());
        await queue.setDaily(id, date);
      },
      discard: () => queue.setDaily(id, date),
    };
  }

  #countDelivered(): void {
    const now = this.#options.clock.monotonic();
    this.#limit.delivered(now);
    this.#gathersUntil = now + GATHER_MS;
  }
}

export interface HeartbeatPlanOptions {
  intervalMs: number;
  /** Whether every destination can deliver. */
  isWell(): boolean;
  compose(): Promise<OutgoingMessage>;
  clock: Clock;
}

/** One request per interval while everything is well; none otherwise, so that the receiver reports its absence. */
export class HeartbeatPlan implements DeliveryPlan {
  readonly heldUntil = null;
  readonly isEmpty = false;
  onReady: (() => void) | undefined;
  readonly #options: HeartbeatPlanOptions;
  /** On the monotonic clock. */
  #due: number;

  constructor(options: HeartbeatPlanOptions) {
    this.#options = options;
    this.#due = options.clock.monotonic();
  }

  async take(): Promise<PlannedMessage | undefined> {
    const { intervalMs, isWell, compose, clock } = this.#options;
    if (clock.monotonic() < this.#due || !isWell()) return undefined;
    const next = async (): Promise<void> => {
      this.#due = clock.monotonic() + intervalMs;
    };
    return { id: 'heartbeat', compose, delivered: next, discard: next };
  }

  /** The monotonic clock may have stopped meanwhile. */
  wake(): void {
    this.#due = this.#options.clock.monotonic();
  }

  waitMs(): number {
    return Math.max(WELL_CHECK_MS, this.#due - this.#options.clock.monotonic());
  }
}
