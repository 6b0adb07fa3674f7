/** What the components show of the MQTT clients. */
import type { MqttClientView, MqttStatus } from '../../../service/contract/index.ts';
import { Publication, type PublicationOptions } from '../publication.ts';
import { type Readable, ValueStore } from '../store.ts';
import type { Snapshot, StreamEvent } from '../stream/messages.ts';

/** Clients that were removed and are still remembered: one may be open in a window. */
const MAX_GONE = 20;

export interface ClientRecord {
  view: MqttClientView;
  /** It was removed, or the service does not know it any more. */
  gone: boolean;
}

const collator = new Intl.Collator(undefined, { numeric: true });

export class ClientStore {
  readonly #records = new Map<string, ClientRecord>();
  readonly #list = new ValueStore<readonly MqttClientView[]>([]);
  readonly #known = new ValueStore<ReadonlyMap<string, ClientRecord>>(new Map());
  readonly #publication: Publication;

  constructor(timing: PublicationOptions = {}) {
    this.#publication = new Publication(() => this.#publish(), timing);
  }

  /** The clients there are, by name. */
  get list(): Readable<readonly MqttClientView[]> {
    return this.#list;
  }

  /** The clients by identifier, those lately removed included. */
  get known(): Readable<ReadonlyMap<string, ClientRecord>> {
    return this.#known;
  }

  /** Replaces everything by what the stream's keeper knows. */
  load({ clients }: Pick<Snapshot, 'clients'>): void {
    this.#loseAll();
    for (const view of clients) this.#set(view);
    this.#publication.run();
  }

  /** Takes what the stream said; it shows with the next publication. */
  take(events: readonly StreamEvent[]): void {
    let changed = false;
    for (const { name, data } of events) {
      if (name !== 'client' && name !== 'reset') continue;
      changed = true;
      if (name === 'reset') this.#loseAll();
      else if (data.client) this.#set(data.client);
      else this.#lose(data.identifier);
    }
    if (changed) this.#publication.request();
  }

  /** Takes a client as the service just answered it, before the stream says the same. Shows at once. */
  accept(view: MqttClientView): void {
    const known = this.#records.get(view.identifier);
    // The stream may have told of a newer state meanwhile; what is configured is what counts here.
    this.#set(known && !known.gone ? { ...view, status: newer(known.view.status, view.status) } : view);
    this.#publication.run();
  }

  /** Takes that a client was removed, likewise. */
  acceptRemoval(identifier: string): void {
    this.#lose(identifier);
    this.#publication.run();
  }

  #set(view: MqttClientView): void {
    this.#records.set(view.identifier, { view, gone: false });
  }

  #lose(identifier: string): void {
    const record = this.#records.get(identifier);
    if (!record || record.gone) return;
    // At the end, so that the longest gone are the first.
    this.#records.delete(identifier);
    this.#records.set(identifier, { view: record.view, gone: true });
  }

  #loseAll(): void {
    // A copy: losing one moves it to the end, where it would come up again.
    const identifiers = [...this.#records.keys()];
    for (const identifier of identifiers) this.#lose(identifier);
  }

  #publish(): void {
    const gone = [...this.#records.values()].filter((record) => record.gone);
    for (const { view } of gone.slice(0, Math.max(0, gone.length - MAX_GONE))) this.#records.delete(view.identifier);
    const present = [...this.#records.values()].filter((record) => !record.gone).map(({ view }) => view);
    this.#known.set(new Map(this.#records));
    this.#list.set(present.toSorted(byName));
  }
}

function byName(a: MqttClientView, b: MqttClientView): number {
  return collator.compare(a.name, b.name) || collator.compare(a.identifier, b.identifier);
}

/** The status that was entered later. */
function newer(known: MqttStatus, answered: MqttStatus): MqttStatus {
  return Date.parse(known.since) > Date.parse(answered.since) ? known : answered;
}
