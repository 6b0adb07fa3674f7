/** What a user set on devices: names, notes and sampling periods, kept whether or not the device is attached. */
import { join } from 'node:path';
import * as z from 'zod';
import { type DeviceMemory, type DevicePatch, deviceMemorySchema } from '../contract/index.ts';
import { type DeviceKey, keyText } from '../devices/instrument.ts';
import { Emitter } from '../support/emitter.ts';
import { errorText, MensuraError } from '../support/errors.ts';
import { JsonFile } from '../support/json-file.ts';
import type { Logger } from '../support/logger.ts';

/** The most devices that are remembered; settings of one more are refused. */
const MAX_DEVICES = 10_000;

const fileSchema = z.strictObject({
  version: z.literal(1),
  devices: z.record(z.string(), deviceMemorySchema),
});

export interface DeviceMemoryOptions {
  dataDir: string;
  logger: Logger;
  /** Tells the instrument; resolves when it took the period. */
  setPeriod(key: DeviceKey, periodMs: number): Promise<void>;
}

export class DeviceMemoryStore {
  readonly events: Emitter<{ changed: DeviceKey }>;
  readonly #file: JsonFile<typeof fileSchema>;
  readonly #setPeriod: DeviceMemoryOptions['setPeriod'];
  #devices = new Map<string, DeviceMemory>();

  constructor({ dataDir, logger, setPeriod }: DeviceMemoryOptions) {
    this.#file = new JsonFile(join(dataDir, 'devices.json'), fileSchema, () => ({ version: 1 as const, devices: {} }));
    this.#setPeriod = setPeriod;
    this.events = new Emitter((error) => logger.error(`A listener of device settings failed: ${errorText(error)}`));
  }

  /** @returns what was wrong with the file, if anything was */
  async start(): Promise<string | undefined> {
    const { value, damage } = await this.#file.read();
    this.#devices = new Map(Object.entries(value.devices));
    return damage;
  }

  get(key: DeviceKey): { alias: string; note: string } {
    const { alias = '', note = '' } = this.#devices.get(keyText(key)) ?? {};
    return { alias, note };
  }

  /** The sampling period that was set for a device, in milliseconds; undefined when none was. */
  periodOf(key: DeviceKey): number | undefined {
    return this.#devices.get(keyText(key))?.period_ms;
  }

  /**
   * Changes what is remembered, and the period of the attached instrument. The instrument comes first: a period that
   * it did not take is not remembered, and neither is anything else of the patch.
   * @throws MensuraError `instrument-failed`, `timeout`, `not-found`; what the file system says
   */
  async patch(key: DeviceKey, patch: DevicePatch): Promise<void> {
    const id = keyText(key);
    if (!this.#devices.has(id) && this.#devices.size >= MAX_DEVICES) {
      throw new MensuraError('bad-request', `Settings of ${MAX_DEVICES} devices are kept already; no more fit.`);
    }
    if (patch.period_ms !== undefined) await this.#setPeriod(key, patch.period_ms);
    const given = Object.entries(patch).filter(([, value]) => value !== undefined);
    const next = new Map(this.#devices).set(id, { ...this.#devices.get(id), ...Object.fromEntries(given) });
    await this.#file.write({ version: 1, devices: Object.fromEntries(next) });
    this.#devices.set(id, next.get(id) ?? {});
    this.events.emit('changed', key);
  }
}
