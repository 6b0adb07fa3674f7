import type { Alarm, Marker } from '../../../../service/contract/index.ts';
import { channelPath } from '../../../../service/contract/index.ts';
import type { AnnotationStore } from '../../../data/history-tiles/annotation-store.ts';
import type { ChartChannel } from '../channels.ts';

/** Markers of all charts and of the stack's devices, alarms of its channels; calculated again only after a change. */
export class StackAnnotations {
  readonly #marks: AnnotationStore;
  readonly #keys: ReadonlySet<string>;
  readonly #devices: ReadonlySet<string>;
  #markersOf: readonly Marker[] = [];
  #markers: readonly Marker[] = [];
  #alarmsOf: readonly Alarm[] = [];
  #alarms: readonly Alarm[] = [];

  constructor(marks: AnnotationStore, channels: readonly ChartChannel[]) {
    this.#marks = marks;
    this.#keys = new Set(channels.map(({ key }) => key));
    this.#devices = new Set(channels.map(({ deviceKey }) => deviceKey));
  }

  /** Ascending by time. */
  get markers(): readonly Marker[] {
    const { markers } = this.#marks;
    if (markers !== this.#markersOf) {
      this.#markersOf = markers;
      this.#markers = markers
        .filter(({ device }) => device === null || this.#devices.has(device))
        .toSorted((a, b) => a.at - b.at);
    }
    return this.#markers;
  }

  get alarms(): readonly Alarm[] {
    const { alarms } = this.#marks;
    if (alarms !== this.#alarmsOf) {
      this.#alarmsOf = alarms;
      this.#alarms = alarms.filter((alarm) => this.#keys.has(channelPath(alarm)));
    }
    return this.#alarms;
  }
}
