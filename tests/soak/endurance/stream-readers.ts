/** Two readers of the event stream: one that keeps up, and one that takes nothing for a while again and again. */
import type { EntityEvent, ReadingsEvent } from '../../../service/contract/index.ts';
import { openEventStream, type StreamClient } from '../../bench/event-stream.ts';
import { momentOf } from './moments.ts';
import type { NarrowPipe } from './narrow-pipe.ts';

/** Devices of this kind are published; what came over MQTT never is. */
export type IsPublished = (event: ReadingsEvent) => boolean;

/** What the quick one heard. */
export class QuickReader {
  /** Published moments, in the order in which they came. */
  readonly moments: string[] = [];
  /** Readings, single channels, of each device, by family and serial as in `usb/E24638`. */
  readonly readings = new Map<string, number>();
  /** Moments of each device, by the same. */
  readonly momentsOf = new Map<string, number>();
  /** Alarms that were raised, by id. */
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

/** What the slow one heard. */
export class SlowReader {
  /** Readings, single channels. */
  total = 0;
  /** How often it stopped. */
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
    // The pipe and not the stream: behind it, the system would take more and more.
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
