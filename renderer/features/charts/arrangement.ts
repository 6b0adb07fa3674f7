import { type AxisStore, rememberedAxes } from './axis/axis-settings.ts';
import { type LayoutStore, rememberedLayout } from './layout/layout-store.ts';

/** How the user arranged the charts of a stack. */
export interface Arrangement {
  readonly layout: LayoutStore;
  readonly axes: AxisStore;
}

/** Remembered in this browser. @param scope the key of a device, or the name of a page */
export function rememberedArrangement(scope: string): Arrangement {
  return { layout: rememberedLayout(scope), axes: rememberedAxes(scope) };
}
