import { backoffDelay } from '../../../service/support/backoff.ts';

/** Milliseconds since 1970. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

export interface RangeListOptions<Item> {
  readonly load: (range: TimeRange) => Promise<readonly Item[]>;
  readonly idOf: (item: Item) => string | number;
  readonly onChange: () => void;
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
}

/** Margin on either side, relative to the range. */
const BEYOND = 1;

/** A range this many times longer than the window is loaded again: responses are limited. */
const TOO_LONG = 50;

/** Pause after a response or a failure. */
const RELOAD_PAUSE = { firstMs: 1000, longestMs: 30_000 } as const;

/** Oldest first: nothing is loaded again while the window does not move. */
const MOST_ITEMS = 2000;

/** Items in and around the displayed range, kept up to date by events. */
export class RangeList<Item> {
  readonly #options: RangeListOptions<Item>;
  #items: ReadonlyMap<string | number, Item> = new Map();
  #list: readonly Item[] = [];
  #known: TimeRange | undefined;
  /** Changes since the pending request (undefined: removed); undefined without one. */
  #meanwhile: Map<string | number, Item | undefined> | undefined;
  /** The pending response may be outdated. */
  #isInvalidated = false;
  #notBefore = Number.NEGATIVE_INFINITY;
  #failures = 0;

  constructor(options: RangeListOptions<Item>) {
    this.#options = options;
  }

  /** Unordered. The same array until something changed. */
  get items(): readonly Item[] {
    return this.#list;
  }

  /**
   * Loads missing ranges, with pauses. May be called often.
   * @returns milliseconds until the next useful call; undefined: after a change
   */
  ensureLoaded(range: TimeRange): number | undefined {
    const known = this.#known;
    const length = range.to - range.from;
    const isKnown = known !== undefined && known.from <= range.from && known.to >= range.to;
    if (isKnown && known.to - known.from <= TOO_LONG * length) return undefined;
    if (this.#meanwhile) return undefined;
    const wait = this.#notBefore - this.#options.now();
    if (wait > 0) return wait;
    void this.#load({ from: range.from - BEYOND * length, to: range.to + BEYOND * length });
    return undefined;
  }

  /** Added or changed. */
  put(item: Item): void {
    const id = this.#options.idOf(item);
    this.#meanwhile?.set(id, item);
    this.#set(new Map(this.#items).set(id, item));
  }

  /** Removed. */
  remove(id: string | number): void {
    this.#meanwhile?.set(id, undefined);
    const items = new Map(this.#items);
    if (items.delete(id)) this.#set(items);
  }

  /** The items may be outdated. */
  invalidate(): void {
    this.#known = undefined;
    this.#isInvalidated = true;
    this.#notBefore = Number.NEGATIVE_INFINITY;
  }

  async #load(range: TimeRange): Promise<void> {
    const meanwhile = new Map<string | number, Item | undefined>();
    this.#meanwhile = meanwhile;
    this.#isInvalidated = false;
    try {
      const loaded = await this.#options.load(range);
      const items = new Map(loaded.map((item) => [this.#options.idOf(item), item]));
      for (const [id, item] of meanwhile) {
        if (item === undefined) items.delete(id);
        else items.set(id, item);
      }
      this.#meanwhile = undefined;
      this.#failures = 0;
      if (!this.#isInvalidated) this.#rest(range);
      this.#set(items);
    } catch {
      // The connection banner reports it; the items are loaded later.
      this.#meanwhile = undefined;
      this.#failures += 1;
      if (!this.#isInvalidated) this.#rest(undefined);
      this.#options.onChange();
    }
  }

  #rest(known: TimeRange | undefined): void {
    if (known) this.#known = known;
    this.#notBefore = this.#options.now() + backoffDelay(RELOAD_PAUSE, this.#failures + 1);
  }

  #set(items: Map<string | number, Item>): void {
    for (const id of items.keys()) {
      if (items.size <= MOST_ITEMS) break;
      items.delete(id);
    }
    this.#items = items;
    this.#list = [...items.values()];
    this.#options.onChange();
  }
}
