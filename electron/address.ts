/** Where the service is. It may move to another port while the window is open, so whoever needs it asks here each time. */

/** How long a page that was held at the former address may talk to it, in milliseconds: the service answers no longer there. */
const FORMER_MS = 10 * 60_000;

export class Address {
  readonly #listeners = new Set<(url: string) => void>();
  readonly #now: () => number;
  #url: string;
  /** Where the page in the window may still be, and since when the service is elsewhere. */
  #former: { url: string; since: number } | undefined;

  /**
   * @param url the base address, without a slash at the end
   * @param now milliseconds on a clock that never jumps
   */
  constructor(url: string, now: () => number = () => performance.now()) {
    this.#url = url;
    this.#now = now;
  }

  /** The base address, without a slash at the end: the origin of the service's pages too. */
  get url(): string {
    return this.#url;
  }

  /**
   * The base address before it moved, as long as the page in the window has not come along: unsaved changes may hold it,
   * and are saved there. Undefined otherwise.
   */
  get formerUrl(): string | undefined {
    if (this.#former && this.#now() - this.#former.since > FORMER_MS) this.#former = undefined;
    return this.#former?.url;
  }

  /** From now on the service is there. */
  move(url: string): void {
    if (url === this.#url) return;
    // Of several moves the first one tells where the page is.
    if (this.#url && this.formerUrl === undefined) this.#former = { url: this.#url, since: this.#now() };
    this.#url = url;
    for (const listener of this.#listeners) listener(url);
  }

  /** The page in the window is where the service is: the former address is no longer ours. */
  arrive(): void {
    this.#former = undefined;
  }

  /** Tells of each move; the returned function ends that. */
  onMoved(listener: (url: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
