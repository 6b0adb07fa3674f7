import type { Alarm, ChannelCorrection, Marker } from '../../../../service/contract/index.ts';
import { channelPath } from '../../../../service/contract/index.ts';
import type { AnnotationStore } from '../../../data/history-tiles/annotation-store.ts';
import { type ChartChannel, channelTitle } from '../channels.ts';
import { type ChartMark, markOfMarker, marksOfCorrection } from './chart-mark.ts';

/** Markers of all charts and of the stack's devices, corrections and alarms of its channels; calculated again only after a change. */
export class StackAnnotations {
  readonly #marks: AnnotationStore;
  readonly #titles: ReadonlyMap<string, string>;
  readonly #devices: ReadonlySet<string>;
  #markersOf: readonly Marker[] = [];
  #correctionsOf: readonly ChannelCorrection[] = [];
  #marked: readonly ChartMark[] = [];
  #alarmsOf: readonly Alarm[] = [];
  #alarms: readonly Alarm[] = [];

  constructor(marks: AnnotationStore, channels: readonly ChartChannel[]) {
    this.#marks = marks;
    this.#titles = new Map(channels.map((channel) => [channel.key, channelTitle(channel)]));
    this.#devices = new Set(channels.map(({ deviceKey }) => deviceKey));
  }

  /** Markers and changes of corrections, ascending by time. */
  get marks(): readonly ChartMark[] {
    const { markers, corrections } = this.#marks;
    if (markers !== this.#markersOf || corrections !== this.#correctionsOf) {
      this.#markersOf = markers;
      this.#correctionsOf = corrections;
      const own = markers.filter(({ device }) => device === null || this.#devices.has(device));
      const changes = corrections.flatMap((correction) => {
        const title = this.#titles.get(channelPath(correction));
        return title === undefined ? [] : marksOfCorrection(correction, title);
      });
      this.#marked = [...own.map(markOfMarker), ...changes].toSorted((a, b) => a.at - b.at);
    }
    return this.#marked;
  }

  get alarms(): readonly Alarm[] {
    const { alarms } = this.#marks;
    if (alarms !== this.#alarmsOf) {
      this.#alarmsOf = alarms;
      this.#alarms = alarms.filter((alarm) => this.#titles.has(channelPath(alarm)));
    }
    return this.#alarms;
  }
}
