/** A history in memory, without a disk: answers as the real one does, and remembers what it was asked. */
import type {
  ChannelRef,
  HistoryAnswer,
  HistoryStatistics,
  HistoryStorage,
  Marker,
  MarkerEvent,
  MarkerInput,
  Markers,
  StoredChannels,
} from '../../../../service/contract/index.ts';
import type { DeviceKey } from '../../../../service/devices/instrument.ts';
import type { HistoryAdministration } from '../../../../service/http/index.ts';
import { Emitter } from '../../../../service/support/emitter.ts';
import { MensuraError } from '../../../../service/support/errors.ts';

const MOMENT = Date.UTC(2026, 10, 20, 14, 45, 12, 318);

export const STORAGE: HistoryStorage = {
  state: 'recording',
  bytes: 81_920,
  limit_bytes: 10 * 2 ** 30,
  free_bytes: 5_000_000_000,
  channels: 7,
  oldest_reading: '2026-11-20T14:45:12.318Z',
  oldest_minute: '2026-11-20T14:45:00.000Z',
  oldest_hour: '2026-11-20T14:00:00.000Z',
  stored_total: 700,
  pending: 7,
  dropped_total: 0,
  lag_ms: 251.5,
  bytes_per_reading: 4.25,
  readings_per_second: 7,
  expected_bytes: 231_336_000,
  reaches_days: 4177.5,
};

export class PlayedHistory implements HistoryAdministration {
  readonly events = new Emitter<{ marker: MarkerEvent }>((error) => {
    throw error;
  });
  /** What it was asked, with what it was given. */
  readonly calls: unknown[][] = [];
  /** What everything asked of it fails with. */
  failure: Error | undefined;
  facts = STORAGE;
  readonly #markers = new Map<number, Marker>();

  async query(channels: readonly ChannelRef[], from: number, to: number, points: number): Promise<HistoryAnswer> {
    this.#note('query', channels, from, to, points);
    const at = [MOMENT, MOMENT + 1000, MOMENT + 5000];
    return {
      ...stretch(from, to),
      until: new Date(to).toISOString(),
      channels: channels.map((channel) => ({
        ...channel,
        unit: '°C',
        parts: [{ kind: 'readings', at, magnitude: [20.5, null, 21.25], broken: [2, 3] }],
      })),
    };
  }

  async statistics(channels: readonly ChannelRef[], from: number, to: number): Promise<HistoryStatistics> {
    this.#note('statistics', channels, from, to);
    const figures = { count: 2, failed: 1, gaps: 1, min: 20.5, max: 21.25, mean: 20.875, resolution_ms: 0 };
    return {
      ...stretch(from, to),
      channels: channels.map((channel) => ({ ...channel, unit: '°C', ...figures, standard_deviation: 0.53 })),
    };
  }

  async channels(): Promise<StoredChannels> {
    this.#note('channels');
    return { channels: [] };
  }

  storage(): HistoryStorage {
    this.#note('storage');
    return this.facts;
  }

  figures(): HistoryStorage {
    return this.facts;
  }

  async forget(device: DeviceKey): Promise<void> {
    this.#note('forget', device);
  }

  async markers(from: number, to: number): Promise<Markers> {
    this.#note('markers', from, to);
    return { markers: [...this.#markers.values()].filter(({ at }) => at >= from && at < to) };
  }

  async addMarker(marker: MarkerInput): Promise<Marker> {
    this.#note('addMarker', marker);
    return this.#set({ ...marker, id: this.#markers.size + 1 });
  }

  async changeMarker(id: number, marker: MarkerInput): Promise<Marker> {
    this.#note('changeMarker', id, marker);
    this.#find(id);
    return this.#set({ id, ...marker });
  }

  async removeMarker(id: number): Promise<void> {
    this.#note('removeMarker', id);
    this.#find(id);
    this.#markers.delete(id);
    this.events.emit('marker', { id, marker: null });
  }

  /** Has a marker be there again. */
  bringBack(marker: Marker): void {
    this.#set(marker);
  }

  #find(id: number): void {
    if (!this.#markers.has(id)) throw new MensuraError('not-found', `There is no marker ${id}.`);
  }

  #set(marker: Marker): Marker {
    this.#markers.set(marker.id, marker);
    this.events.emit('marker', { id: marker.id, marker });
    return marker;
  }

  #note(...call: unknown[]): void {
    this.calls.push(call);
    if (this.failure) throw this.failure;
  }
}

function stretch(from: number, to: number): { from: string; to: string } {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}
