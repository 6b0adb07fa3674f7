/** Where the service is. It may move to another port while the window is open, so whoever needs it asks here each time. */

export class Address {
  readonly #listeners = new Set<(url: string) => void>();
  #url: string;

  /** @param url the base address, without a slash at the end */
  constructor(url: string) {
    this.#url = url;
  }

  /** The base address, without a slash at the end: the origin of the service's pages too. */
  get url(): string {
    return this.#url;
  }

  /** From now on the service is there; the former address is no longer ours. */
  move(url: string): void {
    if (url === this.#url) return;
    this.#url = url;
    for (const listener of this.#listeners) listener(url);
  }

  /** Tells of each move; the returned function ends that. */
  onMoved(listener: (url: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
