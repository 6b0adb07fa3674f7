/** The contract's reads: first through express, from then on by the exact request target. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ContractFamily, ContractVersion } from '../../contract/index.ts';
import { type JsonResponse, sendResponse } from '../response.ts';
import { strictPretty } from './fragments.ts';
import type { CachedResponse, ReadCache } from './read-cache.ts';

/** Full information, the compact list, or the compact entry of one device. */
export type ReadFormat = 'collection' | 'measurements' | 'measurement';

interface ReadRoute {
  /** The path after the version. */
  path: string;
  family: ContractFamily;
  form: ReadFormat;
  versions: readonly ContractVersion[];
}

/** The reads of the contract and the versions that have them (interface.md#routes). */
export const READ_ROUTES: readonly ReadRoute[] = [
  { path: '/devices/usb', family: 'usb', form: 'collection', versions: ['3.5.0', '3.6.0', '3.7.0'] },
  { path: '/devices/usb/measurements', family: 'usb', form: 'measurements', versions: ['3.7.0'] },
  { path: '/devices/usb/:serial/measurement', family: 'usb', form: 'measurement', versions: ['3.7.0'] },
  { path: '/devices/gateway', family: 'gateway', form: 'collection', versions: ['3.7.0'] },
  { path: '/devices/gateway/measurements', family: 'gateway', form: 'measurements', versions: ['3.7.0'] },
  { path: '/devices/gateway/:serial/measurement', family: 'gateway', form: 'measurement', versions: ['3.7.0'] },
];

/** The versions with the query parameter `pretty` (interface.md#parameters); the others ignore it. */
export const PRETTY_VERSIONS: ReadonlySet<ContractVersion> = new Set<ContractVersion>(['3.7.0']);

/** Maximum cached request targets; others always go through express. */
const MAX_TARGETS = 1000;

/** Maximum length of a cached request target, in characters. */
const MAX_TARGET_LENGTH = 200;

/**
 * Queries that are cached. Each target has its own response: clients that vary every request (`?_=1700000000`) would
 * fill the memory with copies.
 */
const USUAL_QUERY = /^[^?]*(?:\?pretty=(?:true|false))?$/;

export class ReadRouter {
  readonly #reads: ReadCache;
  readonly #targets = new Map<string, CachedResponse>();

  constructor(reads: ReadCache) {
    this.#reads = reads;
  }

  /** The fast path: responds to a GET or HEAD with a cached target. False leaves it to express. */
  respondIfKnown({ method, url }: IncomingMessage, response: ServerResponse): boolean {
    if (method !== 'GET' && method !== 'HEAD') return false;
    const live = this.#targets.get(url ?? '');
    if (!live) return false;
    let result: JsonResponse;
    try {
      result = live();
    } catch {
      // Express meets the same error and reports it.
      return false;
    }
    sendResponse(response, result);
    return true;
  }

  /**
   * Responds to a read that express has routed, and caches its target.
   * @throws MensuraError `bad-request` for an invalid `pretty`, `not-found` for an unknown serial number
   */
  respond(target: string, route: ReadRoute, version: ContractVersion, serial: string, response: ServerResponse): void {
    const live = this.#live(route, PRETTY_VERSIONS.has(version) && strictPretty(target), serial);
    const result = live();
    if (this.#isWorthRemembering(target)) this.#targets.set(target, live);
    sendResponse(response, result);
  }

  #isWorthRemembering(target: string): boolean {
    return this.#targets.size < MAX_TARGETS && target.length <= MAX_TARGET_LENGTH && USUAL_QUERY.test(target);
  }

  #live({ form, family }: ReadRoute, pretty: boolean, serial: string): CachedResponse {
    if (form === 'measurement') return this.#reads.measurement(family, serial, pretty);
    return this.#reads[form](family, pretty);
  }
}

/** Every read with the full path of each version. */
export function readPaths(): { path: string; route: ReadRoute; version: ContractVersion }[] {
  return READ_ROUTES.flatMap((route) =>
    route.versions.map((version) => ({ path: `/${version}${route.path}`, route, version })),
  );
}
