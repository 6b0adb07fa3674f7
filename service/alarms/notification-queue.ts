/**
 * What each destination is to be notified of. It is stored in one file with the alarms, so that after a crash an alarm
 * and its notifications are either both known or neither (docs/notifications.md#delivery).
 */
import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { type Alarm, alarmSchema } from '../contract/index.ts';
import type { Clock } from '../support/clock.ts';
import { SteadyWallClock } from '../support/steady-wall-clock.ts';

/** Most waiting notifications of a destination; the oldest are discarded. */
export const MAX_WAITING_NOTIFICATIONS = 1000;

/** Age at which a waiting notification is discarded, in milliseconds: a day. */
export const MAX_NOTIFICATION_AGE_MS = 86_400_000;

/** Most notifications of one message. */
const MAX_BATCH = 200;

/** Alarms that are remembered before those that left the list are looked for: more than can be listed. */
const MAX_KNOWN = 20_000;

const eventSchema = z.strictObject({
  kind: z.enum(['raised', 'cleared', 'acknowledged', 'reminder']),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** As it was then. */
  alarm: alarmSchema,
});
/** Something that happened to an alarm. */
export type AlarmEvent = z.infer<typeof eventSchema>;

const waitingSchema = z.strictObject({
  /** Index in `events`. */
  event: z.int().min(0),
  /** Not sent before, in milliseconds since 1970; 0: at once, whatever the computer's clock does. */
  due: z.number(),
  /** ID of the message that it was put into; null: none yet. */
  message: z.string().nullable(),
});

const destinationSchema = z.strictObject({
  /** Oldest first. */
  waiting: z.array(waitingSchema).max(MAX_WAITING_NOTIFICATIONS),
  /** Active alarms that it was notified of, and when it last was, in milliseconds since 1970. */
  notified: z.record(z.string(), z.number()),
  /** Local date of the last daily message. */
  daily: z.string(),
});

export const notificationStateSchema = z.strictObject({
  events: z.array(eventSchema),
  destinations: z.record(z.string(), destinationSchema),
});
export type NotificationState = z.infer<typeof notificationStateSchema>;

/** Which alarms a destination is notified of, and when. */
export interface Recipient {
  matches(alarm: Alarm): boolean;
  /** Also of alarms that clear, or that are acknowledged. */
  cleared: boolean;
  acknowledged: boolean;
  /** Only of alarms that are active and unacknowledged for this long, in milliseconds; 0: all. */
  delayMs: number;
  /** Interval of reminders, in milliseconds; 0: none. */
  reminderMs: number;
}

export interface WaitingNotification {
  readonly event: AlarmEvent;
  due: number;
  message: string | null;
}

/** The notifications of one message. */
export interface NotificationBatch {
  /** The same when it is sent again, also after a restart. */
  id: string;
  waiting: readonly WaitingNotification[];
}

interface DestinationQueue {
  waiting: WaitingNotification[];
  readonly notified: Map<string, number>;
  daily: string;
  discarded: number;
}

/** Which alarms. */
export type AlarmFilter = (alarm: Alarm) => boolean;

const ALL: AlarmFilter = () => true;

export interface NotificationQueueOptions {
  clock: Clock;
  /** The state changed and must be stored. */
  onChange(): void;
  /** Resolves when the state is stored, if possible. */
  save(): Promise<void>;
  /** The listed alarm with this ID. */
  find(id: string): Alarm | undefined;
}

export class NotificationQueue {
  readonly #options: NotificationQueueOptions;
  #recipients: ReadonlyMap<string, Recipient> = new Map();
  readonly #queues = new Map<string, DestinationQueue>();
  /** Listed alarms as last noted. */
  readonly #known = new Map<string, { isActive: boolean; isAcknowledged: boolean }>();
  readonly #listeners = new Map<string, () => void>();
  readonly #age: SteadyWallClock;

  constructor(options: NotificationQueueOptions) {
    this.#options = options;
    this.#age = new SteadyWallClock(options.clock);
  }

  /** Loads the state of an earlier run for the current recipients. @param listed the listed alarms of then */
  restore({ events, destinations }: NotificationState, listed: readonly Alarm[]): void {
    for (const alarm of listed) this.#remember(alarm);
    for (const [id, { waiting, notified, daily }] of Object.entries(destinations)) {
      if (!this.#recipients.has(id)) continue;
      const queue = this.#queueOf(id);
      queue.daily = daily;
      for (const [alarm, at] of Object.entries(notified)) queue.notified.set(alarm, at);
      for (const { event, due, message } of waiting) {
        const known = events[event];
        if (known) queue.waiting.push({ event: known, due, message });
      }
    }
  }

  /** To be stored. */
  get state(): NotificationState {
    const events: AlarmEvent[] = [];
    const indexes = new Map<AlarmEvent, number>();
    const indexOf = (event: AlarmEvent): number => {
      let index = indexes.get(event);
      if (index === undefined) {
        index = events.push(event) - 1;
        indexes.set(event, index);
      }
      return index;
    };
    const destinations = Array.from(this.#queues, ([id, { waiting, notified, daily }]) => [
      id,
      {
        waiting: waiting.map(({ event, due, message }) => ({ event: indexOf(event), due, message })),
        notified: Object.fromEntries(notified),
        daily,
      },
    ]);
    return { events, destinations: Object.fromEntries(destinations) };
  }

  /** Replaces all recipients. Notifications of one that is absent are removed, and not counted. */
  setRecipients(recipients: ReadonlyMap<string, Recipient>): void {
    this.#recipients = recipients;
    for (const id of this.#queues.keys()) {
      if (recipients.has(id)) continue;
      this.#queues.delete(id);
      this.#options.onChange();
    }
  }

  /** @param listener called when a notification was added for this destination; undefined: none any more */
  onAdded(id: string, listener: (() => void) | undefined): void {
    if (listener) this.#listeners.set(id, listener);
    else this.#listeners.delete(id);
  }

  /** An alarm was raised, cleared or acknowledged, or its rule changed. */
  note(alarm: Alarm): void {
    const kind = this.#turnOf(alarm);
    this.#remember(alarm);
    if (!kind) return;
    const at = this.#options.clock.now();
    const event: AlarmEvent = { kind, at, alarm };
    for (const [id, recipient] of this.#recipients) {
      // A destination that was notified of an alarm is notified of its end, even if its severity has changed.
      if (kind !== 'raised') this.#end(id, recipient, event);
      else if (recipient.matches(alarm)) this.#add(id, event, recipient.delayMs === 0 ? 0 : at + recipient.delayMs);
    }
  }

  /** Waiting notifications of a destination. */
  size(id: string): number {
    return this.#queues.get(id)?.waiting.length ?? 0;
  }

  /** Those of them that are due. @param isSent of which alarms; default: all */
  countDue(id: string, isSent: AlarmFilter = ALL): number {
    const now = this.#options.clock.now();
    const waiting = this.#queues.get(id)?.waiting ?? [];
    return waiting.filter(({ event, due }) => due <= now && isSent(event.alarm)).length;
  }

  /** Notifications of a destination that were discarded since the service started. */
  discarded(id: string): number {
    return this.#queues.get(id)?.discarded ?? 0;
  }

  /**
   * The next message of a destination: the one that was sent before without an acknowledgement, otherwise all that are
   * due. Resolves when its ID is stored, so that it is sent again under the same.
   * @param isSent alarms that may be sent now; default: all
   */
  async take(id: string, isSent: AlarmFilter = ALL): Promise<NotificationBatch | undefined> {
    const queue = this.#queues.get(id);
    if (!queue) return undefined;
    const now = this.#options.clock.now();
    this.#discardOld(queue);
    this.#followClock(id, now);
    this.#remind(id, now);
    const may = ({ event }: WaitingNotification): boolean => isSent(event.alarm);
    const sent = queue.waiting.find((one) => one.message !== null && may(one))?.message;
    if (sent) return { id: sent, waiting: queue.waiting.filter(({ message }) => message === sent) };
    const waiting = queue.waiting
      .filter((one) => one.due <= now && one.message === null && may(one))
      .slice(0, MAX_BATCH);
    if (waiting.length === 0) return undefined;
    const message = randomBytes(12).toString('hex');
    for (const one of waiting) one.message = message;
    await this.#save();
    return { id: message, waiting };
  }

  /** When `take` next has something, in milliseconds since 1970; undefined: not before something is added. */
  nextDue(id: string, isSent: AlarmFilter = ALL): number | undefined {
    const queue = this.#queues.get(id);
    const recipient = this.#recipients.get(id);
    if (!queue || !recipient) return undefined;
    const waiting = queue.waiting.filter(({ event }) => isSent(event.alarm));
    const times = waiting.map(({ due, message }) => (message === null ? due : 0));
    if (recipient.reminderMs > 0) {
      for (const [alarmId, at] of queue.notified) {
        const alarm = this.#toRemind(queue, alarmId);
        if (alarm && isSent(alarm)) times.push(at + recipient.reminderMs);
      }
    }
    return times.length > 0 ? times.reduce((one, other) => Math.min(one, other)) : undefined;
  }

  /** The server acknowledged a message. Resolves when that is stored, if possible. */
  async delivered(id: string, { waiting }: NotificationBatch): Promise<void> {
    const queue = this.#queues.get(id);
    if (!queue) return;
    const sent = new Set(waiting);
    queue.waiting = queue.waiting.filter((one) => !sent.has(one));
    for (const { event } of waiting) {
      if (event.kind === 'cleared') queue.notified.delete(event.alarm.id);
      else if (event.kind !== 'acknowledged') queue.notified.set(event.alarm.id, this.#options.clock.now());
    }
    for (const alarm of queue.notified.keys()) if (!this.#options.find(alarm)) queue.notified.delete(alarm);
    await this.#save();
  }

  /** Local date of the last daily message of a destination; empty: none yet. */
  dailyOf(id: string): string {
    return this.#queues.get(id)?.daily ?? '';
  }

  /** The server refused a message for good. Resolves when that is stored, if possible. */
  async discard(id: string, { waiting }: NotificationBatch): Promise<void> {
    const queue = this.#queues.get(id);
    if (!queue) return;
    const refused = new Set(waiting);
    queue.discarded += queue.waiting.filter((one) => refused.has(one)).length;
    queue.waiting = queue.waiting.filter((one) => !refused.has(one));
    await this.#save();
  }

  /** Resolves when the date is stored, if possible. */
  async setDaily(id: string, date: string): Promise<void> {
    if (!this.#recipients.has(id)) return;
    this.#queueOf(id).daily = date;
    await this.#save();
  }

  #turnOf({ id, ended, acknowledged }: Alarm): AlarmEvent['kind'] | undefined {
    const before = this.#known.get(id);
    if (!before) return ended === null ? 'raised' : undefined;
    if (before.isActive !== (ended === null)) return ended === null ? 'raised' : 'cleared';
    return !before.isAcknowledged && acknowledged !== null ? 'acknowledged' : undefined;
  }

  #remember({ id, ended, acknowledged }: Alarm): void {
    const [isActive, isAcknowledged] = [ended === null, acknowledged !== null];
    if (this.#known.size >= MAX_KNOWN) {
      for (const known of this.#known.keys()) if (!this.#options.find(known)) this.#known.delete(known);
    }
    if (!isActive && isAcknowledged) this.#known.delete(id);
    else this.#known.set(id, { isActive, isAcknowledged });
  }

  /** An alarm cleared or was acknowledged. */
  #end(id: string, recipient: Recipient, event: AlarmEvent): void {
    const queue = this.#queueOf(id);
    const isOfAlarm = (one: WaitingNotification): boolean => one.event.alarm.id === event.alarm.id;
    // It was acknowledged or is over: an escalation or a reminder has no purpose any more.
    queue.waiting = queue.waiting.filter(
      (one) =>
        !isOfAlarm(one) ||
        one.message !== null ||
        (one.event.kind !== 'reminder' &&
          !(one.event.kind === 'raised' && recipient.delayMs > 0 && one.due > event.at)),
    );
    const knows = queue.notified.has(event.alarm.id) || queue.waiting.some(isOfAlarm);
    const wants = event.kind === 'cleared' ? recipient.cleared : recipient.acknowledged;
    if (knows && wants) this.#add(id, event, 0);
    else {
      if (event.kind === 'cleared') queue.notified.delete(event.alarm.id);
      this.#options.onChange();
    }
  }

  #add(id: string, event: AlarmEvent, due: number): void {
    const queue = this.#queueOf(id);
    queue.waiting.push({ event, due, message: null });
    if (queue.waiting.length > MAX_WAITING_NOTIFICATIONS) {
      // A message that was sent once stays whole.
      const oldest = queue.waiting.findIndex((one) => one.message === null);
      queue.waiting.splice(oldest, 1);
      queue.discarded += 1;
    }
    this.#options.onChange();
    this.#listeners.get(id)?.();
  }

  #remind(id: string, now: number): void {
    const queue = this.#queues.get(id);
    const recipient = this.#recipients.get(id);
    if (!queue || !recipient || recipient.reminderMs === 0) return;
    for (const [alarmId, at] of queue.notified) {
      const alarm = this.#toRemind(queue, alarmId);
      if (alarm && now - at >= recipient.reminderMs) {
        this.#add(id, { kind: 'reminder', at: now, alarm }, 0);
      }
    }
  }

  /** The alarm, if it is active and unacknowledged, and no notification of it waits. */
  #toRemind(queue: DestinationQueue, id: string): Alarm | undefined {
    const alarm = this.#options.find(id);
    if (alarm?.ended !== null || alarm.acknowledged !== null) return undefined;
    return queue.waiting.some(({ event }) => event.alarm.id === id) ? undefined : alarm;
  }

  /** A clock that was set back must not delay escalations and reminders by more than their own time. */
  #followClock(id: string, now: number): void {
    const queue = this.#queues.get(id);
    const delayMs = this.#recipients.get(id)?.delayMs ?? 0;
    for (const one of queue?.waiting ?? []) one.due = Math.min(one.due, now + delayMs);
    for (const [alarm, at] of queue?.notified ?? []) if (at > now) queue?.notified.set(alarm, now);
  }

  #discardOld(queue: DestinationQueue): void {
    const young = queue.waiting.filter(
      ({ event, due }) => this.#age.ageOf(Math.max(event.at, due)) <= MAX_NOTIFICATION_AGE_MS,
    );
    queue.discarded += queue.waiting.length - young.length;
    queue.waiting = young;
  }

  #queueOf(id: string): DestinationQueue {
    const queue = this.#queues.get(id) ?? { waiting: [], notified: new Map(), daily: '', discarded: 0 };
    this.#queues.set(id, queue);
    return queue;
  }

  async #save(): Promise<void> {
    this.#options.onChange();
    await this.#options.save();
  }
}
