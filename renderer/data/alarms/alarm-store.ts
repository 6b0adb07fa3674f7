import { type Alarm, deviceKey } from '../../../service/contract/index.ts';
import { FrameBatcher, type PublicationOptions } from '../frame-batcher.ts';
import { type Readable, ValueStore } from '../store.ts';
import type { EntityMirror } from '../stream/mirror.ts';

/** Alarms that arrive this soon after a (re)connection are not new. */
const JOINING_MS = 2000;

const NONE: readonly Alarm[] = [];

/** Receives the alarms raised since the last call, newest last. */
export type AlarmStartListener = (begun: readonly Alarm[]) => void;

export class AlarmStore {
  readonly #mirror: EntityMirror;
  readonly #list = new ValueStore<readonly Alarm[]>(NONE);
  /** Active alarms first, then cleared but unacknowledged ones, each newest first. */
  readonly list: Readable<readonly Alarm[]> = this.#list;
  readonly #active = new ValueStore<ReadonlyMap<string, readonly Alarm[]>>(new Map());
  /** Active alarms by device key. An array is replaced only if one of its alarms changed. */
  readonly active: Readable<ReadonlyMap<string, readonly Alarm[]>> = this.#active;
  readonly #departures = new ValueStore(0);
  /** Increases when alarms leave the list: the log has new entries. */
  readonly departures: Readable<number> = this.#departures;
  readonly #raiseListeners = new Set<AlarmStartListener>();
  readonly #publication: FrameBatcher;
  readonly #now: () => number;
  #begun: Alarm[] = [];
  #departed = 0;
  #joinedAt = Number.NEGATIVE_INFINITY;

  constructor(mirror: EntityMirror, timing: PublicationOptions = {}) {
    this.#mirror = mirror;
    this.#publication = new FrameBatcher(() => this.#publish(), timing);
    this.#now = timing.now ?? Date.now;
    mirror.onChange('alarm', ({ value: alarm, before }) => {
      const isNew = !before && this.#now() - this.#joinedAt > JOINING_MS;
      if (isNew && alarm && alarm.ended === null && alarm.acknowledged === null) this.#begun.push(alarm);
      if (!alarm && before) this.#departed += 1;
      this.#publication.request();
    });
    mirror.onReset(() => {
      this.#begun = [];
      this.#departed += 1;
      this.#joinedAt = this.#now();
      this.#publication.request();
    });
  }

  activeOf(key: string): readonly Alarm[] {
    return this.#active.get().get(key) ?? NONE;
  }

  /** Calls the listener for alarms raised while the window is open. @returns unsubscribes */
  onRaise(listener: AlarmStartListener): () => void {
    this.#raiseListeners.add(listener);
    return () => this.#raiseListeners.delete(listener);
  }

  /** Publishes at once. */
  show(): void {
    this.#publication.run();
  }

  /** Applies the response to a request before the event arrives. Publishes at once. */
  accept(alarm: Alarm): void {
    const known = this.#mirror.get('alarm', alarm.id);
    // It may have left the list meanwhile.
    if (!known) return;
    const ended = known.ended ?? alarm.ended;
    const hasLeft = ended !== null && alarm.acknowledged !== null;
    if (hasLeft) this.#departed += 1;
    const { acknowledged, acknowledged_by, acknowledgment_comment } = alarm;
    const changed = { ...known, ended, acknowledged, acknowledged_by, acknowledgment_comment };
    this.#mirror.put('alarm', alarm.id, hasLeft ? null : changed);
    this.#publication.run();
  }

  #publish(): void {
    const alarms = [...this.#mirror.of('alarm').values()].toSorted(compare);
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
    if (begun.length > 0) for (const listener of this.#raiseListeners) listener(begun);
  }
}

function compare(a: Alarm, b: Alarm): number {
  const ending = Number(a.ended !== null) - Number(b.ended !== null);
  return ending || Date.parse(b.since) - Date.parse(a.since) || (a.id < b.id ? 1 : -1);
}

/** Keeps the known array if it has the same alarms, so that nothing is rendered again. */
function unlessSame(known: readonly Alarm[] | undefined, alarms: readonly Alarm[]): readonly Alarm[] {
  const isSame = known?.length === alarms.length && alarms.every((alarm, index) => alarm === known[index]);
  return isSame ? known : alarms;
}
