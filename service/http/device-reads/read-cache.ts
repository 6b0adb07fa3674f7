/** The responses of the contract's reads, cached until a device of the family changes. */
import type { ContractFamily } from '../../contract/index.ts';
import type { Registry } from '../../devices/registry.ts';
import { joinArray, joinObject } from '../../support/canonical-json.ts';
import { MensuraError } from '../../support/errors.ts';
import { type JsonResponse, jsonResponse } from '../response.ts';
import { Fragments } from './fragments.ts';

/** Answers of the present moment; the same object again while nothing has changed. */
export type CachedResponse = () => JsonResponse;

export class ReadCache {
  readonly #registry: Registry;
  readonly #fragments = { minified: new Fragments(false), pretty: new Fragments(true) };

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  /** Full information of a family (interface.md#device-collection). */
  collection(family: ContractFamily, pretty: boolean): CachedResponse {
    return this.#cached(family, () => {
      const fragments = this.#layout(pretty);
      const devices = this.#registry.list(family);
      const deviceTexts = devices.map((device) => [device.description.serial, fragments.device(device)] as const);
      const members = [
        ['devices', joinObject(deviceTexts, pretty)],
        ['products', fragments.products(family, devices)],
      ] as const;
      return joinObject(members, pretty);
    });
  }

  /** The compact list of a family, by serial number (interface.md#measurement). */
  measurements(family: ContractFamily, pretty: boolean): CachedResponse {
    return this.#cached(family, () => {
      const fragments = this.#layout(pretty);
      const texts = this.#registry.list(family).map((device) => fragments.measurement(device));
      return joinArray(
        texts.filter((text) => text !== undefined),
        pretty,
      );
    });
  }

  /**
   * The compact entry of one device.
   * @throws MensuraError from the returned function: `not-found` without such a device, or without readings of it
   */
  measurement(family: ContractFamily, serial: string, pretty: boolean): CachedResponse {
    return this.#cached(family, () => {
      const device = this.#registry.get({ family, serial });
      if (!device) {
        throw new MensuraError('not-found', `No ${family} device with serial number ${serial}.`);
      }
      const text = this.#layout(pretty).measurement(device);
      if (text === undefined) {
        throw new MensuraError('not-found', `The ${family} device ${serial} has no readings yet.`);
      }
      return text;
    });
  }

  #layout(pretty: boolean): Fragments {
    return pretty ? this.#fragments.pretty : this.#fragments.minified;
  }

  #cached(family: ContractFamily, make: () => string): CachedResponse {
    const registry = this.#registry;
    let revision = -1;
    let response: JsonResponse | undefined;
    return () => {
      if (response && revision === registry.revision(family)) return response;
      response = jsonResponse(200, make());
      revision = registry.revision(family);
      return response;
    };
  }
}
