/**
 * What readers that are behind have yet to hear of one subject. Of a device: its latest values, and its state before
 * and after them. Of a trouble: whether it is open, which is a state too. Everything has the sequence of the event that
 * told it, so that one of these serves every reader, however far behind it is.
 */
import type { ReadingsEvent } from '../../contract/index.ts';
import { encodeBody, type StreamEvent } from './stream-event.ts';

/** What a reader hears at once. */
export interface EventChunk {
  sequence: number;
  body: Buffer;
}

interface LatestValue {
  sequence: number;
  timestamp: string;
  value: ReadingsEvent['values'][string];
}

export class CoalescedEvents {
  /** The state that held when the values came: without it a reader may not know the device at all. */
  #before: EventChunk | undefined;
  /** Latest value of each channel, all newer than `before` and older than `after`. */
  readonly #values = new Map<string, LatestValue>();
  #after: EventChunk | undefined;
  /** The newest event with values: those that are of it are all still the latest. */
  #newest: (EventChunk & { readings: ReadingsEvent }) | undefined;

  /** @returns the sequences of the readings that nobody will hear any more because of it */
  add({ sequence, subject, body }: StreamEvent): number[] {
    if (subject.kind === 'readings') return this.#addReadings({ sequence, body, readings: subject.readings });
    if (subject.kind === 'gone') {
      this.#after = undefined;
      this.#before = { sequence, body };
      return this.#dropValues();
    }
    if (this.#values.size === 0) this.#before = { sequence, body };
    else this.#after = { sequence, body };
    return [];
  }

  /** What a reader that heard everything up to a sequence hears next; undefined when there is nothing. */
  next(heard: number): EventChunk | undefined {
    if (this.#before && this.#before.sequence > heard) return this.#before;
    const oldest = this.#oldestMoment(heard);
    if (oldest !== undefined) return this.#moment(oldest);
    return this.#after && this.#after.sequence > heard ? this.#after : undefined;
  }

  /** How many readings a reader that heard everything up to a sequence has yet to hear. */
  readingsAfter(heard: number): number {
    let count = 0;
    for (const { sequence } of this.#values.values()) if (sequence > heard) count += 1;
    return count;
  }

  #addReadings(newest: EventChunk & { readings: ReadingsEvent }): number[] {
    const leftOut: number[] = [];
    if (this.#after) {
      // Values from before a change of state must not come after it: they would pass for present ones.
      leftOut.push(...this.#dropValues());
      this.#before = this.#after;
      this.#after = undefined;
    }
    this.#newest = newest;
    const { sequence, readings } = newest;
    for (const [channel, value] of Object.entries(readings.values)) {
      const replaced = this.#values.get(channel);
      if (replaced) leftOut.push(replaced.sequence);
      this.#values.set(channel, { sequence, timestamp: readings.timestamp, value });
    }
    return leftOut;
  }

  #dropValues(): number[] {
    const sequences = [...this.#values.values()].map(({ sequence }) => sequence);
    this.#values.clear();
    return sequences;
  }

  #oldestMoment(heard: number): number | undefined {
    let oldest: number | undefined;
    for (const { sequence } of this.#values.values()) {
      if (sequence > heard && (oldest === undefined || sequence < oldest)) oldest = sequence;
    }
    return oldest;
  }

  /** Values of different moments are never told under one timestamp. */
  #moment(sequence: number): EventChunk | undefined {
    if (!this.#newest || this.#newest.sequence === sequence) return this.#newest;
    const { family, serial } = this.#newest.readings;
    let timestamp = '';
    const values: ReadingsEvent['values'] = {};
    for (const [channel, latest] of this.#values) {
      if (latest.sequence !== sequence) continue;
      timestamp = latest.timestamp;
      values[channel] = latest.value;
    }
    return { sequence, body: encodeBody('readings', { family, serial, timestamp, values }) };
  }
}
