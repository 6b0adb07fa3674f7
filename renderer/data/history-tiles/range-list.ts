/** A stretch of time: milliseconds since 1970. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

export interface StretchListParts<Item> {
  /** All of a stretch. */
  readonly ask: (stretch: TimeRange) => Promise<readonly Item[]>;
  readonly idOf: (item: Item) => string | number;
  readonly onChange: () => void;
  /** A clock in milliseconds that nobody sets. */
  readonly now: () => number;
}

/** Asked for at once on either side, as a part of the stretch that is looked at. */
const BEYOND = 1;

/** A stretch this many times longer than what is looked at is asked for anew: an answer holds no more than so many. */
const TOO_LONG = 50;

/** After an answer or a failure nothing is asked for so long, in milliseconds. */
const PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/** More could not be told apart. What came first goes first: while nothing new is looked at, nothing is asked anew. */
const MOST_ITEMS = 2000;

/** What happened in the stretch that is looked at, and a little around it; kept up to date by whoever hears of more. */
export class RangeList<Item> {
  readonly #parts: StretchListParts<Item>;
  #items: ReadonlyMap<string | number, Item> = new Map();
  #list: readonly Item[] = [];
  #known: TimeRange | undefined;
  /** What came or went (undefined) since the answer that is awaited was asked for; undefined: none is. */
  #meanwhile: Map<string | number, Item | undefined> | undefined;
  /** What is awaited may be wrong before it comes. */
  #isForgotten = false;
  #notBefore = Number.NEGATIVE_INFINITY;
  #failures = 0;

  constructor(parts: StretchListParts<Item>) {
    this.#parts = parts;
  }

  /** In no order. The same array until something changed. */
  get items(): readonly Item[] {
    return this.#list;
  }

  /**
   * Asks for what is not known of a stretch yet, when it is time for it. Cheap: may be called often.
   * @returns in how many milliseconds it is worth looking again; undefined: not before something changes
   */
  look(stretch: TimeRange): number | undefined {
    const known = this.#known;
    const length = stretch.to - stretch.from;
    const isKnown = known !== undefined && known.from <= stretch.from && known.to >= stretch.to;
    if (isKnown && known.to - known.from <= TOO_LONG * length) return undefined;
    if (this.#meanwhile) return undefined;
    const wait = this.#notBefore - this.#parts.now();
    if (wait > 0) return wait;
    void this.#load({ from: stretch.from - BEYOND * length, to: stretch.to + BEYOND * length });
    return undefined;
  }

  /** One came or changed. */
  put(item: Item): void {
    const id = this.#parts.idOf(item);
    this.#meanwhile?.set(id, item);
    this.#set(new Map(this.#items).set(id, item));
  }

  /** One went. */
  drop(id: string | number): void {
    this.#meanwhile?.set(id, undefined);
    const items = new Map(this.#items);
    if (items.delete(id)) this.#set(items);
  }

  /** What is known may be wrong. */
  forget(): void {
    this.#known = undefined;
    this.#isForgotten = true;
    this.#notBefore = Number.NEGATIVE_INFINITY;
  }

  async #load(stretch: TimeRange): Promise<void> {
    const meanwhile = new Map<string | number, Item | undefined>();
    this.#meanwhile = meanwhile;
    this.#isForgotten = false;
    try {
      const asked = await this.#parts.ask(stretch);
      const items = new Map(asked.map((item) => [this.#parts.idOf(item), item]));
      for (const [id, item] of meanwhile) {
        if (item === undefined) items.delete(id);
        else items.set(id, item);
      }
      this.#meanwhile = undefined;
      this.#failures = 0;
      if (!this.#isForgotten) this.#rest(stretch);
      this.#set(items);
    } catch {
      // Marks are drawn when they can be had; that the service cannot be reached is said elsewhere.
      this.#meanwhile = undefined;
      this.#failures += 1;
      if (!this.#isForgotten) this.#rest(undefined);
      this.#parts.onChange();
    }
  }

  #rest(known: TimeRange | undefined): void {
    if (known) this.#known = known;
    this.#notBefore = this.#parts.now() + Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** this.#failures);
  }

  #set(items: Map<string | number, Item>): void {
    for (const id of items.keys()) {
      if (items.size <= MOST_ITEMS) break;
      items.delete(id);
    }
    this.#items = items;
    this.#list = [...items.values()];
    this.#parts.onChange();
  }
}
