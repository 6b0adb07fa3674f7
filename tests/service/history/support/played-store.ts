/** A store in memory that takes or refuses what it is told to, and remembers it. */
import type { Marker, MarkerInput } from '../../../../service/contract/index.ts';
import { INITIAL_STATUS } from '../../../../service/history/storage-info.ts';
import {
  type Batch,
  type DeclaredChannel,
  GAP,
  type HistoryStore,
  type Retention,
  type StoreEvents,
  type StoreStatus,
} from '../../../../service/history/types.ts';
import { Emitter } from '../../../../service/support/emitter.ts';
import { MensuraError } from '../../../../service/support/errors.ts';

/** One row of what was committed: the channel's path, or its mark. */
export type Row = [channel: string, at: number, value: number | null] | [channel: string, mark: 'interrupted'];

export class PlayedStore implements HistoryStore {
  readonly #events = new Emitter<StoreEvents>((error) => {
    throw error;
  });
  readonly on = this.#events.on.bind(this.#events);
  /** What was asked of it besides commits. */
  readonly calls: unknown[][] = [];
  readonly rows: Row[] = [];
  /** Each declaration, in the order they came. */
  readonly declared: DeclaredChannel[] = [];
  readonly batches: { at: number; readings: number; declared: number }[] = [];
  /** Each batch that was to be committed, whether it was or not. */
  readonly asked: { id: string; rows: number }[] = [];
  /** What opening, commits and questions fail with, until it is undefined again. */
  failures: { open?: Error | undefined; commit?: Error | undefined; ask?: Error | undefined } = {};
  /** Whether commits and questions wait for `release`. */
  holds = false;
  tries: number[] = [];
  opened = 0;
  closed = 0;
  facts: StoreStatus = INITIAL_STATUS;
  readonly #slots = new Map<number, DeclaredChannel>();
  readonly #held: (() => void)[] = [];
  readonly #markers = new Map<number, Marker>();

  async open(): Promise<void> {
    this.tries.push(Date.now());
    if (this.failures.open) throw this.failures.open;
    this.opened += 1;
  }

  async commit({ id, declared, slots, at, values }: Batch): Promise<void> {
    if (slots.length !== at.length || slots.length !== values.length) throw new Error('columns of several lengths');
    this.tries.push(Date.now());
    this.asked.push({ id, rows: slots.length });
    await this.#pass();
    if (this.failures.commit) throw this.failures.commit;
    let readings = 0;
    for (const channel of declared) {
      this.declared.push(channel);
      this.#slots.set(channel.slot, channel);
    }
    slots.forEach((slot, index) => {
      const channel = this.#slots.get(slot);
      if (!channel) throw new Error(`slot ${slot} was never declared`);
      const path = `${channel.family}/${channel.serial}/${channel.channel}`;
      const value = values[index] ?? Number.NaN;
      if (value === GAP) this.rows.push([path, 'interrupted']);
      else this.rows.push([path, at[index] ?? 0, Number.isNaN(value) ? null : value]);
      if (value !== GAP) readings += 1;
    });
    this.batches.push({ at: Date.now(), readings, declared: declared.length });
  }

  /** Lets what waits go on. */
  release(): void {
    this.holds = false;
    for (const go of this.#held.splice(0)) go();
  }

  async configure(retention: Retention): Promise<void> {
    this.calls.push(['configure', retention]);
  }

  query: HistoryStore['query'] = async (channels, question) => {
    await this.#asked('query', channels, question);
    return channels.map(() => ({ unit: '', parts: [] }));
  };

  statistics: HistoryStore['statistics'] = async (channels, from, to) => {
    await this.#asked('statistics', channels, from, to);
    const figures = { count: 1, failed: 0, gaps: 0, min: 1, max: 1, mean: 1, standard_deviation: null };
    const ends = { first: { at: from, magnitude: 1 }, last: { at: from, magnitude: 1 } };
    const area = { area: null, covered_ms: 0, area_missing: null };
    return channels.map(() => ({ unit: '°C', ...figures, ...ends, ...area, resolution_ms: 0 }));
  };

  channels: HistoryStore['channels'] = async () => {
    await this.#asked('channels');
    return [];
  };

  async status(): Promise<StoreStatus> {
    this.calls.push(['status']);
    return this.facts;
  }

  losses: HistoryStore['losses'] = async (retention) => {
    await this.#asked('losses', retention);
    return [];
  };

  read: HistoryStore['read'] = async (...asked) => {
    await this.#asked('read', ...asked);
    return { at: Float64Array.of(1), value: Float64Array.of(2), next: null };
  };

  count: HistoryStore['count'] = async (...asked) => {
    await this.#asked('count', ...asked);
    return 1;
  };

  deleteDevice: HistoryStore['deleteDevice'] = async (device) => {
    await this.#asked('deleteDevice', device);
  };

  /** So have those of imports. */
  get imports(): HistoryStore['imports'] {
    throw new Error('This store has no imports.');
  }

  /** Tests of runs have a real store. */
  get runs(): HistoryStore['runs'] {
    throw new Error('This store has no runs.');
  }

  readonly markers: HistoryStore['markers'] = {
    list: async (...asked) => {
      await this.#asked('markers', ...asked);
      return [...this.#markers.values()];
    },
    add: async (marker) => this.#setMarker(this.#markers.size + 1, marker),
    change: async (id, marker) => {
      this.#findMarker(id);
      return this.#setMarker(id, marker);
    },
    remove: async (id) => {
      this.#findMarker(id);
      this.#markers.delete(id);
    },
  };

  readonly alarms: HistoryStore['alarms'] = {
    put: async (alarms) => void this.calls.push(['alarms', alarms]),
    list: async (...asked) => {
      await this.#asked('alarm log', ...asked);
      return { alarms: [], next: null };
    },
  };

  async close(): Promise<void> {
    this.closed += 1;
  }

  /** Its file was damaged. */
  setAside(path: string, reason: string): void {
    this.#events.emit('setAside', { path, reason });
  }

  #findMarker(id: number): void {
    if (!this.#markers.has(id)) throw new MensuraError('not-found', `No marker with ID ${id}.`);
  }

  #setMarker(id: number, marker: MarkerInput): Marker {
    this.#markers.set(id, { ...marker, id });
    return { ...marker, id };
  }

  async #asked(...call: unknown[]): Promise<void> {
    this.calls.push(call);
    await this.#pass();
    if (this.failures.ask) throw this.failures.ask;
  }

  async #pass(): Promise<void> {
    if (this.holds) await new Promise<void>((resolve) => void this.#held.push(resolve));
  }
}
