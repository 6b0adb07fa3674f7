import { FrameBatcher, type PublicationOptions } from '../frame-batcher.ts';
import { type Readable, ValueStore } from '../store.ts';
import type { StreamEvent } from '../stream/messages.ts';

/** What an entry tells of how it fares, where it fares somehow. */
export interface Entry {
  status?: { since: string };
}

export interface EntryRecord<View extends Entry> {
  view: View;
  /** It was removed, or the service does not know it any more. */
  gone: boolean;
}

/** What an event says about one entry; `view` is null when it went. */
export interface ItemEvent<View extends Entry> {
  id: string;
  view: View | null;
}

/** What tells one kind of entries from another. */
export interface ItemDefinition<View extends Entry> {
  idOf: (view: View) => string;
  /** They are listed by it. */
  nameOf: (view: View) => string;
  /**
   * As many of them the service keeps, and as many that were removed are remembered: one may be open in a window, and all
   * look removed for as long as it takes to tell them anew.
   */
  most: number;
  /** What an event says about an entry of this kind; undefined for any other event. */
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

  /** The entries there are, by name. */
  get list(): Readable<readonly View[]> {
    return this.#list;
  }

  /** The entries by identifier, those lately removed included. */
  get known(): Readable<ReadonlyMap<string, EntryRecord<View>>> {
    return this.#known;
  }

  /** Replaces everything by what the stream's keeper knows. */
  load(views: readonly View[]): void {
    this.#loseAll();
    for (const view of views) this.#set(view);
    this.#publication.run();
  }

  /** Takes what the stream said; it shows with the next publication. */
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

  /** Shows what was taken at once. */
  show(): void {
    this.#publication.run();
  }

  /** Takes an entry as the service just answered it, before the stream says the same. Shows at once. */
  accept(view: View): void {
    const known = this.#records.get(this.#kind.idOf(view));
    // The stream may have told of a newer state meanwhile; what is configured is what counts here.
    const isNewer = known && !known.gone && isLater(known.view.status, view.status);
    this.#set(isNewer ? { ...view, status: known.view.status } : view);
    this.#publication.run();
  }

  /** Takes that an entry was removed, likewise. */
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
    // At the end, so that the longest gone are the first.
    this.#records.delete(id);
    this.#records.set(id, { view: record.view, gone: true });
  }

  #loseAll(): void {
    // A copy: losing one moves it to the end, where it would come up again.
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

/** Whether what is known was entered later than what was answered. */
function isLater(known: Entry['status'], answered: Entry['status']): boolean {
  return known !== undefined && answered !== undefined && Date.parse(known.since) > Date.parse(answered.since);
}
