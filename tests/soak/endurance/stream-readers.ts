/** Two readers of the event stream: a fast one, and one that pauses repeatedly. */
import type { EntityEvent, ReadingsEvent } from '../../../service/contract/index.ts';
import { openEventStream, type StreamClient } from '../../bench/event-stream.ts';
import { momentOf } from './moments.ts';
import type { NarrowPipe } from './narrow-pipe.ts';

/** Devices of this family are published; those received over MQTT are not. */
export type IsPublished = (event: ReadingsEvent) => boolean;

/** The fast reader. */
export class QuickReader {
  /** Published sample sets, in order of arrival. */
  readonly moments: string[] = [];
  /** Channel readings of each device, as in `usb/E24638`. */
  readonly readings = new Map<string, number>();
  /** Sample sets of each device. */
  readonly momentsOf = new Map<string, number>();
  /** Raised alarms, by ID. */
  readonly alarms = new Set<string>();
  #stream: StreamClient | undefined;

  async open(url: string, isPublished: IsPublished): Promise<void> {
    this.#stream = await openEventStream(url, (name, data) => {
      if (name === 'entity') this.#hear(data as EntityEvent);
      if (name !== 'readings') return;
      const event = data as ReadingsEvent;
      const key = `${event.family}/${event.serial}`;
      this.readings.set(key, (this.readings.get(key) ?? 0) + Object.keys(event.values).length);
      this.momentsOf.set(key, (this.momentsOf.get(key) ?? 0) + 1);
      const moment = isPublished(event) ? momentOf(event) : undefined;
      if (moment !== undefined) this.moments.push(moment);
    });
  }

  #hear({ kind, key }: EntityEvent): void {
    if (kind === 'alarm') this.alarms.add(key);
  }

  /** Readings of all devices. */
  get total(): number {
    return [...this.readings.values()].reduce((sum, count) => sum + count, 0);
  }

  get isOpen(): boolean {
    return this.#stream?.isOpen === true;
  }

  close(): void {
    this.#stream?.close();
  }
}

/** The slow reader. */
export class SlowReader {
  /** Channel readings. */
  total = 0;
  /** Number of pauses. */
  pauses = 0;
  #pipe: NarrowPipe | undefined;
  #stream: StreamClient | undefined;

  async open(pipe: NarrowPipe): Promise<void> {
    this.#pipe = pipe;
    this.#stream = await openEventStream(pipe.url, (name, data) => {
      if (name === 'readings') this.total += Object.keys((data as ReadingsEvent).values).length;
    });
  }

  pause(): void {
    this.pauses += 1;
    // The pipe and not the stream, before which the system would buffer more and more.
    this.#pipe?.pause();
  }

  resume(): void {
    this.#pipe?.resume();
  }

  get isOpen(): boolean {
    return this.#stream?.isOpen === true;
  }

  close(): void {
    this.#stream?.close();
  }
}
