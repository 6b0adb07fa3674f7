import type { DisplayUnits } from '../../../../service/contract/index.ts';
import type { Palette } from '../drawing/palette.ts';
import type { View } from '../view/view.ts';

/** Input that all panels of a stack share. */
export interface PanelContext {
  readonly view: View;
  readonly isLive: boolean;
  /** Keys of hidden channels. */
  readonly hidden: ReadonlySet<string>;
  /** Key of the channel whose legend entry is pointed at or focused. */
  readonly highlighted: string | undefined;
  readonly palette: Palette;
  readonly units: DisplayUnits;
}

export interface CursorReading {
  readonly isLive: boolean;
  /** Position of the cursor in the plot, in CSS pixels; undefined without a pointer. */
  readonly pointer: number | undefined;
  /** Time at the cursor, in milliseconds since 1970: of the nearest reading, except in a gap. */
  readonly time: number;
  /** Label of that time. */
  readonly label: string;
}
