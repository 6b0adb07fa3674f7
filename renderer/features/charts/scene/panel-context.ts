import type { DisplayUnits } from '../../../data/units/display-units.ts';
import type { Palette } from '../drawing/palette.ts';
import type { View } from '../view/view.ts';

/** Input that all panels of a stack share. */
export interface PanelContext {
  readonly view: View;
  /** Keys of hidden channels. */
  readonly hidden: ReadonlySet<string>;
  /** Key of the channel whose legend entry is pointed at or focused. */
  readonly highlighted: string | undefined;
  readonly palette: Palette;
  readonly units: DisplayUnits;
}

export interface CursorReading {
  readonly isLive: boolean;
  /** CSS pixels in the plot; undefined without a pointer. */
  readonly pointer: number | undefined;
  /** Label of the time at the pointer. */
  readonly time: string;
}
