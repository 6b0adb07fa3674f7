import { FrameBatcher, type PublicationOptions } from '../frame-batcher.ts';
import { type Readable, ValueStore } from '../store.ts';
import type { StreamEvent } from '../stream/messages.ts';

/** Optional status of an entry. */
export interface Entry {
  status?: { since: string };
}

export interface EntryRecord<View extends Entry> {
  view: View;
  /** Deleted, or no longer known to the service. */
  gone: boolean;
}

/** `view` is null for a deletion. */
export interface ItemEvent<View extends Entry> {
  id: string;
  view: View | null;
}

/** Differences between kinds of entries. */
export interface ItemDefinition<View extends Entry> {
  idOf: (view: View) => string;
  /** Sort key of the list. */
  nameOf: (view: View) => string;
  /**
   * Limit of the service, and of remembered deletions: after a restart all entries look deleted until they are sent
   * again.
   */
  most: number;
  /** Undefined for an event about something else. */
  newsOf: (event: StreamEvent) => ItemEvent<View> | undefined;
}

const collator = new Intl.Collator(undefined, { numeric: true });

export class EntryStore<View extends Entry> {
  readonly #kind: ItemDefinition<View>;
  readonly #records = new Map<string, EntryRecord<View>>();
  readonly #list = new ValueStore<readonly View[]>([]);
  readonly #known = new ValueStore<ReadonlyMap<string, EntryRecord<View>>>(new Map());
  readonly #publication: FrameBatcher;

  constructor(kind: ItemDefinition<View>, timing: PublicationOptions = {}) {
    this.#kind = kind;
    this.#publication = new FrameBatcher(() => this.#publish(), timing);
  }

  /** By name. */
  get list(): Readable<readonly View[]> {
    return this.#list;
  }

  /** By identifier, including recent deletions. */
  get known(): Readable<ReadonlyMap<string, EntryRecord<View>>> {
    return this.#known;
  }

  /** Replaces everything by the hub's state. */
  load(views: readonly View[]): void {
    this.#loseAll();
    for (const view of views) this.#set(view);
    this.#publication.run();
  }

  /** Applies events; published with the next publication. */
  take(events: readonly StreamEvent[]): void {
    let changed = false;
    for (const event of events) {
      const news = this.#kind.newsOf(event);
      if (!news && event.name !== 'reset') continue;
      changed = true;
      if (!news) this.#loseAll();
      else if (news.view) this.#set(news.view);
      else this.#lose(news.id);
    }
    if (changed) this.#publication.request();
  }

  /** Publishes at once. */
  show(): void {
    this.#publication.run();
  }

  /** Applies the response to a request before the event arrives. Publishes at once. */
  accept(view: View): void {
    const known = this.#records.get(this.#kind.idOf(view));
    // The event stream may have brought a newer status; the configuration counts here.
    const isNewer = known && !known.gone && isLater(known.view.status, view.status);
    this.#set(isNewer ? { ...view, status: known.view.status } : view);
    this.#publication.run();
  }

  /** Likewise for a deletion. */
  acceptRemoval(id: string): void {
    this.#lose(id);
    this.#publication.run();
  }

  #set(view: View): void {
    this.#records.set(this.#kind.idOf(view), { view, gone: false });
  }

  #lose(id: string): void {
    const record = this.#records.get(id);
    if (!record || record.gone) return;
    // Re-inserted at the end, so that the oldest deletions come first.
    this.#records.delete(id);
    this.#records.set(id, { view: record.view, gone: true });
  }

  #loseAll(): void {
    // A copy, since deleting re-inserts at the end.
    const ids = [...this.#records.keys()];
    for (const id of ids) this.#lose(id);
  }

  #publish(): void {
    const { idOf, nameOf, most } = this.#kind;
    const gone = [...this.#records.values()].filter((record) => record.gone);
    for (const { view } of gone.slice(0, Math.max(0, gone.length - most))) this.#records.delete(idOf(view));
    const present = [...this.#records.values()].filter((record) => !record.gone).map(({ view }) => view);
    this.#known.set(new Map(this.#records));
    this.#list.set(
      present.toSorted((a, b) => collator.compare(nameOf(a), nameOf(b)) || collator.compare(idOf(a), idOf(b))),
    );
  }
}

/** Whether the known status is newer than the response. */
function isLater(known: Entry['status'], answered: Entry['status']): boolean {
  return known !== undefined && answered !== undefined && Date.parse(known.since) > Date.parse(answered.since);
}
