/**
 * What one slow reader has yet to hear of one subject. Of a device: its latest values, and its state before and after
 * them. Of a trouble: whether it is open, which is a state too.
 */
import type { ReadingsEvent } from '../../contract/index.ts';
import { type EventBody, encodeBody } from './stream-event.ts';

type Value = ReadingsEvent['values'][string];

export class PendingSubject {
  /** The state that held when the values came: without it the reader may not know the device at all. */
  #before: Buffer | undefined;
  /** Latest value of each channel, with the moment it belongs to. */
  readonly #values = new Map<string, { timestamp: string; value: Value }>();
  #after: Buffer | undefined;
  #owner: Pick<ReadingsEvent, 'family' | 'serial'> | undefined;

  get isEmpty(): boolean {
    return !this.#before && !this.#after && this.#values.size === 0;
  }

  /** @returns how many readings are left out by it */
  add({ subject, body }: EventBody): number {
    if (subject.kind === 'readings') return this.#addReadings(subject.readings);
    if (subject.kind === 'gone') {
      this.#after = undefined;
      this.#before = body;
      return this.dropValues();
    }
    if (this.#values.size === 0) this.#before = body;
    else this.#after = body;
    return 0;
  }

  /** Removes and answers what the reader must hear next. */
  take(): Buffer | undefined {
    const before = this.#before;
    if (before) {
      this.#before = undefined;
      return before;
    }
    if (this.#values.size > 0) return this.#takeOldestMoment();
    const after = this.#after;
    this.#after = undefined;
    return after;
  }

  #addReadings(readings: ReadingsEvent): number {
    let leftOut = 0;
    if (this.#after) {
      // Values from before a change of state must not come after it: they would pass for present ones.
      leftOut += this.dropValues();
      this.#before = this.#after;
      this.#after = undefined;
    }
    this.#owner = { family: readings.family, serial: readings.serial };
    for (const [channel, value] of Object.entries(readings.values)) {
      if (this.#values.has(channel)) leftOut += 1;
      this.#values.set(channel, { timestamp: readings.timestamp, value });
    }
    return leftOut;
  }

  /** @returns how many readings are left out by it */
  dropValues(): number {
    const { size } = this.#values;
    this.#values.clear();
    return size;
  }

  /** Values of different moments are never told under one timestamp. */
  #takeOldestMoment(): Buffer | undefined {
    if (!this.#owner) return undefined;
    const timestamp = [...this.#values.values()].map((entry) => entry.timestamp).reduce((a, b) => (a < b ? a : b));
    const values: ReadingsEvent['values'] = {};
    for (const [channel, entry] of this.#values) {
      if (entry.timestamp !== timestamp) continue;
      values[channel] = entry.value;
      this.#values.delete(channel);
    }
    return encodeBody('readings', { ...this.#owner, timestamp, values });
  }
}
