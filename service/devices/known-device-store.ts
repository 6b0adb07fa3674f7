/** The devices that were connected at some time, stored over restarts in one file. */
import { join } from 'node:path';
import * as z from 'zod';
import {
  connectionsSchema,
  familySchema,
  productSchema,
  protocolNameSchema,
  timestampSchema,
  valueSchema,
} from '../contract/index.ts';
import { CoalescedWriter } from '../support/coalesced-writer.ts';
import { errorText } from '../support/errors.ts';
import { JsonFile } from '../support/json-file.ts';
import type { Logger } from '../support/logger.ts';

/** Most stored devices; the longest unseen are forgotten first. */
export const MAX_KNOWN_DEVICES = 1000;

/** Time between two writes, in milliseconds. */
const WRITE_MS = 60_000;

const isTimestamp = (text: string): boolean => !Number.isNaN(Date.parse(text));
const timeSchema = timestampSchema.refine(isTimestamp, { message: 'must be a time' });

const storedDeviceSchema = z.strictObject({
  family: familySchema,
  serial: z.string().min(1),
  product: productSchema,
  vendor: z.string(),
  product_name: z.string(),
  firmware: z.strictObject({ major: z.int(), minor: z.int() }),
  connections: connectionsSchema,
  protocols: z.record(z.string(), z.boolean()),
  protocol: protocolNameSchema.nullable(),
  period_ms: z.number().positive(),
  labels: z.record(z.string(), z.string()),
  also_behind: z.array(z.string()),
  /** When the newest sample set arrived; null before the first. */
  last_reading: timeSchema.nullable(),
  last_seen: timeSchema,
  /** Empty if the device was connected at the last write. */
  reason: z.string(),
  values: z.record(z.string(), valueSchema),
});
export type StoredDevice = z.infer<typeof storedDeviceSchema>;

const fileSchema = z.strictObject({
  version: z.literal(1),
  /** The longest unseen first. */
  devices: z.array(storedDeviceSchema).max(MAX_KNOWN_DEVICES),
});

export class KnownDeviceStore {
  readonly #file: JsonFile<typeof fileSchema>;
  readonly #logger: Logger;
  /** Writes that fail are logged and retried. */
  readonly writes = new CoalescedWriter(() => this.#write(), WRITE_MS);
  #current: (() => StoredDevice[]) | undefined;
  #isFailing = false;

  constructor(dataDir: string, logger: Logger) {
    this.#file = new JsonFile(join(dataDir, 'known-devices.json'), fileSchema, () => ({ version: 1, devices: [] }));
    this.#logger = logger;
  }

  /**
   * Reads the file.
   * @returns what was wrong with it, if anything
   * @throws MensuraError `data-folder-unusable`
   */
  start(): Promise<string | undefined> {
    return this.#file.read();
  }

  /** The devices last read or written, the longest unseen first. */
  get devices(): readonly StoredDevice[] {
    return this.#file.value.devices;
  }

  /** @param current returns the devices to write, the longest unseen first; called at each write */
  startWriting(current: () => StoredDevice[]): void {
    this.#current = current;
  }

  async #write(): Promise<boolean> {
    const devices = this.#current?.().slice(-MAX_KNOWN_DEVICES);
    if (!devices) return true;
    try {
      await this.#file.update(() => ({ version: 1, devices }));
      this.#isFailing = false;
      return true;
    } catch (error) {
      if (!this.#isFailing) {
        this.#logger.warn(
          `cannot save the list of known devices (it may be incomplete after a restart): ${errorText(error)}`,
          { error },
        );
      }
      this.#isFailing = true;
      return false;
    }
  }
}
