/** Where the service is. It may move to another port while the window is open, so whoever needs it asks here each time. */

export class Address {
  readonly #listeners = new Set<(url: string) => void>();
  #url: string;
  #formerUrl: string | undefined;

  /** @param url the base address, without a slash at the end */
  constructor(url: string) {
    this.#url = url;
  }

  /** The base address, without a slash at the end: the origin of the service's pages too. */
  get url(): string {
    return this.#url;
  }

  /**
   * The base address before it moved, as long as the page in the window has not come along: unsaved changes may hold it,
   * and are saved there. Undefined otherwise, and once the service has left that address.
   */
  get formerUrl(): string | undefined {
    return this.#formerUrl;
  }

  /** From now on the service is there. */
  move(url: string): void {
    if (url === this.#url) return;
    // Of several moves the first one tells where the page is.
    if (this.#url) this.#formerUrl ??= this.#url;
    this.#url = url;
    for (const listener of this.#listeners) listener(url);
  }

  /**
   * Moves to where the service is found. Where another search moved it meanwhile to another address, what was found may
   * be the older of the two: it is discarded, and looked for again.
   * @param find undefined where there is none now
   */
  async follow<Found extends { url: string }>(
    find: () => Promise<Found | undefined>,
    discard: (found: Found) => void,
  ): Promise<Found | undefined> {
    for (;;) {
      const before = this.#url;
      const found = await find();
      if (!found || this.#url === before || this.#url === found.url) {
        if (found) this.move(found.url);
        return found;
      }
      discard(found);
    }
  }

  /** The service no longer answers at an address that it had: another program may. */
  leave(url: string): void {
    if (url === this.#formerUrl) this.#formerUrl = undefined;
  }

  /** The page in the window is where the service is: the former address is no longer ours. */
  arrive(): void {
    this.#formerUrl = undefined;
  }

  /** Tells of each move; the returned function ends that. */
  onMoved(listener: (url: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
