/** The address of the service, which may move to another port while the window is open. */
export class Address {
  readonly #listeners = new Set<(url: string) => void>();
  #url: string;
  #formerUrl: string | undefined;

  /** @param url without a trailing slash */
  constructor(url: string) {
    this.#url = url;
  }

  /** Without a trailing slash; also the origin of the service's pages. */
  get url(): string {
    return this.#url;
  }

  /**
   * The previous address while the page is still there, such as with unsaved changes, which are saved there. Undefined
   * once the service has left it.
   */
  get formerUrl(): string | undefined {
    return this.#formerUrl;
  }

  move(url: string): void {
    if (url === this.#url) return;
    // After several moves, the page is still at the first address.
    if (this.#url) this.#formerUrl ??= this.#url;
    this.#url = url;
    for (const listener of this.#listeners) listener(url);
  }

  /**
   * Moves to the address of the found service. If another search changed the address meanwhile, the result may be
   * outdated: it is discarded and the search repeated.
   * @param find undefined without a service
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

  /** The service has left an address, which another program may use now. */
  leave(url: string): void {
    if (url === this.#formerUrl) this.#formerUrl = undefined;
  }

  /** The page is at the current address. */
  arrive(): void {
    this.#formerUrl = undefined;
  }

  /** @returns removes the listener */
  onMoved(listener: (url: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
