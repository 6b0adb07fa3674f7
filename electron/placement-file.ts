/** The file that remembers how the window was. */
import { join } from 'node:path';
import { errorText } from '../service/support/errors.ts';
import { JsonFile } from '../service/support/json-file.ts';
import type { Logger } from '../service/support/logger.ts';
import { RateLimit } from './rate-limit.ts';
import { NO_PLACEMENT, PLACEMENT_FILE, type Placement, placementSchema } from './window-placement.ts';

/** How often the window's place is written while it is moved, in milliseconds. */
const SAVE_INTERVAL_MS = 1000;

export interface PlacementFileOptions {
  /** The folder of the window's own files. */
  stateDir: string;
  /** How the window is now; undefined while there is none. */
  look(): Placement | undefined;
  logger: Logger;
}

export class PlacementFile {
  readonly #options: PlacementFileOptions;
  readonly #file: JsonFile<typeof placementSchema>;
  readonly #saving = new RateLimit({ intervalMs: SAVE_INTERVAL_MS, run: () => this.save() });
  #saved: Promise<void> = Promise.resolve();

  constructor(options: PlacementFileOptions) {
    this.#options = options;
    this.#file = new JsonFile(join(options.stateDir, PLACEMENT_FILE), placementSchema, () => NO_PLACEMENT);
  }

  /** How the window was. What is just being written counts. */
  async read(): Promise<Placement> {
    await this.#saved;
    const damage = await this.#file.read();
    if (damage) this.#options.logger.warn(damage);
    return this.#file.value;
  }

  /** Keeps soon how the window is. */
  request(): void {
    this.#saving.request();
  }

  /** Keeps how the window is. What goes wrong is logged. */
  save(): void {
    const placement = this.#options.look();
    if (!placement) return;
    this.#saved = this.#file
      .update(() => placement)
      .catch((error: unknown) => this.#options.logger.warn(`cannot save the window position: ${errorText(error)}`));
  }

  /** Keeps nothing that was asked for by `request`; resolves when what was begun is written. */
  async stop(): Promise<void> {
    this.#saving.stop();
    await this.#saved;
  }
}
