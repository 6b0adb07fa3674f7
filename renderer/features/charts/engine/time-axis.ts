import type { Tick } from '../draw/plot.ts';
import { timeLabel } from '../scale/time-labels.ts';
import { timeTicks } from '../scale/time-ticks.ts';
import type { View } from '../view/view.ts';

/** Width of one label of the time axis, in CSS pixels. */
const TIME_LABEL_ROOM = 96;

/** A label closer to the cursor's label than this would overlap it, in CSS pixels. */
const POINTER_ROOM = 66;

/** A label closer to the right edge than this would be cut, in CSS pixels. */
const TIME_LABEL_MARGIN = 12;

/**
 * The ticks of the time axis.
 * @param width of the plot in CSS pixels
 * @param pointer position of the cursor's label, if any; likewise
 */
export function axisTicks(view: View, width: number, pointer?: number): Tick[] {
  const { ticks, step } = timeTicks(view.from, view.to, width / TIME_LABEL_ROOM);
  const length = view.to - view.from;
  const last = 1 - TIME_LABEL_MARGIN / width;
  return ticks
    .map((time) => ({ at: (time - view.from) / length, label: timeLabel(time, step) }))
    .filter(({ at }) => at <= last && Math.abs(at * width - (pointer ?? Number.NEGATIVE_INFINITY)) >= POINTER_ROOM);
}
