import {
  deviceKey,
  type Entities,
  type EntityEvent,
  type EntityEventOf,
  type EntityKind,
  type ReadingsEvent,
  type StreamEvent,
} from '../../../service/contract/index.ts';
import { addPending, applyPending, type PendingReadings } from '../devices/apply-readings.ts';

/** Per kind; the oldest are forgotten. Only markers can be that many: the service limits the other kinds. */
const MAX_ENTITIES = 20_000;

/** @param lost the discarded entities of a kind */
type ResetListener = (lost: <Kind extends EntityKind>(kind: Kind) => ReadonlyMap<string, Entities[Kind]>) => void;

/** @param change with the value before it; undefined if the entity was unknown */
type ChangeListener<Kind extends EntityKind> = (
  change: EntityEventOf<Kind> & { before: Entities[Kind] | undefined },
) => void;

/**
 * The current entities by kind and key, rebuilt from the event stream. Readings are pending until `settle` applies them:
 * a hundred readings cost one new object per device.
 */
export class EntityMirror {
  #kinds = new Map<EntityKind, Map<string, unknown>>();
  readonly #pending = new Map<string, PendingReadings>();
  readonly #changeListeners = new Map<EntityKind, ChangeListener<never>[]>();
  readonly #readingsListeners: ((event: ReadingsEvent, key: string) => void)[] = [];
  readonly #resetListeners: ResetListener[] = [];

  apply(event: StreamEvent): void {
    if (event.name === 'entity') this.#change(event.data);
    else if (event.name === 'readings') this.#note(event.data);
    else if (event.name === 'reset') this.#reset();
  }

  /** Puts the pending readings into their devices. @returns the keys of these devices */
  settle(): string[] {
    const keys = [...this.#pending.keys()];
    for (const key of keys) this.#settleDevice(key);
    return keys;
  }

  get<Kind extends EntityKind>(kind: Kind, key: string): Entities[Kind] | undefined {
    return this.of(kind).get(key);
  }

  /** In the order in which they were added. */
  of<Kind extends EntityKind>(kind: Kind): ReadonlyMap<string, Entities[Kind]> {
    return valuesOf(this.#kinds, kind);
  }

  /** Replaces or removes an entity before its event arrives. The listeners are not called. */
  put<Kind extends EntityKind>(kind: Kind, key: string, value: Entities[Kind] | null): void {
    const values = valuesOf(this.#kinds, kind);
    if (value) values.set(key, value);
    else values.delete(key);
    if (values.size > MAX_ENTITIES)
      for (const oldest of [...values.keys()].slice(0, -MAX_ENTITIES)) values.delete(oldest);
  }

  /** The events that bring another mirror to this state. */
  replay(): StreamEvent[] {
    this.settle();
    const entities = [...this.#kinds].flatMap(([kind, values]) =>
      [...values].map(([key, value]) => ({ name: 'entity', data: { kind, key, value } }) as StreamEvent),
    );
    return [{ name: 'reset', data: {} }, ...entities];
  }

  /** Listeners stay as long as the mirror. */
  onChange<Kind extends EntityKind>(kind: Kind, listener: ChangeListener<Kind>): void {
    const listeners = this.#changeListeners.get(kind) ?? [];
    this.#changeListeners.set(kind, [...listeners, listener]);
  }

  /** @param listener receives the key of the device, too */
  onReadings(listener: (event: ReadingsEvent, key: string) => void): void {
    this.#readingsListeners.push(listener);
  }

  /** Calls the listener when all entities are discarded. */
  onReset(listener: ResetListener): void {
    this.#resetListeners.push(listener);
  }

  #change(event: EntityEvent): void {
    const { kind, key, value } = event;
    if (kind === 'device') {
      // A device that is described again has these readings; the last state of a removed one needs them.
      if (value) this.#pending.delete(key);
      else this.#settleDevice(key);
    }
    const before = this.get(kind, key);
    this.put(kind, key, value);
    const listeners = (this.#changeListeners.get(kind) ?? []) as ((change: object) => void)[];
    for (const listener of listeners) listener({ ...event, before });
  }

  #note(event: ReadingsEvent): void {
    const key = deviceKey(event);
    if (this.of('device').has(key)) this.#pending.set(key, addPending(this.#pending.get(key), event));
    for (const listener of this.#readingsListeners) listener(event, key);
  }

  #reset(): void {
    this.settle();
    const lost = this.#kinds;
    this.#kinds = new Map();
    for (const listener of this.#resetListeners) listener((kind) => valuesOf(lost, kind));
  }

  #settleDevice(key: string): void {
    const pending = this.#pending.get(key);
    const device = this.get('device', key);
    if (pending && device) this.put('device', key, applyPending(device, pending));
    this.#pending.delete(key);
  }
}

function valuesOf<Kind extends EntityKind>(
  kinds: Map<EntityKind, Map<string, unknown>>,
  kind: Kind,
): Map<string, Entities[Kind]> {
  let values = kinds.get(kind);
  if (!values) kinds.set(kind, (values = new Map()));
  return values as Map<string, Entities[Kind]>;
}
