import type { Alarm, AlarmAcknowledgment, EntityChange } from '../contract/index.ts';
import { type DeviceKey, deviceKey } from '../devices/types.ts';
import { MensuraError } from '../support/errors.ts';

/** Most listed alarms. One more removes the oldest cleared one; the log still has it. */
export const MAX_ACTIVE_ALARMS = 10_000;

/** Least time between two events about a new peak or count, in milliseconds: either may change with every reading. */
const UPDATE_GAP_MS = 1000;

/** What raises an alarm. */
export type AlarmCause = Pick<Alarm, 'rule' | 'kind' | 'family' | 'serial'>;

export class ActiveAlarms {
  readonly #onEvent: (event: EntityChange<'alarm'>) => void;
  readonly #onTurn: (alarm: Alarm) => void;
  /** Oldest first. */
  readonly #alarms = new Map<string, Alarm>();
  /** IDs of active alarms, by device. */
  readonly #active = new Map<string, Set<string>>();
  /** IDs of listed alarms, by rule, device and kind: at most one each. */
  readonly #listedOf = new Map<string, string>();
  /** Alarms with a peak or count that was not reported yet. */
  readonly #updated = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param onEvent called at once, in the order of the events
   * @param onTurn called when an alarm was raised, cleared or acknowledged, or when its rule changed
   */
  constructor(onEvent: (event: EntityChange<'alarm'>) => void, onTurn: (alarm: Alarm) => void) {
    this.#onEvent = onEvent;
    this.#onTurn = onTurn;
  }

  /**
   * Loads the alarms of an earlier run without events. An older Mensura listed several of one rule and kind: of those,
   * active ones and the newest stay.
   * @param alarms oldest first
   */
  restore(alarms: readonly Alarm[]): void {
    for (const alarm of alarms) {
      const previous = this.listedOf(alarm);
      if (previous && previous.ended !== null) this.#alarms.delete(previous.id);
      this.#alarms.set(alarm.id, alarm);
      this.#index(alarm);
    }
  }

  /** Emits delayed events at once. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#reportUpdates();
  }

  /** Oldest first. */
  all(): Alarm[] {
    return [...this.#alarms.values()];
  }

  find(id: string): Alarm | undefined {
    return this.#alarms.get(id);
  }

  /** The active alarms of a device, by channel, kind and age. */
  active(device: DeviceKey): Alarm[] {
    return [...(this.#active.get(deviceKey(device)) ?? [])]
      .map((id) => this.#get(id))
      .toSorted((a, b) => compare(a.channel, b.channel) || compare(a.kind, b.kind));
  }

  /** The listed alarm of a rule, a device and a kind, active or cleared. */
  listedOf(of: AlarmCause): Alarm | undefined {
    const id = this.#listedOf.get(causeKey(of));
    return id === undefined ? undefined : this.#get(id);
  }

  /** The active alarms of a rule, at most one for each device and kind. */
  activeOf(rule: string): Alarm[] {
    return this.all().filter((alarm) => alarm.rule === rule && this.isCurrent(alarm));
  }

  /** Whether an alarm is active, and the newest of its cause. */
  isCurrent(alarm: Alarm): boolean {
    return alarm.ended === null && this.#listedOf.get(causeKey(alarm)) === alarm.id;
  }

  /** Adds an alarm. A cleared one of the same cause leaves the list; the log still has it. */
  raise(alarm: Alarm): void {
    const previous = this.listedOf(alarm);
    if (previous) this.#remove(previous);
    this.#index(alarm);
    this.#turn(alarm);
    if (this.#alarms.size > MAX_ACTIVE_ALARMS) this.#removeOldestCleared();
  }

  /** Raises a cleared alarm again. */
  reopen(alarm: Alarm, { peak, flapping }: Pick<Alarm, 'peak' | 'flapping'>): void {
    const reopened = { ...alarm, ended: null, count: alarm.count + 1, peak: furthest(alarm, peak), flapping };
    this.#index(reopened);
    this.#turn(reopened);
  }

  /** Counts an active alarm that was raised again. */
  repeat(alarm: Alarm, peak: number | null): void {
    this.#update({ ...alarm, count: alarm.count + 1, peak: furthest(alarm, peak) });
  }

  /** Records a reading further beyond the limit than any since the alarm was last raised. */
  exceed(alarm: Alarm, peak: number): void {
    if (furthest(alarm, peak) !== alarm.peak) this.#update({ ...alarm, peak });
  }

  /** Continues an active alarm under its changed rule. */
  change(alarm: Alarm, now: Pick<Alarm, 'limit' | 'severity' | 'message'>): void {
    const { limit, severity, message } = now;
    const isSame = limit === alarm.limit && severity === alarm.severity && message === alarm.message;
    if (!isSame) this.#turn({ ...alarm, limit, severity, message });
  }

  /**
   * Clears an active alarm.
   * @param at milliseconds since 1970. After a clock change it can be before the start, which then is the end too
   */
  end(alarm: Alarm, at: number): void {
    const device = this.#active.get(deviceKey(alarm));
    device?.delete(alarm.id);
    if (device?.size === 0) this.#active.delete(deviceKey(alarm));
    this.#turn({ ...alarm, flapping: false, ended: new Date(Math.max(at, Date.parse(alarm.since))).toISOString() });
  }

  /**
   * An acknowledged alarm does not change.
   * @param at milliseconds since 1970
   * @throws MensuraError `not-found`
   */
  acknowledge(id: string, { by, comment }: AlarmAcknowledgment, at: number): Alarm {
    const alarm = this.#alarms.get(id);
    if (!alarm)
      throw new MensuraError('not-found', `No alarm with ID ${id}; it may have been cleared and acknowledged.`);
    if (alarm.acknowledged !== null) return alarm;
    const acknowledged = {
      ...alarm,
      acknowledged: new Date(at).toISOString(),
      acknowledged_by: by,
      acknowledgment_comment: comment,
    };
    this.#turn(acknowledged);
    return acknowledged;
  }

  #get(id: string): Alarm {
    const alarm = this.#alarms.get(id);
    if (!alarm) throw new Error(`The active alarm ${id} is not in the list.`);
    return alarm;
  }

  #index(alarm: Alarm): void {
    this.#listedOf.set(causeKey(alarm), alarm.id);
    if (alarm.ended !== null) return;
    const key = deviceKey(alarm);
    const device = this.#active.get(key) ?? new Set<string>();
    this.#active.set(key, device.add(alarm.id));
  }

  /** Reported within UPDATE_GAP_MS. */
  #update(alarm: Alarm): void {
    this.#alarms.set(alarm.id, alarm);
    this.#updated.add(alarm.id);
    this.#timer ??= setTimeout(() => this.#reportUpdates(), UPDATE_GAP_MS);
  }

  /** Every transition is reported, including one that removes the alarm from the list. */
  #turn(alarm: Alarm): void {
    this.#updated.delete(alarm.id);
    this.#alarms.set(alarm.id, alarm);
    this.#onTurn(alarm);
    this.#onEvent({ key: alarm.id, value: alarm });
    if (alarm.ended !== null && alarm.acknowledged !== null) this.#remove(alarm);
  }

  #remove(alarm: Alarm): void {
    const { id } = alarm;
    const key = causeKey(alarm);
    if (this.#listedOf.get(key) === id) this.#listedOf.delete(key);
    this.#alarms.delete(id);
    this.#onEvent({ key: id, value: null });
  }

  #removeOldestCleared(): void {
    for (const alarm of this.#alarms.values()) {
      if (alarm.ended === null) continue;
      this.#remove(alarm);
      return;
    }
  }

  #reportUpdates(): void {
    this.#timer = undefined;
    const ids = [...this.#updated];
    this.#updated.clear();
    for (const id of ids) {
      const alarm = this.#alarms.get(id);
      if (alarm) this.#onEvent({ key: id, value: alarm });
    }
  }
}

/** The reading furthest beyond the limit; null for `no-data`. */
function furthest({ kind, peak }: Alarm, other: number | null): number | null {
  if (peak === null || other === null) return peak;
  if (kind === 'above') return Math.max(peak, other);
  if (kind === 'below') return Math.min(peak, other);
  return Math.abs(other) > Math.abs(peak) ? other : peak;
}

function causeKey(cause: AlarmCause): string {
  return `${cause.rule} ${cause.kind} ${deviceKey(cause)}`;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
