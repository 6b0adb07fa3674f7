/** Cached JSON of each device and of a family's products, rebuilt when a device changes. */
import type { ContractFamily, Product } from '../../contract/index.ts';
import type { DeviceState } from '../../devices/device-state.ts';
import { measurementText } from '../../devices/reading-text.ts';
import { deviceView, measurementView } from '../../devices/views.ts';
import { canonicalJson, joinObject } from '../../support/canonical-json.ts';
import { MensuraError } from '../../support/errors.ts';

/** The field `products` of a collection (interface.md#device-collection), minified or indented. */
class ProductTexts {
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

/** A text and the device revision that it shows. Undefined: the device does not have this form yet. */
interface Fragment {
  revision: number;
  text: string | undefined;
}

/** One kind of text for each device, minified or indented. */
class FragmentCache {
  readonly #fragments = new WeakMap<DeviceState, Fragment>();
  readonly #make: (device: DeviceState) => string | undefined;

  constructor(make: (device: DeviceState) => string | undefined) {
    this.#make = make;
  }

  get(device: DeviceState): string | undefined {
    const known = this.#fragments.get(device);
    if (known?.revision === device.revision) return known.text;
    const fragment = { revision: device.revision, text: this.#make(device) };
    this.#fragments.set(device, fragment);
    return fragment.text;
  }
}

function prettyMeasurement(device: DeviceState): string | undefined {
  const measurement = measurementView(device);
  return measurement && canonicalJson(measurement, true);
}

/** The fragments of one layout, minified or indented. */
export class Fragments {
  readonly #full: FragmentCache;
  readonly #compact: FragmentCache;
  readonly #products: Record<ContractFamily, ProductTexts>;

  constructor(pretty: boolean) {
    this.#products = { usb: new ProductTexts(pretty), gateway: new ProductTexts(pretty) };
    this.#full = new FragmentCache((device) => canonicalJson(deviceView(device), pretty));
    this.#compact = new FragmentCache(pretty ? prettyMeasurement : measurementText);
  }

  /** The full form. */
  device(device: DeviceState): string {
    return this.#full.get(device) ?? 'null';
  }

  /** The compact form; undefined for a device without readings. */
  measurement(device: DeviceState): string | undefined {
    return this.#compact.get(device);
  }

  /** @param devices all of the family, by serial number */
  products(family: ContractFamily, devices: readonly DeviceState[]): string {
    return this.#products[family].get(devices);
  }
}

/** The values of the query parameter `pretty` in a request target (interface.md#parameters), in lower case. */
function valuesIn(url: string): string[] {
  const start = url.indexOf('?');
  if (start < 0) return [];
  return new URLSearchParams(url.slice(start + 1)).getAll('pretty').map((value) => value.toLowerCase());
}

/** @throws MensuraError `bad-request` for anything but a single `true` or `false` */
export function strictPretty(url: string): boolean {
  const values = valuesIn(url);
  if (values.length === 0) return false;
  if (values.length === 1 && (values[0] === 'true' || values[0] === 'false')) return values[0] === 'true';
  throw new MensuraError('bad-request', 'The query parameter pretty must be given once, as true or false.');
}

/** Ignores an invalid value. */
export function lenientPretty(url: string): boolean {
  const values = valuesIn(url);
  return values.length === 1 && values[0] === 'true';
}
