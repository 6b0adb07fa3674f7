/**
 * The pending events of slow readers. One table for all of them, whose size depends on devices and channels, not on
 * time or readers. Each reader has only its position in it.
 */
import { CoalescedEvents } from './coalesced-events.ts';
import { readingsIn, type StreamEvent } from './stream-event.ts';

/** The position of one slow reader. */
export class ReaderCursor {
  /** The table was too large. The reader must start over with the full state. */
  isLost = false;
  readonly #subjects: ReadonlyMap<string, CoalescedEvents>;
  readonly #since: number;
  /** The last sent sequence of subjects beyond `since`. */
  readonly #heard = new Map<string, number>();
  /** Subjects in rotation, so that a busy one does not block the others. */
  #turn: Iterator<string>;
  #current: string | undefined;
  #hasHeard = false;

  constructor(subjects: ReadonlyMap<string, CoalescedEvents>, since: number) {
    this.#subjects = subjects;
    this.#since = since;
    this.#turn = subjects.keys();
  }

  /** Returns the next event and marks it as sent; undefined if there is none. */
  next(): Buffer | undefined {
    for (;;) {
      const key = this.#current ?? '';
      const word = this.#subjects.get(key)?.next(this.heard(key));
      if (word) {
        this.#heard.set(key, word.sequence);
        this.#hasHeard = true;
        return word.body;
      }
      const { done, value } = this.#turn.next();
      this.#current = done ? undefined : value;
      if (!done) continue;
      this.#turn = this.#subjects.keys();
      if (!this.#hasHeard) return undefined;
      this.#hasHeard = false;
    }
  }

  /** The last sent sequence of a subject. */
  heard(key: string): number {
    return this.#heard.get(key) ?? this.#since;
  }

  /** Number of pending readings. */
  readings(): number {
    let count = 0;
    for (const [key, subject] of this.#subjects) count += subject.readingsAfter(this.heard(key));
    return count;
  }
}

export interface BacklogOptions {
  /** Maximum subjects; beyond that the slow readers start over. */
  maxSubjects: number;
  /** Receives the number of skipped readings of all readers. */
  leftOut(readings: number): void;
}

export class ReaderBacklog {
  readonly #options: BacklogOptions;
  readonly #subjects = new Map<string, CoalescedEvents>();
  readonly #places = new Set<ReaderCursor>();
  /** The table is complete after this sequence. */
  #since = 0;

  constructor(options: BacklogOptions) {
    this.#options = options;
  }

  /**
   * Adds a reader that fell behind.
   * @param since the last sequence that was sent to it completely
   * @param missed all later events so far; further ones must be added
   */
  open(since: number, missed: readonly StreamEvent[]): ReaderCursor {
    if (this.#places.size === 0 || since < this.#since) {
      this.#subjects.clear();
      this.#since = since;
      for (const event of missed) this.#subject(event).add(event);
    }
    const place = new ReaderCursor(this.#subjects, since);
    this.#places.add(place);
    const all = missed.reduce((sum, event) => sum + readingsIn(event), 0);
    if (all > 0) this.#options.leftOut(all - place.readings());
    return place;
  }

  close(place: ReaderCursor): void {
    this.#places.delete(place);
    if (this.#places.size === 0) this.#subjects.clear();
  }

  /** Must be called for every event, in order. Does nothing without slow readers. */
  add(event: StreamEvent): void {
    if (this.#places.size === 0) return;
    const replaced = this.#subject(event).add(event);
    let leftOut = 0;
    for (const place of this.#places) {
      if (place.isLost) leftOut += readingsIn(event);
      else if (replaced.length > 0) {
        const heard = place.heard(event.subject.key);
        for (const sequence of replaced) if (sequence > heard) leftOut += 1;
      }
    }
    this.#options.leftOut(leftOut);
    if (this.#subjects.size > this.#options.maxSubjects) this.#discard(event.sequence);
  }

  #subject({ subject: { key } }: StreamEvent): CoalescedEvents {
    let subject = this.#subjects.get(key);
    if (!subject) this.#subjects.set(key, (subject = new CoalescedEvents()));
    return subject;
  }

  #discard(sequence: number): void {
    for (const place of this.#places) {
      if (!place.isLost) this.#options.leftOut(place.readings());
      place.isLost = true;
    }
    this.#subjects.clear();
    this.#since = sequence;
  }
}
