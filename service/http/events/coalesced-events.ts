/**
 * The pending events of one entity: its state, and of a device also its latest values and the state after them. All
 * have the sequence of their event, so that one instance serves every reader.
 */
import type { ReadingsEvent } from '../../contract/index.ts';
import { encodeBody, type StreamEvent } from './stream-event.ts';

/** One event to send. */
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
  /** The state before the values: without it, a reader may not know the device. */
  #before: EventChunk | undefined;
  /** Latest value of each channel, all newer than `before` and older than `after`. */
  readonly #values = new Map<string, LatestValue>();
  #after: EventChunk | undefined;
  /** The latest event with values, all of which are the latest. */
  #newest: (EventChunk & { readings: ReadingsEvent }) | undefined;

  /** @returns the sequences of the readings that are skipped because of it */
  add({ sequence, subject, body }: StreamEvent): number[] {
    if (subject.kind === 'readings') return this.#addReadings({ sequence, body, readings: subject.readings });
    if (subject.kind === 'gone') {
      this.#after = undefined;
      this.#before = { sequence, body };
      return this.#discardValues();
    }
    if (this.#values.size === 0) this.#before = { sequence, body };
    else this.#after = { sequence, body };
    return [];
  }

  /** The next event for a reader at this sequence; undefined if there is none. */
  next(heard: number): EventChunk | undefined {
    if (this.#before && this.#before.sequence > heard) return this.#before;
    const oldest = this.#oldestReadings(heard);
    if (oldest !== undefined) return this.#moment(oldest);
    return this.#after && this.#after.sequence > heard ? this.#after : undefined;
  }

  /** The number of pending readings for a reader at this sequence. */
  readingsAfter(heard: number): number {
    let count = 0;
    for (const { sequence } of this.#values.values()) if (sequence > heard) count += 1;
    return count;
  }

  #addReadings(newest: EventChunk & { readings: ReadingsEvent }): number[] {
    const leftOut: number[] = [];
    if (this.#after) {
      // Values from before a change of state must not follow it: they would look current.
      leftOut.push(...this.#discardValues());
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

  #discardValues(): number[] {
    const sequences = [...this.#values.values()].map(({ sequence }) => sequence);
    this.#values.clear();
    return sequences;
  }

  #oldestReadings(heard: number): number | undefined {
    let oldest: number | undefined;
    for (const { sequence } of this.#values.values()) {
      if (sequence > heard && (oldest === undefined || sequence < oldest)) oldest = sequence;
    }
    return oldest;
  }

  /** Each event has values of one timestamp only. */
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
