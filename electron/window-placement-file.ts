import { join } from 'node:path';
import { errorText } from '../service/support/errors.ts';
import { JsonFile } from '../service/support/json-file.ts';
import { KeyedThrottle } from '../service/support/keyed-throttle.ts';
import type { Logger } from '../service/support/logger.ts';
import { NO_PLACEMENT, PLACEMENT_FILE, placementSchema, type WindowPlacement } from './window-placement.ts';

/** Minimum time between two writes while the window moves, in milliseconds. */
const SAVE_INTERVAL_MS = 1000;

export interface PlacementFileOptions {
  /** Folder of the window's files. */
  stateDir: string;
  /** The current placement; undefined without a window. */
  readPlacement(): WindowPlacement | undefined;
  logger: Logger;
}

/** Stores position, size, zoom and page of the window. */
export class WindowPlacementFile {
  readonly #options: PlacementFileOptions;
  readonly #file: JsonFile<typeof placementSchema>;
  readonly #saving = new KeyedThrottle(SAVE_INTERVAL_MS, () => this.save());
  #saved: Promise<void> = Promise.resolve();

  constructor(options: PlacementFileOptions) {
    this.#options = options;
    this.#file = new JsonFile(join(options.stateDir, PLACEMENT_FILE), placementSchema, () => NO_PLACEMENT);
  }

  /** Waits for a pending write. */
  async read(): Promise<WindowPlacement> {
    await this.#saved;
    const damage = await this.#file.read();
    if (damage) this.#options.logger.warn(damage);
    return this.#file.value;
  }

  /** Saves the placement within a second. */
  request(): void {
    this.#saving.changed();
  }

  /** Saves the placement now. Logs errors. */
  save(): void {
    const placement = this.#options.readPlacement();
    if (!placement) return;
    this.#saved = this.#file
      .update(() => placement)
      .catch((error: unknown) => this.#options.logger.warn(`cannot save the window position: ${errorText(error)}`));
  }

  /** Cancels pending requests; resolves when the current write is done. */
  async stop(): Promise<void> {
    this.#saving.stop();
    await this.#saved;
  }
}
