/** In pixels, as in device-list.css: between two readings of a row, and of the count of those that do not fit. */
const GAP = 12;
const MORE_WIDTH = 24;

/**
 * How many readings of a row are shown, from the first: all, or as many as leave room for the count of the others. At
 * least one.
 * @param widths of the readings, in pixels
 * @param available width of the row, in pixels
 * @param isPartial there are further readings without a width
 */
export function countFitting(widths: readonly number[], available: number, isPartial: boolean): number {
  let end = -GAP;
  let fitting = 0;
  for (const [index, width] of widths.entries()) {
    end += GAP + width;
    const isLast = index === widths.length - 1 && !isPartial;
    if (end <= available - (isLast ? 0 : GAP + MORE_WIDTH)) fitting = index + 1;
  }
  return Math.max(fitting, 1);
}
