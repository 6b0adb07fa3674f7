import type { Alarm, AlarmKind, EntityChange } from '../contract/index.ts';
import { type DeviceKey, deviceKey } from '../devices/types.ts';
import { MensuraError } from '../support/errors.ts';

/** Most listed alarms. One more removes the oldest cleared one; the log still has it. */
export const MAX_ACTIVE_ALARMS = 5000;

/** Least time between two events about a rising peak, in milliseconds: the peak may change with every reading. */
const PEAK_GAP_MS = 1000;

export class ActiveAlarms {
  readonly #onEvent: (event: EntityChange<'alarm'>) => void;
  readonly #onTurn: (alarm: Alarm) => void;
  /** Oldest first. */
  readonly #alarms = new Map<string, Alarm>();
  /** IDs of active alarms, by device. */
  readonly #active = new Map<string, Set<string>>();
  /** IDs of active alarms, by rule and kind. */
  readonly #currentOf = new Map<string, string>();
  /** Alarms with a peak that was not reported yet. */
  readonly #further = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param onEvent called at once, in the order of the events
   * @param onTurn called when an alarm was raised, cleared or acknowledged
   */
  constructor(onEvent: (event: EntityChange<'alarm'>) => void, onTurn: (alarm: Alarm) => void) {
    this.#onEvent = onEvent;
    this.#onTurn = onTurn;
  }

  /**
   * Loads the alarms of an earlier run without events.
   * @param alarms oldest first
   */
  restore(alarms: readonly Alarm[]): void {
    for (const alarm of alarms) {
      this.#alarms.set(alarm.id, alarm);
      if (alarm.ended === null) this.#index(alarm);
    }
  }

  /** Emits delayed events at once. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#reportPeaks();
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

  currentOf(rule: string, kind: AlarmKind): Alarm | undefined {
    const id = this.#currentOf.get(ruleKey(rule, kind));
    return id === undefined ? undefined : this.#get(id);
  }

  raise(alarm: Alarm): void {
    this.#index(alarm);
    this.#turn(alarm);
    if (this.#alarms.size > MAX_ACTIVE_ALARMS) this.#removeOldestCleared();
  }

  /** Records a reading further beyond the limit than any before. */
  exceed(alarm: Alarm, peak: number): void {
    this.#alarms.set(alarm.id, { ...alarm, peak });
    this.#further.add(alarm.id);
    this.#timer ??= setTimeout(() => this.#reportPeaks(), PEAK_GAP_MS);
  }

  /**
   * Clears an active alarm.
   * @param at milliseconds since 1970. After a clock change it can be before the start, which then is the end too
   */
  end(alarm: Alarm, at: number): void {
    const key = ruleKey(alarm.rule, alarm.kind);
    if (this.#currentOf.get(key) === alarm.id) this.#currentOf.delete(key);
    const device = this.#active.get(deviceKey(alarm));
    device?.delete(alarm.id);
    if (device?.size === 0) this.#active.delete(deviceKey(alarm));
    this.#turn({ ...alarm, ended: new Date(Math.max(at, Date.parse(alarm.since))).toISOString() });
  }

  /**
   * An acknowledged alarm does not change.
   * @param at milliseconds since 1970
   * @throws MensuraError `not-found`
   */
  acknowledge(id: string, at: number): Alarm {
    const alarm = this.#alarms.get(id);
    if (!alarm)
      throw new MensuraError('not-found', `No alarm with ID ${id}; it may have been cleared and acknowledged.`);
    if (alarm.acknowledged !== null) return alarm;
    const acknowledged = { ...alarm, acknowledged: new Date(at).toISOString() };
    this.#turn(acknowledged);
    return acknowledged;
  }

  #get(id: string): Alarm {
    const alarm = this.#alarms.get(id);
    if (!alarm) throw new Error(`The active alarm ${id} is not in the list.`);
    return alarm;
  }

  #index(alarm: Alarm): void {
    const key = deviceKey(alarm);
    const device = this.#active.get(key) ?? new Set<string>();
    this.#active.set(key, device.add(alarm.id));
    this.#currentOf.set(ruleKey(alarm.rule, alarm.kind), alarm.id);
  }

  /** Every transition is reported, including one that removes the alarm from the list. */
  #turn(alarm: Alarm): void {
    this.#further.delete(alarm.id);
    this.#alarms.set(alarm.id, alarm);
    this.#onTurn(alarm);
    this.#onEvent({ key: alarm.id, value: alarm });
    if (alarm.ended !== null && alarm.acknowledged !== null) this.#remove(alarm.id);
  }

  #remove(id: string): void {
    this.#alarms.delete(id);
    this.#onEvent({ key: id, value: null });
  }

  #removeOldestCleared(): void {
    for (const [id, { ended }] of this.#alarms) {
      if (ended === null) continue;
      this.#remove(id);
      return;
    }
  }

  #reportPeaks(): void {
    this.#timer = undefined;
    const ids = [...this.#further];
    this.#further.clear();
    for (const id of ids) {
      const alarm = this.#alarms.get(id);
      if (alarm) this.#onEvent({ key: id, value: alarm });
    }
  }
}

function ruleKey(rule: string, kind: AlarmKind): string {
  return `${rule} ${kind}`;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
