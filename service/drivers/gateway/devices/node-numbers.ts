/** Node numbers for devices of gateways that do not number them. */
import { join } from 'node:path';
import * as z from 'zod';
import { CoalescedWriter } from '../../../support/coalesced-writer.ts';
import { errorText } from '../../../support/errors.ts';
import { JsonFile } from '../../../support/json-file.ts';
import type { Logger } from '../../../support/logger.ts';

/** Most stored numbers besides those in use. The least recently requested are deleted first, several at a time. */
export const MAX_NODES = 20_000;
const FORGOTTEN_AT_ONCE = 2000;

const fileSchema = z.strictObject({
  version: z.literal(1),
  /** Gateway serial, device serial, number; the least recently requested first. */
  nodes: z.array(z.tuple([z.string(), z.string(), z.int().min(1)])),
});

/** Whether a device is connected behind a gateway now. */
export type IsInUse = (gatewaySerial: string, serial: string) => boolean;

/** Assigns the lowest free number of the gateway, and stores it in `gateway-nodes.json`. */
export class NodeNumbers {
  readonly #file: JsonFile<typeof fileSchema>;
  readonly #writes: CoalescedWriter;
  readonly #logger: Logger;
  /** By gateway and device, in the order of the last request. */
  readonly #nodes = new Map<string, [gatewaySerial: string, serial: string, number: number]>();
  /** Assigned numbers, by gateway. */
  readonly #taken = new Map<string, Set<number>>();
  /** The size at which numbers are deleted. */
  #limit = MAX_NODES;
  #isFailureReported = false;

  constructor(dataDir: string, logger: Logger) {
    this.#logger = logger.child('nodes');
    this.#file = new JsonFile(join(dataDir, 'gateway-nodes.json'), fileSchema, () => ({ version: 1, nodes: [] }));
    this.#writes = new CoalescedWriter(() => this.#write());
  }

  /**
   * Loads the numbers of earlier runs.
   * @returns what was wrong with the file, if anything
   * @throws MensuraError `data-folder-unusable`
   */
  async start(): Promise<string | undefined> {
    const damage = await this.#file.read();
    for (const [gatewaySerial, serial, number] of this.#file.value.nodes) this.#take(gatewaySerial, serial, number);
    // More than the limit were in use, and none was requested yet.
    this.#limit = Math.max(MAX_NODES, this.#nodes.size + FORGOTTEN_AT_ONCE);
    return damage;
  }

  /** Writes pending changes. A failure is logged. */
  async stop(): Promise<void> {
    await this.#writes.stop();
  }

  /**
   * The number of a device behind a gateway: from 1, permanent and unique there.
   * @param isInUse protects numbers from deletion
   */
  numberOf(gatewaySerial: string, serial: string, isInUse: IsInUse): number {
    const key = keyOf(gatewaySerial, serial);
    const known = this.#nodes.get(key);
    if (known) {
      this.#nodes.delete(key);
      this.#nodes.set(key, known);
      return known[2];
    }
    if (this.#nodes.size >= this.#limit) this.#removeSome(isInUse);
    const number = lowestFree(this.#taken.get(gatewaySerial));
    this.#take(gatewaySerial, serial, number);
    this.#writes.request();
    return number;
  }

  /** Ignores numbers that an edited file assigns twice. */
  #take(gatewaySerial: string, serial: string, number: number): void {
    const key = keyOf(gatewaySerial, serial);
    const taken = this.#taken.get(gatewaySerial) ?? new Set();
    if (this.#nodes.has(key) || taken.has(number)) return;
    this.#nodes.set(key, [gatewaySerial, serial, number]);
    this.#taken.set(gatewaySerial, taken.add(number));
  }

  #removeSome(isInUse: IsInUse): void {
    for (const [key, [gatewaySerial, serial, number]] of this.#nodes) {
      if (this.#nodes.size <= MAX_NODES - FORGOTTEN_AT_ONCE) break;
      if (isInUse(gatewaySerial, serial)) continue;
      this.#nodes.delete(key);
      const taken = this.#taken.get(gatewaySerial);
      taken?.delete(number);
      if (taken?.size === 0) this.#taken.delete(gatewaySerial);
    }
    // If all are in use, avoids a search at each further one.
    this.#limit = Math.max(MAX_NODES, this.#nodes.size + FORGOTTEN_AT_ONCE);
  }

  async #write(): Promise<boolean> {
    try {
      await this.#file.update(() => ({ version: 1, nodes: [...this.#nodes.values()] }));
      this.#isFailureReported = false;
      return true;
    } catch (error) {
      if (this.#isFailureReported) return false;
      this.#isFailureReported = true;
      this.#logger.warn(`cannot save node numbers (they may change after a restart): ${errorText(error)}`, { error });
      return false;
    }
  }
}

/** A gateway's serial may contain any character, so its length separates the two. */
function keyOf(gatewaySerial: string, serial: string): string {
  return `${gatewaySerial.length}:${gatewaySerial}${serial}`;
}

function lowestFree(taken: ReadonlySet<number> | undefined): number {
  let number = 1;
  while (taken?.has(number)) number += 1;
  return number;
}
