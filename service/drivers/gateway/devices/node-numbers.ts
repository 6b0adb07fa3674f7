/** The numbers by which gateways without numbers of their own call their instruments. */
import { join } from 'node:path';
import * as z from 'zod';
import { CoalescedWriter } from '../../../support/coalesced-writer.ts';
import { errorText } from '../../../support/errors.ts';
import { JsonFile } from '../../../support/json-file.ts';
import type { Logger } from '../../../support/logger.ts';

/**
 * The most numbers that are remembered, beside those in use; the ones that were asked for longest ago are forgotten
 * first, some at a time.
 */
export const MAX_NODES = 20_000;
const FORGOTTEN_AT_ONCE = 2000;

const fileSchema = z.strictObject({
  version: z.literal(1),
  /** Gateway serial, instrument serial, number; the one that was asked for longest ago first. */
  nodes: z.array(z.tuple([z.string(), z.string(), z.int().min(1)])),
});

/** Whether an instrument is there behind a gateway now. */
export type IsInUse = (gatewaySerial: string, serial: string) => boolean;

export interface NodeNumbers {
  /**
   * The number of an instrument behind a gateway: always the same, and no other's there. From 1.
   * @param isInUse whose numbers are not forgotten, whatever else is asked for
   */
  numberOf(gatewaySerial: string, serial: string, isInUse: IsInUse): number;
}

export interface NodeNumbersOptions {
  dataDir: string;
  logger: Logger;
}

/** Gives the lowest number that is free at the gateway, and keeps it in `gateway-nodes.json` over restarts. */
export class NodeNumbersFile implements NodeNumbers {
  readonly #file: JsonFile<typeof fileSchema>;
  readonly #writes: CoalescedWriter;
  readonly #logger: Logger;
  /** By gateway and instrument, in the order in which they were asked for. */
  readonly #nodes = new Map<string, [gatewaySerial: string, serial: string, number: number]>();
  /** What is given at each gateway. */
  readonly #taken = new Map<string, Set<number>>();
  /** With so many some are forgotten. */
  #limit = MAX_NODES;
  #isFailureReported = false;

  constructor({ dataDir, logger }: NodeNumbersOptions) {
    this.#logger = logger.child('nodes');
    this.#file = new JsonFile(join(dataDir, 'gateway-nodes.json'), fileSchema, () => ({ version: 1, nodes: [] }));
    this.#writes = new CoalescedWriter(() => this.#write());
  }

  /**
   * Takes up the numbers of earlier runs.
   * @returns what was wrong with the file, if anything was
   * @throws MensuraError `data-folder-unusable`
   */
  async start(): Promise<string | undefined> {
    const damage = await this.#file.read();
    for (const [gatewaySerial, serial, number] of this.#file.value.nodes) this.#take(gatewaySerial, serial, number);
    // More than the limit were in use; nobody has asked for them yet.
    this.#limit = Math.max(MAX_NODES, this.#nodes.size + FORGOTTEN_AT_ONCE);
    return damage;
  }

  /** Writes what is not written yet. A file that cannot be written is told of in the log. */
  async stop(): Promise<void> {
    await this.#writes.stop();
  }

  numberOf(gatewaySerial: string, serial: string, isInUse: IsInUse): number {
    const key = keyOf(gatewaySerial, serial);
    const known = this.#nodes.get(key);
    if (known) {
      this.#nodes.delete(key);
      this.#nodes.set(key, known);
      return known[2];
    }
    if (this.#nodes.size >= this.#limit) this.#forgetSome(isInUse);
    const number = lowestFree(this.#taken.get(gatewaySerial));
    this.#take(gatewaySerial, serial, number);
    this.#writes.request();
    return number;
  }

  /** A number that is another's, or a second one of an instrument, as an edited file may have it, does not count. */
  #take(gatewaySerial: string, serial: string, number: number): void {
    const key = keyOf(gatewaySerial, serial);
    const taken = this.#taken.get(gatewaySerial) ?? new Set();
    if (this.#nodes.has(key) || taken.has(number)) return;
    this.#nodes.set(key, [gatewaySerial, serial, number]);
    this.#taken.set(gatewaySerial, taken.add(number));
  }

  #forgetSome(isInUse: IsInUse): void {
    for (const [key, [gatewaySerial, serial, number]] of this.#nodes) {
      if (this.#nodes.size <= MAX_NODES - FORGOTTEN_AT_ONCE) break;
      if (isInUse(gatewaySerial, serial)) continue;
      this.#nodes.delete(key);
      const taken = this.#taken.get(gatewaySerial);
      taken?.delete(number);
      if (taken?.size === 0) this.#taken.delete(gatewaySerial);
    }
    // Where all are in use it is not looked again for each further one.
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

/** A gateway's serial may hold any sign, so the two are told apart by the length of the first. */
function keyOf(gatewaySerial: string, serial: string): string {
  return `${gatewaySerial.length}:${gatewaySerial}${serial}`;
}

function lowestFree(taken: ReadonlySet<number> | undefined): number {
  let number = 1;
  while (taken?.has(number)) number += 1;
  return number;
}
