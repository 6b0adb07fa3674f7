/** Converts readings and changes of entities to events of the stream. */
import type { EntityEvent } from '../../contract/index.ts';
import type { DeviceState } from '../../devices/device-state.ts';
import { readingsEventJson } from '../../devices/reading-text.ts';
import type { Registry } from '../../devices/registry.ts';
import { deviceKey } from '../../devices/types.ts';
import { encodeBody, entityEvent, readingsEvent, readingsKey, type UnsequencedEvent } from './stream-event.ts';

/** Publishes an event; `make` is called only if a reader may need it. */
export type ReportEntity = (make: () => EntityEvent) => void;

/** The entities of one kind. */
export interface EntitySource {
  /** The bodies of the current ones, each as of the time it is taken. */
  list(): Iterable<Buffer>;
  /** @param report is called for each change. @returns functions that unsubscribe */
  subscribe(report: ReportEntity): (() => void)[];
}

export interface AnnouncerOptions {
  registry: Registry;
  sources: readonly EntitySource[];
  /** Publishes an event; `make` is called only if a reader may need it. */
  publish(make: () => UnsequencedEvent): void;
}

export class StreamPublisher {
  readonly #options: AnnouncerOptions;
  /** Thousands of stored events have the same few keys. */
  readonly #keys = new WeakMap<DeviceState, string>();
  #endings: (() => void)[] = [];

  constructor(options: AnnouncerOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#endings.length > 0) return;
    const { registry, sources, publish } = this.#options;
    this.#endings = [
      // First: readings precede the change of state that they cause.
      registry.events.on('readings', ({ device, at, samples, uncorrected }) =>
        publish(() => {
          const all = uncorrected ? [...samples, ...uncorrected] : samples;
          return readingsEvent(this.#keyOf(device), readingsEventJson(device, at, all));
        }),
      ),
      ...sources.flatMap((source) => source.subscribe((make) => publish(() => entityEvent(make())))),
    ];
  }

  stop(): void {
    for (const end of this.#endings) end();
    this.#endings = [];
  }

  /** The initial state, as events without IDs, each as of the time it is taken. Changes in between follow as events. */
  *snapshot(): Generator<Buffer, undefined> {
    for (const source of this.#options.sources) yield* source.list();
    yield encodeBody('ready', {});
  }

  /** The subject of a device's readings. */
  #keyOf(device: DeviceState): string {
    const known = this.#keys.get(device);
    if (known !== undefined) return known;
    const key = readingsKey(deviceKey(device.description));
    this.#keys.set(device, key);
    return key;
  }
}
