/** A history in memory, without a disk. */
import {
  type ChannelRef,
  type ChannelStatistics,
  channelPath,
  type EntityChange,
  type HistoryResult,
  type HistoryStatistics,
  type HistoryStorage,
  type Marker,
  type MarkerInput,
  type Markers,
  parseChannelPath,
  type StoredChannels,
} from '../../../service/contract/index.ts';
import { type DeviceKey, deviceKey } from '../../../service/devices/types.ts';
import type { HistoryAdministration } from '../../../service/http/options.ts';
import { Emitter } from '../../../service/support/emitter.ts';
import { MensuraError } from '../../../service/support/errors.ts';
import { type Kept, type KeptChannel, playedAnswer } from '../played-history.ts';
import { fail, Played } from './played.ts';

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

export class PlayedHistory extends Played implements HistoryAdministration {
  readonly events = new Emitter<{ marker: EntityChange<'marker'>; opened: undefined }>(fail);
  facts = STORAGE;
  readonly kept = new Map<string, KeptChannel>();
  readonly marked = new Map<number, Marker>();
  /** Up to which moment answers are certain: milliseconds since 1970. */
  until: () => number = Date.now;

  async query(channels: readonly ChannelRef[], from: number, to: number, points: number): Promise<HistoryResult> {
    this.note('query', channels, from, to, points);
    return playedAnswer(this.kept, { paths: channels.map(channelPath), from, to, points }, this.until());
  }

  async statistics(channels: readonly ChannelRef[], from: number, to: number): Promise<HistoryStatistics> {
    this.note('statistics', channels, from, to);
    const known = channels.flatMap((ref) => this.kept.get(channelPath(ref)) ?? []);
    return {
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      channels: known.map(({ readings, ...channel }) =>
        statisticsOf(
          channel,
          readings.filter(([at]) => at >= from && at < to),
        ),
      ),
    };
  }

  sessionChannels(): StoredChannels {
    return { channels: [] };
  }

  async channels(): Promise<StoredChannels> {
    this.note('channels');
    return {
      channels: [...this.kept.values()].map(({ ref, unit, readings }) => ({
        family: ref.family,
        serial: ref.serial,
        channel: ref.channel,
        unit,
        description: ref.channel,
        label: '',
        product: 'VCP-PTH450-CAL',
        first: new Date(readings[0]?.[0] ?? 0).toISOString(),
        last: new Date(readings.at(-1)?.[0] ?? 0).toISOString(),
      })),
    };
  }

  storage(): HistoryStorage {
    this.note('storage');
    return this.facts;
  }

  figures(): HistoryStorage {
    return this.facts;
  }

  async deleteDevice(device: DeviceKey): Promise<void> {
    this.note('deleteDevice', device);
    for (const path of this.kept.keys()) {
      const ref = parseChannelPath(path);
      if (ref && deviceKey(ref) === deviceKey(device)) this.kept.delete(path);
    }
  }

  async markers(from: number, to: number, device: string | null): Promise<Markers> {
    this.note('markers', from, to, device);
    const isAsked = (marker: Marker): boolean => device === null || marker.device === null || marker.device === device;
    return {
      markers: [...this.marked.values()].filter((marker) => marker.at >= from && marker.at < to && isAsked(marker)),
    };
  }

  async addMarker(marker: MarkerInput): Promise<Marker> {
    this.note('addMarker', marker);
    return this.putMarker({ ...marker, id: this.marked.size + 1 });
  }

  async changeMarker(id: number, marker: MarkerInput): Promise<Marker> {
    this.note('changeMarker', id, marker);
    this.#find(id);
    return this.putMarker({ id, ...marker });
  }

  async removeMarker(id: number): Promise<void> {
    this.note('removeMarker', id);
    this.#find(id);
    this.marked.delete(id);
    this.events.emit('marker', { key: String(id), value: null });
  }

  /** Keeps readings of a channel. */
  keep(ref: ChannelRef, unit: string, readings: Kept[]): void {
    this.kept.set(channelPath(ref), { ref, unit, readings });
  }

  /** Adds or replaces a marker, and says so. */
  putMarker(marked: Omit<Marker, 'device'> & Partial<Marker>): Marker {
    const marker = { device: null, ...marked };
    this.marked.set(marker.id, marker);
    this.events.emit('marker', { key: String(marker.id), value: marker });
    return marker;
  }

  #find(id: number): void {
    if (!this.marked.has(id)) throw new MensuraError('not-found', `No marker with the ID ${id}.`);
  }
}

function statisticsOf({ ref, unit }: Omit<KeptChannel, 'readings'>, readings: readonly Kept[]): ChannelStatistics {
  const values = readings.flatMap(([, magnitude]) => magnitude ?? []);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return {
    ...ref,
    unit,
    count: values.length,
    failed: readings.length - values.length,
    gaps: readings.filter(([, , isBroken]) => isBroken).length,
    min: Math.min(...values),
    max: Math.max(...values),
    mean,
    standard_deviation: Math.sqrt(squares / (values.length - 1)),
    resolution_ms: 0,
    first: endOf(readings[0]),
    last: endOf(readings.at(-1)),
    ...areaOf(readings),
  };
}

function endOf(kept: Kept | undefined): ChannelStatistics['first'] {
  const [at, magnitude] = kept ?? [];
  return at === undefined || magnitude === undefined || magnitude === null ? null : { at, magnitude };
}

function areaOf(readings: readonly Kept[]): Pick<ChannelStatistics, 'area' | 'covered_ms' | 'area_missing'> {
  let [area, covered] = [0, 0];
  for (const [index, [at, value, isBroken]] of readings.entries()) {
    const [before, last] = readings[index - 1] ?? [];
    if (before === undefined || isBroken || typeof last !== 'number' || value === null) continue;
    area += ((last + value) / 2) * ((at - before) / 1000);
    covered += at - before;
  }
  return { area: covered === 0 ? null : area, covered_ms: covered, area_missing: null };
}
