/** What instruments of one product have in common, kept once however many there are. */
import type { Product } from '../../../contract/index.ts';
import type { DeviceDescription } from '../../../devices/instrument.ts';
import { computedChannels } from '../../../devices/virtual-channels.ts';
import { canonicalJson } from '../../../support/canonical-json.ts';
import { MAX_KIND_TEXT } from './limits.ts';

/** A channel as its readings are taken. */
export interface ProductChannel {
  /** As the product has it. */
  label: string;
  unit: string;
  /** Where it stands among the product's channels. */
  index: number;
  /** Whether the registry computes it, so that no reading of it is taken. */
  isComputed: boolean;
}

/** Everything of an instrument but its serial number, its connections and its sampling period. */
export type ProductFields = Pick<
  DeviceDescription,
  'product' | 'vendor' | 'productName' | 'firmware' | 'protocols' | 'simulated' | 'labels'
>;

export interface SharedProduct {
  readonly facts: ProductFields;
  readonly channels: ReadonlyMap<string, ProductChannel>;
}

/** The kinds in use. */
export class ProductPool {
  readonly #kinds = new Map<string, { kind: SharedProduct; users: number; bringer: object }>();
  readonly #keys = new WeakMap<SharedProduct, string>();
  readonly #max: number;
  /** Characters of all, and of those that each brought. */
  #text = 0;
  readonly #brought = new WeakMap<object, number>();

  /** @param max the most kinds at a time */
  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#kinds.size;
  }

  /**
   * The kind with these facts, for one more user; undefined when it would be one too many, or too much text.
   * @param bringer whose share it is of, when it is new
   */
  take(facts: ProductFields, bringer: object): SharedProduct | undefined {
    // The channels' order counts, which canonical JSON does not tell.
    const key = `${Object.keys(facts.product.channels).join('\n')}\n${canonicalJson(facts)}`;
    const known = this.#kinds.get(key);
    if (known) {
      known.users += 1;
      return known.kind;
    }
    if (this.#kinds.size >= this.#max || !this.#hasRoom(key.length, bringer)) return undefined;
    const kind = { facts, channels: channelsOf(facts.product) };
    this.#kinds.set(key, { kind, users: 1, bringer });
    this.#weigh(key.length, bringer);
    this.#keys.set(kind, key);
    return kind;
  }

  /** One user less. */
  release(kind: SharedProduct): void {
    const key = this.#keys.get(kind) ?? '';
    const known = this.#kinds.get(key);
    if (!known) return;
    known.users -= 1;
    if (known.users > 0) return;
    this.#kinds.delete(key);
    this.#weigh(-key.length, known.bringer);
  }

  #hasRoom(length: number, bringer: object): boolean {
    const { ofAll, ofOne } = MAX_KIND_TEXT;
    return this.#text + length <= ofAll && (this.#brought.get(bringer) ?? 0) + length <= ofOne;
  }

  #weigh(length: number, bringer: object): void {
    this.#text += length;
    this.#brought.set(bringer, (this.#brought.get(bringer) ?? 0) + length);
  }
}

function channelsOf(product: Product): Map<string, ProductChannel> {
  const computed = new Set(computedChannels(product));
  return new Map(
    Object.values(product.channels).map(({ label, unit }, index) => [
      label,
      { label, unit, index, isComputed: computed.has(label) },
    ]),
  );
}
