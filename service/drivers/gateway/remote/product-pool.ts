/** Data shared by all devices of one product, stored once. */
import type { Product } from '../../../contract/index.ts';
import type { DeviceDescription } from '../../../devices/types.ts';
import { canonicalJson } from '../../../support/canonical-json.ts';
import { MAX_KIND_TEXT } from './limits.ts';

export interface ProductChannel {
  label: string;
  unit: string;
  /** Position among the product's channels. */
  index: number;
}

/** Everything of a device except its serial number, connections and sampling period. */
export type ProductFields = Pick<
  DeviceDescription,
  'product' | 'vendor' | 'productName' | 'firmware' | 'protocols' | 'simulated' | 'labels'
>;

export interface SharedProduct {
  readonly facts: ProductFields;
  readonly channels: ReadonlyMap<string, ProductChannel>;
}

export class ProductPool {
  readonly #kinds = new Map<string, { kind: SharedProduct; users: number; bringer: object }>();
  readonly #keys = new WeakMap<SharedProduct, string>();
  readonly #max: number;
  /** Characters of all products, and by remote. */
  #text = 0;
  readonly #brought = new WeakMap<object, number>();

  /** @param max largest number of products */
  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#kinds.size;
  }

  /**
   * Returns the shared product with these fields and adds a user; undefined above the limit of products or text.
   * @param bringer the remote that a new product is charged to
   */
  take(facts: ProductFields, bringer: object): SharedProduct | undefined {
    // The order of the channels matters, and canonical JSON does not keep it.
    const key = `${Object.keys(facts.product.channels).join('\n')}\n${canonicalJson(facts)}`;
    const known = this.#kinds.get(key);
    if (known) {
      known.users += 1;
      return known.kind;
    }
    if (this.#kinds.size >= this.#max || !this.#hasCapacity(key.length, bringer)) return undefined;
    const kind = { facts, channels: channelsOf(facts.product) };
    this.#kinds.set(key, { kind, users: 1, bringer });
    this.#weigh(key.length, bringer);
    this.#keys.set(kind, key);
    return kind;
  }

  /** Removes a user. */
  release(kind: SharedProduct): void {
    const key = this.#keys.get(kind) ?? '';
    const known = this.#kinds.get(key);
    if (!known) return;
    known.users -= 1;
    if (known.users > 0) return;
    this.#kinds.delete(key);
    this.#weigh(-key.length, known.bringer);
  }

  #hasCapacity(length: number, bringer: object): boolean {
    const { ofAll, ofOne } = MAX_KIND_TEXT;
    return this.#text + length <= ofAll && (this.#brought.get(bringer) ?? 0) + length <= ofOne;
  }

  #weigh(length: number, bringer: object): void {
    this.#text += length;
    this.#brought.set(bringer, (this.#brought.get(bringer) ?? 0) + length);
  }
}

function channelsOf(product: Product): Map<string, ProductChannel> {
  return new Map(Object.values(product.channels).map(({ label, unit }, index) => [label, { label, unit, index }]));
}
