import type { DisplayUnits } from '../../../data/units/index.ts';
import type { Palette } from '../draw/palette.ts';
import type { View } from '../view/view.ts';

/** What all panels of a stack share in a picture. */
export interface PanelContext {
  readonly view: View;
  /** Keys of channels that are switched off. */
  readonly hidden: ReadonlySet<string>;
  readonly palette: Palette;
  readonly units: DisplayUnits;
}

/** What is read off the charts. */
export interface CursorReading {
  readonly isLive: boolean;
  /** CSS pixels in the plot; undefined: no pointer. */
  readonly pointer: number | undefined;
  /** The pointer's moment, as it is written. */
  readonly moment: string;
}
