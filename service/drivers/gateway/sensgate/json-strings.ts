/** Collects the strings in JSON of any form: a SensGate's is unknown (docs/hardware.md#sensgate-responses). */

export interface JsonString {
  text: string;
  /** The gateway's number for the port; undefined if it is not clear. */
  node: number | undefined;
  /** The enclosing objects from the outermost, each with its own number. */
  scope: readonly number[];
}

/** Deepest level that is searched. */
const MAX_DEPTH = 32;

/** Most values that are searched: 256 devices with 50 values each, and a reserve. */
const MAX_VALUES = 20_000;

/** The largest number taken for a port of a gateway, not for a TCP port or a reading. */
const MAX_NODE = 255;

function nodeOf(value: unknown): number | undefined {
  if (typeof value === 'string' && /^(0|[1-9]\d{0,2})$/.test(value)) return nodeOf(Number(value));
  const fits = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_NODE;
  return fits ? value : undefined;
}

/**
 * Every string in a JSON value, in order, without keys. Assumed: a string belongs to a port of the gateway if its key,
 * or a member `port` beside it, is a small whole number.
 */
export class JsonStrings {
  readonly texts: JsonString[] = [];
  /** The JSON has numbers, booleans or nulls. */
  hasOther = false;
  /** Some parts were too deep or too many to be searched. */
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
