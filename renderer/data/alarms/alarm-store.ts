import type { Alarm } from '../../../service/contract/index.ts';
import { deviceKey } from '../devices/key.ts';
import { FrameBatcher, type PublicationOptions } from '../frame-batcher.ts';
import { type Readable, ValueStore } from '../store.ts';
import type { StreamEvent } from '../stream/messages.ts';

/** After the window joined, or the stream began anew, what comes within so long was there before. In milliseconds. */
const JOINING_MS = 2000;

const NONE: readonly Alarm[] = [];

/** Takes the alarms that began since it was last told, newest last. */
export type AlarmStartListener = (begun: readonly Alarm[]) => void;

export class AlarmStore {
  readonly #alarms = new Map<string, Alarm>();
  readonly #list = new ValueStore<readonly Alarm[]>(NONE);
  readonly #active = new ValueStore<ReadonlyMap<string, readonly Alarm[]>>(new Map());
  readonly #departures = new ValueStore(0);
  readonly #beginListeners = new Set<AlarmStartListener>();
  readonly #publication: FrameBatcher;
  readonly #now: () => number;
  #begun: Alarm[] = [];
  #departed = 0;
  #joinedAt = Number.NEGATIVE_INFINITY;

  constructor(timing: PublicationOptions = {}) {
    this.#publication = new FrameBatcher(() => this.#publish(), timing);
    this.#now = timing.now ?? Date.now;
  }

  /** The active ones first, newest first; then those that are over but not acknowledged, likewise. */
  get list(): Readable<readonly Alarm[]> {
    return this.#list;
  }

  /** The active ones of each device, by its key. An array is a new one when one of its alarms changed. */
  get active(): Readable<ReadonlyMap<string, readonly Alarm[]>> {
    return this.#active;
  }

  activeOf(key: string): readonly Alarm[] {
    return this.#active.get().get(key) ?? NONE;
  }

  /** Grows when alarms left the list: the log has more than before. */
  get departures(): Readable<number> {
    return this.#departures;
  }

  /** Tells of alarms that begin while the window looks on. @returns the function that ends it */
  onBegin(listener: AlarmStartListener): () => void {
    this.#beginListeners.add(listener);
    return () => this.#beginListeners.delete(listener);
  }

  /** Replaces everything by what the stream's keeper knows. */
  load(alarms: readonly Alarm[]): void {
    this.#reset();
    for (const alarm of alarms) this.#alarms.set(alarm.id, alarm);
    this.#publication.run();
  }

  /** Takes what the stream said; it shows with the next publication. */
  take(events: readonly StreamEvent[]): void {
    let changed = false;
    for (const { name, data } of events) {
      if (name !== 'alarm' && name !== 'reset') continue;
      changed = true;
      if (name === 'reset') this.#reset();
      else if (data.alarm) this.#set(data.alarm);
      else this.#lose(data.id);
    }
    if (changed) this.#publication.request();
  }

  /** Shows what was taken at once. */
  show(): void {
    this.#publication.run();
  }

  /** Takes an alarm as the service just answered it, before the stream says the same. Shows at once. */
  accept(alarm: Alarm): void {
    const known = this.#alarms.get(alarm.id);
    // Meanwhile it may have left the list, or be over.
    if (!known) return;
    const ended = known.ended ?? alarm.ended;
    if (ended !== null && alarm.acknowledged !== null) this.#lose(alarm.id);
    else this.#alarms.set(alarm.id, { ...known, ended, acknowledged: alarm.acknowledged });
    this.#publication.run();
  }

  #set(alarm: Alarm): void {
    const isNew = !this.#alarms.has(alarm.id) && this.#now() - this.#joinedAt > JOINING_MS;
    this.#alarms.set(alarm.id, alarm);
    if (isNew && alarm.ended === null && alarm.acknowledged === null) this.#begun.push(alarm);
  }

  #lose(id: string): void {
    if (this.#alarms.delete(id)) this.#departed += 1;
  }

  #reset(): void {
    this.#alarms.clear();
    this.#begun = [];
    this.#departed += 1;
    this.#joinedAt = this.#now();
  }

  #publish(): void {
    const alarms = [...this.#alarms.values()].toSorted(compare);
    const before = this.#active.get();
    const active = Map.groupBy(
      alarms.filter(({ ended }) => ended === null),
      deviceKey,
    );
    this.#list.set(alarms);
    this.#active.set(new Map([...active].map(([key, own]) => [key, unlessSame(before.get(key), own)])));
    this.#departures.set(this.#departed);
    const begun = this.#begun;
    this.#begun = [];
    if (begun.length > 0) for (const listener of this.#beginListeners) listener(begun);
  }
}

function compare(a: Alarm, b: Alarm): number {
  const ending = Number(a.ended !== null) - Number(b.ended !== null);
  return ending || Date.parse(b.since) - Date.parse(a.since) || (a.id < b.id ? 1 : -1);
}

/** The known array where it has the same alarms: what shows them need not be drawn anew. */
function unlessSame(known: readonly Alarm[] | undefined, alarms: readonly Alarm[]): readonly Alarm[] {
  const isSame = known?.length === alarms.length && alarms.every((alarm, index) => alarm === known[index]);
  return isSame ? known : alarms;
}
