import { join } from 'node:path';
import type { Rectangle } from 'electron';
import * as z from 'zod';
import { errorText } from '../service/support/errors.ts';
import { JsonFile } from '../service/support/json-file.ts';
import { KeyedThrottle } from '../service/support/keyed-throttle.ts';
import type { Logger } from '../service/support/logger.ts';
import { type AppRoute, isRoute } from './routes.ts';

/** Minimum time between two writes while the window moves, in milliseconds. */
const SAVE_INTERVAL_MS = 1000;

interface PlacementFileOptions {
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

/** The minimum window size for the GUI. */
export const MIN_SIZE = { width: 800, height: 600 } as const;

/** The size of the first window, limited by the screen. */
export const DEFAULT_SIZE = { width: 1440, height: 900 } as const;

/** The part of the title bar that must be on a screen, so that the user can move the window. */
const GRIP = { width: 100, height: 40 } as const;

const edge = z.int().min(-100_000).max(100_000);

/** File name in the folder of the window's files. */
export const PLACEMENT_FILE = 'window.json';

export const placementSchema = z.strictObject({
  version: z.literal(1),
  bounds: z
    .strictObject({ x: edge, y: edge, width: z.int().min(1).max(100_000), height: z.int().min(1).max(100_000) })
    .nullable(),
  maximized: z.boolean(),
  /** Zoom factor, within Chromium's limits. */
  zoom: z.number().min(0.25).max(5).default(1),
  /** The last page. */
  route: z.custom<AppRoute>(isRoute).default('/'),
  /** The background color of a theme other than the system's; null for the system theme. */
  background: z
    .string()
    .regex(/^#[\da-f]{6}$/)
    .nullable()
    .default(null),
});
export type WindowPlacement = z.infer<typeof placementSchema>;

export const NO_PLACEMENT: WindowPlacement = placementSchema.parse({ version: 1, bounds: null, maximized: false });

function gripIsOn(bounds: Rectangle, area: Rectangle): boolean {
  const left = Math.max(bounds.x, area.x);
  const right = Math.min(bounds.x + bounds.width, area.x + area.width);
  const isReachable = bounds.y >= area.y && bounds.y + GRIP.height <= area.y + area.height;
  return right - left >= GRIP.width && isReachable;
}

/**
 * The saved bounds if the title bar is still on a screen, otherwise only a size.
 * @param areas work areas of the screens, the primary one first
 */
export function fitBounds(
  saved: Rectangle | null,
  areas: readonly Rectangle[],
): Partial<Rectangle> & Pick<Rectangle, 'width' | 'height'> {
  const home = (saved && areas.find((area) => gripIsOn(saved, area))) ?? areas[0];
  const { width, height } = saved ?? DEFAULT_SIZE;
  const size = {
    width: Math.max(MIN_SIZE.width, Math.min(width, home?.width ?? width)),
    height: Math.max(MIN_SIZE.height, Math.min(height, home?.height ?? height)),
  };
  return saved && home && gripIsOn(saved, home) ? { x: saved.x, y: saved.y, ...size } : size;
}
