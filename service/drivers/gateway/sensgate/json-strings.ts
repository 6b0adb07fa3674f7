/** Collects the texts in JSON of any shape: a SensGate's is unknown (docs/hardware.md#sensgate-responses). */

/** A text and where it stands. */
export interface JsonString {
  text: string;
  /** What the gateway calls the place by; undefined where that is not plain. */
  node: number | undefined;
  /** The objects it stands in, from the outermost, each by a number of its own. */
  scope: readonly number[];
}

/** How deep is looked. */
const MAX_DEPTH = 32;

/** How many values are looked at: 256 instruments with 50 values each, and room. */
const MAX_VALUES = 20_000;

/** The largest number that is taken for a place at a gateway, and not for a TCP port or a measured value. */
const MAX_NODE = 255;

/** The number that a gateway may call a place by. */
function nodeOf(value: unknown): number | undefined {
  if (typeof value === 'string' && /^(0|[1-9]\d{0,2})$/.test(value)) return nodeOf(Number(value));
  const fits = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_NODE;
  return fits ? value : undefined;
}

/**
 * Every text in a JSON value, in its order, keys apart. Assumed: a text belongs to a place where the key it stands
 * under, or a member `port` beside it, is a small whole number.
 */
export class JsonStrings {
  readonly texts: JsonString[] = [];
  /** There are numbers, truth values or nulls: it says something that is not a text. */
  hasOther = false;
  /** It has parts that are too deep or too many to be looked at. */
  isCut = false;
  #values = 0;
  #objects = 0;

  constructor(value: unknown) {
    this.#walk(value, undefined, [], 0);
  }

  #walk(value: unknown, node: number | undefined, scope: readonly number[], depth: number): void {
    this.#values += 1;
    if (this.#values > MAX_VALUES || depth > MAX_DEPTH) this.isCut = true;
    else if (typeof value === 'string') this.texts.push({ text: value, node, scope });
    else if (Array.isArray(value)) this.#walkArray(value, node, scope, depth);
    else if (typeof value === 'object' && value !== null) this.#walkObject(value, node, scope, depth);
    else this.hasOther = true;
  }

  #walkArray(items: unknown[], node: number | undefined, scope: readonly number[], depth: number): void {
    for (const item of items) {
      if (this.#values > MAX_VALUES) return;
      this.#walk(item, typeof item === 'string' ? node : undefined, scope, depth + 1);
    }
  }

  #walkObject(members: object, node: number | undefined, scope: readonly number[], depth: number): void {
    const port = 'port' in members ? nodeOf(members.port) : undefined;
    this.#objects += 1;
    const inside = [...scope, this.#objects];
    for (const [key, member] of Object.entries(members)) {
      if (this.#values > MAX_VALUES) return;
      const isBeside = typeof member === 'string' || Array.isArray(member);
      this.#walk(member, nodeOf(key) ?? (isBeside ? (port ?? node) : undefined), inside, depth + 1);
    }
  }
}
