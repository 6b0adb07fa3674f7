import type { Readable } from '../../../data/store.ts';
import { Remembered, type SettingsByName } from '../remembered.ts';
import { AUTOMATIC_LAYOUT, heightOf, type Layout, type PanelLayout } from './layout.ts';

/** Devices and pages whose layout is remembered; the oldest is forgotten beyond it. */
export const MAX_STORED_LAYOUTS = 100;

/** Channels of a stored layout, at most. */
const MAX_CHANNELS = 200;

/** In characters: local storage may contain anything. */
const MAX_KEY = 600;

/** The only name in each scope. */
const NAME = 'panels';

function keysOf(stored: unknown): string[] {
  if (!Array.isArray(stored)) return [];
  return stored.filter((key): key is string => typeof key === 'string' && key.length <= MAX_KEY).slice(0, MAX_CHANNELS);
}

function parsePanel(stored: unknown): PanelLayout[] {
  if (typeof stored !== 'object' || stored === null) return [];
  const { left, right, height } = stored as Record<keyof PanelLayout, unknown>;
  const isHeight = typeof height === 'number' && Number.isFinite(height);
  return [{ left: keysOf(left), right: keysOf(right), ...(isHeight && { height: heightOf(height) }) }];
}

function parseLayout(stored: unknown): Layout {
  const { panels, hidden, hiddenBefore } = stored as Record<keyof Layout, unknown>;
  return {
    panels: Array.isArray(panels) ? panels.slice(0, MAX_CHANNELS).flatMap(parsePanel) : [],
    hidden: keysOf(hidden),
    ...(hiddenBefore !== undefined && { hiddenBefore: keysOf(hiddenBefore) }),
  };
}

/** The layout of the charts of a device, a page or a tile. */
export class LayoutStore {
  readonly #stored: SettingsByName<Layout>;
  readonly layout: Readable<Layout>;

  constructor(stored: SettingsByName<Layout>) {
    this.#stored = stored;
    this.layout = { get: () => stored.get(NAME) ?? AUTOMATIC_LAYOUT, subscribe: stored.all.subscribe };
  }

  set(layout: Layout): void {
    this.#stored.set(NAME, layout);
  }

  /** Back to the layout that the channels suggest. */
  reset(): void {
    this.#stored.set(NAME, undefined);
  }
}

/** Remembered in this browser. @param scope the key of a device, or the name of a page */
export function rememberedLayout(scope: string): LayoutStore {
  const stored = new Remembered({ preference: 'panels', limit: MAX_STORED_LAYOUTS, scope, parse: parseLayout });
  return new LayoutStore(stored);
}
