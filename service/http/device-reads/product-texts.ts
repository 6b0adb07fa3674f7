/** Cached JSON of the products of a family, rebuilt when a product changes. */
import type { Product } from '../../contract/index.ts';
import type { DeviceState } from '../../devices/device-state.ts';
import { canonicalJson, joinObject } from '../../support/canonical-json.ts';

/** The field `products` of a collection (interface.md#device-collection), minified or indented. */
export class ProductTexts {
  readonly #pretty: boolean;
  #products: readonly Product[] = [];
  #text = '{}';

  constructor(pretty: boolean) {
    this.#pretty = pretty;
  }

  /** @param devices by serial number */
  get(devices: readonly DeviceState[]): string {
    // Products are immutable: a changed one is a new object.
    const isKnown =
      devices.length === this.#products.length &&
      devices.every(({ description }, index) => description.product === this.#products[index]);
    if (isKnown) return this.#text;
    this.#products = devices.map(({ description }) => description.product);
    const merged = mergeModels(new Set(this.#products));
    const texts = [...merged].map(([model, product]) => [model, canonicalJson(product, this.#pretty)] as const);
    this.#text = joinObject(texts, this.#pretty);
    return this.#text;
  }
}

/**
 * One product for each model, with the channels of all its devices. They can differ: one device may be read by its
 * chips, another by its lines. In a conflict the first decides.
 */
function mergeModels(products: Iterable<Product>): Map<string, Product> {
  const merged = new Map<string, Product>();
  for (const product of products) {
    const first = merged.get(product.model);
    merged.set(product.model, first ? { ...first, channels: { ...product.channels, ...first.channels } } : product);
  }
  return merged;
}
