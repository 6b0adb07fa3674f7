import { type Entities, type EntityKind, entityKeys } from '../../../service/contract/index.ts';
import { FrameBatcher, type PublicationOptions } from '../frame-batcher.ts';
import { type Readable, ValueStore } from '../store.ts';
import type { EntityMirror } from './mirror.ts';

export interface EntityRecord<Kind extends EntityKind> {
  view: Entities[Kind];
  /** Deleted, or no longer known to the service. */
  gone: boolean;
}

export interface EntityListOptions<Kind extends EntityKind> extends PublicationOptions {
  /** Sort key of the list. Default: in the order in which they were added. */
  nameOf?: (view: Entities[Kind]) => string;
  /**
   * Limit of remembered deletions, default 0. It is that of the service: after a restart all entities look deleted
   * until they are sent again.
   */
  maxRemoved?: number;
}

const collator = new Intl.Collator(undefined, { numeric: true });

/** The entities of one kind for the components, published a few times per second at most. */
export class EntityStore<Kind extends EntityKind> {
  readonly #mirror: EntityMirror;
  readonly #kind: Kind;
  readonly #options: EntityListOptions<Kind>;
  /** The oldest deletion comes first. */
  readonly #gone = new Map<string, Entities[Kind]>();
  readonly #list = new ValueStore<readonly Entities[Kind][]>([]);
  readonly list: Readable<readonly Entities[Kind][]> = this.#list;
  readonly #known = new ValueStore<ReadonlyMap<string, EntityRecord<Kind>>>(new Map());
  /** By key, including recent deletions. */
  readonly known: Readable<ReadonlyMap<string, EntityRecord<Kind>>> = this.#known;
  readonly #publication: FrameBatcher;

  constructor(mirror: EntityMirror, kind: Kind, options: EntityListOptions<Kind> = {}) {
    this.#mirror = mirror;
    this.#kind = kind;
    this.#options = options;
    this.#publication = new FrameBatcher(() => this.#publish(), options);
    mirror.onChange(kind, ({ key, value, before }) => {
      this.#gone.delete(key);
      if (!value && before) this.#gone.set(key, before);
      this.#publication.request();
    });
    mirror.onReset((lost) => {
      for (const [key, view] of lost(kind)) this.#gone.set(key, view);
      this.#publication.request();
    });
  }

  keyOf(view: Entities[Kind]): string {
    return entityKeys[this.#kind](view);
  }

  /** Publishes at once. */
  show(): void {
    this.#publication.run();
  }

  /** Applies the response to a request before the event arrives. Publishes at once. */
  accept(view: Entities[Kind]): void {
    const key = this.keyOf(view);
    this.#gone.delete(key);
    this.#mirror.put(this.#kind, key, withLatestStatus(view, this.#mirror.get(this.#kind, key)));
    this.#publication.run();
  }

  /** Likewise for a deletion. */
  acceptRemoval(key: string): void {
    const view = this.#mirror.get(this.#kind, key);
    if (view) this.#gone.set(key, view);
    this.#mirror.put(this.#kind, key, null);
    this.#publication.run();
  }

  #publish(): void {
    const { nameOf, maxRemoved = 0 } = this.#options;
    for (const key of [...this.#gone.keys()].slice(0, Math.max(0, this.#gone.size - maxRemoved)))
      this.#gone.delete(key);
    const present = [...this.#mirror.of(this.#kind)];
    this.#known.set(
      new Map([
        ...[...this.#gone].map(([key, view]) => [key, this.#recordOf(key, view, true)] as const),
        ...present.map(([key, view]) => [key, this.#recordOf(key, view, false)] as const),
      ]),
    );
    if (nameOf) {
      present.sort(([a, one], [b, other]) => collator.compare(nameOf(one), nameOf(other)) || collator.compare(a, b));
    }
    this.#list.set(present.map(([, view]) => view));
  }

  /** The known record if it is equal, so that nothing is rendered again. */
  #recordOf(key: string, view: Entities[Kind], gone: boolean): EntityRecord<Kind> {
    const known = this.#known.get().get(key);
    return known?.view === view && known.gone === gone ? known : { view, gone };
  }
}

/** The event stream may have brought a newer status than the response; the configuration counts here. */
function withLatestStatus<Value extends object>(answer: Value, known: Value | undefined): Value {
  const [answered, status] = [statusOf(answer), statusOf(known)];
  return answered && status && Date.parse(status.since) > Date.parse(answered.since) ? { ...answer, status } : answer;
}

function statusOf(value: object | undefined): { since: string } | undefined {
  return value && 'status' in value ? (value.status as { since: string }) : undefined;
}
