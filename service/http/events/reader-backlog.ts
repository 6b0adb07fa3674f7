/**
 * What readers that are behind have yet to hear: one table for all of them, bounded by devices and channels however long
 * they take and however many they are. Each has only its place in it.
 */
import { CoalescedEvents } from './coalesced-events.ts';
import { readingsIn, type StreamEvent } from './stream-event.ts';

/** The place of one reader that is behind. */
export class ReaderCursor {
  /** The table was too large for it to be kept on: the reader is to be told everything anew. */
  isLost = false;
  readonly #subjects: ReadonlyMap<string, CoalescedEvents>;
  readonly #since: number;
  /** Where it is ahead of `since`: the sequence up to which it heard of a subject. */
  readonly #heard = new Map<string, number>();
  /** Subjects take turns, so that none waits for one that always has something new. */
  #turn: Iterator<string>;
  #current: string | undefined;
  #hasHeard = false;

  constructor(subjects: ReadonlyMap<string, CoalescedEvents>, since: number) {
    this.#subjects = subjects;
    this.#since = since;
    this.#turn = subjects.keys();
  }

  /** What it hears next, as heard; undefined when it has heard everything. */
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

  /** The sequence up to which it heard of a subject. */
  heard(key: string): number {
    return this.#heard.get(key) ?? this.#since;
  }

  /** How many readings it has yet to hear. */
  readings(): number {
    let count = 0;
    for (const [key, subject] of this.#subjects) count += subject.readingsAfter(this.heard(key));
    return count;
  }
}

export interface BacklogOptions {
  /** With more subjects than this, those that are behind are lost. */
  maxSubjects: number;
  /** Takes the number of readings that were left out, of all readers together. */
  leftOut(readings: number): void;
}

export class ReaderBacklog {
  readonly #options: BacklogOptions;
  readonly #subjects = new Map<string, CoalescedEvents>();
  readonly #places = new Set<ReaderCursor>();
  /** The table has everything after this sequence. */
  #since = 0;

  constructor(options: BacklogOptions) {
    this.#options = options;
  }

  /**
   * For a reader that fell behind.
   * @param since the sequence up to which it heard everything
   * @param missed all events after that so far; what comes from now on is to be added
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

  /** Every event, in order; costs nothing while nobody is behind. */
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
    if (this.#subjects.size > this.#options.maxSubjects) this.#lose(event.sequence);
  }

  #subject({ subject: { key } }: StreamEvent): CoalescedEvents {
    let subject = this.#subjects.get(key);
    if (!subject) this.#subjects.set(key, (subject = new CoalescedEvents()));
    return subject;
  }

  #lose(sequence: number): void {
    for (const place of this.#places) {
      if (!place.isLost) this.#options.leftOut(place.readings());
      place.isLost = true;
    }
    this.#subjects.clear();
    this.#since = sequence;
  }
}
