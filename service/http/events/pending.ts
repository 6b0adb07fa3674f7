/** What a slow reader has yet to hear: bounded by devices and channels, however long it takes. */
import { PendingSubject } from './pending-subject.ts';
import type { EventBody } from './stream-event.ts';

export class Pending {
  readonly #subjects = new Map<string, PendingSubject>();

  /** How many subjects wait. */
  get size(): number {
    return this.#subjects.size;
  }

  /** @returns how many readings are left out because of it */
  add(event: EventBody): number {
    const { key } = event.subject;
    let subject = this.#subjects.get(key);
    if (!subject) this.#subjects.set(key, (subject = new PendingSubject()));
    return subject.add(event);
  }

  /** Removes and answers what the reader must hear next; each subject waits its turn. */
  take(): Buffer | undefined {
    for (const [key, subject] of this.#subjects) {
      const body = subject.take();
      if (subject.isEmpty) this.#subjects.delete(key);
      if (body) return body;
    }
    return undefined;
  }

  /** @returns how many readings are left out because of it */
  clear(): number {
    const leftOut = [...this.#subjects.values()].reduce((sum, subject) => sum + subject.dropValues(), 0);
    this.#subjects.clear();
    return leftOut;
  }
}
