/** The products of a family's devices as JSON, made again only when a device has another one. */
import type { Product } from '../../contract/index.ts';
import type { DeviceState } from '../../devices/device-state.ts';
import { canonicalJson, joinObject } from '../../support/canonical-json.ts';

/** The member `products` of a collection (interface.md#device-collection), in its minified or its pretty form. */
export class ProductTexts {
  readonly #pretty: boolean;
  #products: readonly Product[] = [];
  #text = '{}';

  constructor(pretty: boolean) {
    this.#pretty = pretty;
  }

  /** @param devices by serial */
  get(devices: readonly DeviceState[]): string {
    // A product never changes: a device whose product does gets a new one.
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
 * One product of each model. Two devices of a model may have other channels, as one that is read by its chips beside one
 * that is read by its lines: the product has those of all. Of what they do not agree on, the first decides.
 */
function mergeModels(products: Iterable<Product>): Map<string, Product> {
  const merged = new Map<string, Product>();
  for (const product of products) {
    const first = merged.get(product.model);
    merged.set(product.model, first ? { ...first, channels: { ...product.channels, ...first.channels } } : product);
  }
  return merged;
}
