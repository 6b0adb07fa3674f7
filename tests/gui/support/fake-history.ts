/** The routes of the history and of markers in the app API, played in memory. */
import { encodeHistory, HISTORY_BINARY_TYPE } from '../../../service/contract/history-binary.ts';
import {
  type ChannelRef,
  type ChannelStatistics,
  channelPath,
  type Marker,
  type MarkerEvent,
  markerInputSchema,
  type StoredChannels,
} from '../../../service/contract/index.ts';
import { type Kept, type KeptChannel, playedAnswer } from '../../support/played-history.ts';
import { type Answer, checked, PlayedRoutes, refusal } from './played-routes.ts';

export class FakeHistory extends PlayedRoutes {
  readonly channels = new Map<string, KeptChannel>();
  readonly markers = new Map<number, Marker>();
  /** Up to which moment answers are certain; by default now. Milliseconds since 1970. */
  until: (() => number) | undefined;
  /** The queries for readings, in order. */
  readonly questions: URLSearchParams[] = [];
  readonly #tell: (event: MarkerEvent) => void;
  #lastId = 0;

  constructor(tell: (event: MarkerEvent) => void) {
    super();
    this.#tell = tell;
  }

  /** Keeps readings of a channel. */
  keep(ref: ChannelRef, unit: string, readings: Kept[]): void {
    this.channels.set(channelPath(ref), { ref, unit, readings });
  }

  /** Adds a marker and tells everyone. */
  putMarker(marker: Marker): void {
    this.markers.set(marker.id, marker);
    this.#tell({ id: marker.id, marker });
  }

  protected usual(method: string, path: string, body: unknown, query: URLSearchParams): Answer {
    if (path === 'history') return this.#history(query);
    if (path === 'history/channels') return { status: 200, body: this.#stored() };
    if (path === 'history/statistics') return this.#statistics(query);
    const [root, id = ''] = path.split('/');
    if (root !== 'markers') return refusal(404, `No ${path} here.`);
    switch (method) {
      case 'GET':
        return { status: 200, body: { markers: this.#within([...this.markers.values()], query, ({ at }) => at) } };
      case 'DELETE':
        return this.#remove(Number(id));
      default:
        return checked(markerInputSchema, body, (input) => {
          const marker = { ...input, id: method === 'PUT' ? Number(id) : (this.#lastId += 1) };
          this.putMarker(marker);
          return { status: 200, body: marker };
        });
    }
  }

  #remove(id: number): Answer {
    if (!this.markers.delete(id)) return refusal(404, 'There is no such marker.');
    this.#tell({ id, marker: null });
    return { status: 200, body: {} };
  }

  #history(query: URLSearchParams): Answer {
    this.questions.push(query);
    const [from, to, points] = ['from', 'to', 'points'].map((name) => Number(query.get(name)));
    const question = { paths: query.getAll('channel'), from: from ?? 0, to: to ?? 0, points: points ?? 0 };
    const answer = playedAnswer(this.channels, question, this.until?.() ?? Date.now());
    return { status: 200, body: encodeHistory(answer), headers: { 'Content-Type': HISTORY_BINARY_TYPE } };
  }

  #within<Item>(items: readonly Item[], query: URLSearchParams, at: (item: Item) => number): Item[] {
    const [from, to] = [momentOf(query.get('from')), momentOf(query.get('to'))];
    return items.filter((item) => at(item) >= from && at(item) < to);
  }

  #stored(): StoredChannels {
    const channels = [...this.channels.values()].map(({ ref: { family, serial, channel }, unit, readings }) => ({
      family,
      serial,
      channel,
      unit,
      description: channel,
      label: '',
      product: 'VCP-PTH450-CAL',
      first: new Date(readings[0]?.[0] ?? 0).toISOString(),
      last: new Date(readings.at(-1)?.[0] ?? 0).toISOString(),
    }));
    return { channels };
  }

  #statistics(query: URLSearchParams): Answer {
    const channels = query.getAll('channel').flatMap((path) => {
      const channel = this.channels.get(path);
      return channel
        ? [
            statistics(
              channel,
              this.#within(channel.readings, query, ([at]) => at),
            ),
          ]
        : [];
    });
    const [from, to] = ['from', 'to'].map((name) => new Date(Number(query.get(name))).toISOString());
    return { status: 200, body: { from, to, channels } };
  }
}

/** Milliseconds since 1970, or ISO 8601. */
function momentOf(text: string | null): number {
  return /^-?\d+$/.test(text ?? '') ? Number(text) : Date.parse(text ?? '');
}

function statistics({ ref, unit }: KeptChannel, readings: readonly Kept[]): ChannelStatistics {
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
  };
}
