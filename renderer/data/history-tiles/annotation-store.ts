import type {
  Alarm,
  AlarmLog,
  ChannelCorrection,
  Marker,
  MarkerInput,
  Markers,
} from '../../../service/contract/index.ts';
import { request } from '../requests.ts';
import type { EntityMirror } from '../stream/mirror.ts';
import { minDefined } from '../waits.ts';
import { RangeList, type TimeRange } from './range-list.ts';

const MARKERS = '/app/v1/markers';

/** More could not be told apart as ticks. */
const MOST_ALARMS = 1000;

function query({ from, to }: TimeRange): string {
  return `from=${new Date(Math.floor(from)).toISOString()}&to=${new Date(Math.ceil(to)).toISOString()}`;
}

/** At most 1000. */
async function fetchMarkers(range: TimeRange): Promise<readonly Marker[]> {
  return (await request<Markers>(`${MARKERS}?${query(range)}`)).markers;
}

/**
 * Of all time: the 1000 newest.
 * @param device its key, for its markers and those of all charts; null: all markers
 * @throws RequestError
 */
export async function fetchNewestMarkers(device: string | null): Promise<readonly Marker[]> {
  const filter = device === null ? '' : `?device=${encodeURIComponent(device)}`;
  return (await request<Markers>(`${MARKERS}${filter}`)).markers;
}

/** Newest first. */
async function fetchAlarms(range: TimeRange): Promise<readonly Alarm[]> {
  return (await request<AlarmLog>(`/app/v1/alarms/log?${query(range)}&limit=${MOST_ALARMS}`)).alarms;
}

export interface AnnotationStoreOptions {
  readonly mirror: EntityMirror;
  readonly fetchMarkers?: typeof fetchMarkers;
  readonly fetchAlarms?: typeof fetchAlarms;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
  readonly onChange: () => void;
}

/** Markers, alarms and corrections of the charts. One instance per window. */
export class AnnotationStore {
  readonly #markers: RangeList<Marker>;
  readonly #alarms: RangeList<Alarm>;
  readonly #mirror: EntityMirror;
  #corrections: readonly ChannelCorrection[] | undefined;

  constructor(options: AnnotationStoreOptions) {
    const { mirror, now = () => performance.now(), onChange } = options;
    const idOf = ({ id }: { id: string | number }): string | number => id;
    this.#markers = new RangeList({ load: options.fetchMarkers ?? fetchMarkers, idOf, onChange, now });
    this.#alarms = new RangeList({ load: options.fetchAlarms ?? fetchAlarms, idOf, onChange, now });
    mirror.onChange('marker', ({ key, value }) =>
      value ? this.#markers.put(value) : this.#markers.remove(Number(key)),
    );
    // An alarm that leaves the list stays in the log.
    mirror.onChange('alarm', ({ value }) => (value ? this.#alarms.put(value) : this.#alarms.invalidate()));
    this.#mirror = mirror;
    mirror.onChange('correction', () => {
      this.#corrections = undefined;
      onChange();
    });
    mirror.onReset(() => {
      this.#corrections = undefined;
      this.#markers.invalidate();
      this.#alarms.invalidate();
    });
  }

  /** The same array until something changed. */
  get markers(): readonly Marker[] {
    return this.#markers.items;
  }

  /** Of all channels, active and cleared. The same array until something changed. */
  get alarms(): readonly Alarm[] {
    return this.#alarms.items;
  }

  /** Of all channels, with their versions. The same array until something changed. */
  get corrections(): readonly ChannelCorrection[] {
    this.#corrections ??= [...this.#mirror.of('correction').values()];
    return this.#corrections;
  }

  /**
   * Loads a range if necessary. May be called often.
   * @returns milliseconds until the next useful call; undefined: after a change
   */
  ensureLoaded(range: TimeRange): number | undefined {
    return minDefined(this.#markers.ensureLoaded(range), this.#alarms.ensureLoaded(range));
  }

  /** @throws RequestError */
  async add(input: MarkerInput): Promise<Marker> {
    const body: MarkerInput = { ...input, at: Math.round(input.at) };
    const marker = await request<Marker>(MARKERS, { method: 'POST', body });
    this.#markers.put(marker);
    return marker;
  }

  /** @throws RequestError */
  async change({ id }: Marker, body: MarkerInput): Promise<void> {
    this.#markers.put(await request<Marker>(`${MARKERS}/${id}`, { method: 'PUT', body }));
  }

  /** @throws RequestError */
  async remove({ id }: Marker): Promise<void> {
    await request(`${MARKERS}/${id}`, { method: 'DELETE' });
    this.#markers.remove(id);
  }
}
