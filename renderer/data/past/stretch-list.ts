/** A stretch of time: milliseconds since 1970. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

export interface StretchListParts<Item> {
  /** All of a stretch. */
  readonly ask: (stretch: Stretch) => Promise<readonly Item[]>;
  readonly idOf: (item: Item) => string | number;
  readonly onChange: () => void;
  /** This computer's clock in milliseconds. */
  readonly now: () => number;
}

/** Asked for at once on either side, as a part of the stretch that is looked at. */
const BEYOND = 1;

/** A stretch this many times longer than what is looked at is asked for anew: an answer holds no more than so many. */
const TOO_LONG = 50;

/** After an answer or a failure nothing is asked for so long, in milliseconds. */
const PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/** What happened in the stretch that is looked at, and a little around it; kept up to date by whoever hears of more. */
export class StretchList<Item> {
  readonly #parts: StretchListParts<Item>;
  #items: ReadonlyMap<string | number, Item> = new Map();
  #list: readonly Item[] = [];
  #known: Stretch | undefined;
  #isAsking = false;
  #notBefore = Number.NEGATIVE_INFINITY;
  #failures = 0;

  constructor(parts: StretchListParts<Item>) {
    this.#parts = parts;
  }

  /** In no order. The same array until something changed. */
  get items(): readonly Item[] {
    return this.#list;
  }

  /** Asks for what is not known of a stretch yet, when it is time for it. Cheap: may be called often. */
  look(stretch: Stretch): void {
    const known = this.#known;
    const length = stretch.to - stretch.from;
    const isKnown = known !== undefined && known.from <= stretch.from && known.to >= stretch.to;
    if (isKnown && known.to - known.from <= TOO_LONG * length) return;
    if (this.#isAsking || this.#parts.now() < this.#notBefore) return;
    void this.#load({ from: stretch.from - BEYOND * length, to: stretch.to + BEYOND * length });
  }

  /** One came or changed. */
  put(item: Item): void {
    this.#set(new Map(this.#items).set(this.#parts.idOf(item), item));
  }

  /** One went. */
  drop(id: string | number): void {
    const items = new Map(this.#items);
    if (items.delete(id)) this.#set(items);
  }

  /** What is known may be wrong. */
  forget(): void {
    this.#known = undefined;
    this.#notBefore = Number.NEGATIVE_INFINITY;
  }

  async #load(stretch: Stretch): Promise<void> {
    this.#isAsking = true;
    try {
      const items = await this.#parts.ask(stretch);
      this.#known = stretch;
      this.#failures = 0;
      this.#set(new Map(items.map((item) => [this.#parts.idOf(item), item])));
    } catch {
      // Marks are drawn when they can be had; that the service cannot be reached is said elsewhere.
      this.#failures += 1;
    } finally {
      this.#isAsking = false;
      this.#notBefore = this.#parts.now() + Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** this.#failures);
    }
  }

  #set(items: ReadonlyMap<string | number, Item>): void {
    this.#items = items;
    this.#list = [...items.values()];
    this.#parts.onChange();
  }
}
