import type { Box, DrawingSurface } from './surface.ts';

/** The limit of an alarm rule. */
export interface PlotLimit {
  /** Fraction of the value axis; may be beyond its ends. */
  readonly at: number;
  /** Values above it raise an alarm; otherwise those below. */
  readonly isUpper: boolean;
  readonly label: string;
}

/**
 * The hatching of a band, at 45°: so faint on average that every line has a contrast of 3:1 on it. Lengths in CSS
 * pixels.
 */
export const HATCH = { distance: 8, width: 1, opacity: 0.2 };

const LINE = { width: 1, dash: [6, 4] };

/** All lengths in CSS pixels. */
const LABEL_SIZE = 11;
const LABEL_MARGIN = 6;
const LABEL_HEIGHT = 13;
const LABEL_PADDING = 2;
/** Of the background: readings below it can be seen. */
const LABEL_OPACITY = 0.65;
/** At the top of the plot, for the names of markers. */
const MARKER_ROW = 18;
/** From the baseline to the top of a label. */
const ASCENT = 10;
/** From the line to the baseline of its label, above and below. */
const ABOVE = 4;
const BELOW = 12;

/** Up to this far outside the axis, as a fraction of it, a limit is named at its edge; further only if its band covers the plot. */
const NEAR = 1;

/** Draws the limits of alarm rules: a line, and a band over the values that raise an alarm. */
export function drawLimits(surface: DrawingSurface, box: Box, limits: readonly PlotLimit[], color: string): void {
  for (const band of bandsOf(box, limits)) surface.within(band, () => hatch(surface, box, color));
  for (const { at } of limits) {
    if (at < 0 || at > 1) continue;
    const y = box.y + box.height * (1 - at);
    surface.path(
      (pen) => {
        pen.moveTo(box.x, y);
        pen.lineTo(box.x + box.width, y);
      },
      { ...LINE, stroke: color },
    );
  }
}

/** The parts of a plot beyond the limits. Bands that overlap are one: none is darker than another. */
function bandsOf(box: Box, limits: readonly PlotLimit[]): Box[] {
  const above = Math.max(0, Math.min(1, ...limits.filter(({ isUpper }) => isUpper).map(({ at }) => at)));
  const below = Math.min(1, Math.max(0, ...limits.filter(({ isUpper }) => !isUpper).map(({ at }) => at)));
  if (below >= above) return [box];
  const band = (low: number, high: number): Box => ({
    ...box,
    y: box.y + box.height * (1 - high),
    height: box.height * (high - low),
  });
  return [...(above < 1 ? [band(above, 1)] : []), ...(below > 0 ? [band(0, below)] : [])];
}

/** Covers the box, so that the lines of two bands meet. */
function hatch(surface: DrawingSurface, { x, y, width, height }: Box, color: string): void {
  const step = HATCH.distance * Math.SQRT2;
  surface.path(
    (pen) => {
      for (let from = step / 2 - height; from < width; from += step) {
        pen.moveTo(x + from, y + height);
        pen.lineTo(x + from + height, y);
      }
    },
    { stroke: color, width: HATCH.width, opacity: HATCH.opacity },
  );
}

/** Names the limits at the left edge, away from the newest readings; labels at the same height stand side by side. */
export function writeLimits(
  surface: DrawingSurface,
  box: Box,
  limits: readonly PlotLimit[],
  colors: { readonly bad: string; readonly background: string },
): void {
  const written: { end: number; y: number }[] = [];
  for (const { at, isUpper, label } of limits) {
    const coversPlot = isUpper ? at < 0 : at > 1;
    if (!coversPlot && (at < -NEAR || at > 1 + NEAR)) continue;
    const text = at > 1 ? `↑ ${label}` : at < 0 ? `↓ ${label}` : label;
    const width = surface.measure(text, LABEL_SIZE);
    const place = labelRows(box, at)
      .map((y) => {
        const taken = written.filter((other) => Math.abs(other.y - y) < LABEL_HEIGHT).map(({ end }) => end);
        return { x: Math.max(box.x, ...taken) + LABEL_MARGIN, y };
      })
      .find(({ x }) => x + width <= box.x + box.width);
    if (!place) continue;
    const { x, y } = place;
    const around = { x: x - LABEL_PADDING, y: y - ASCENT, width: width + 2 * LABEL_PADDING, height: LABEL_HEIGHT };
    fill(surface, around, colors.background);
    surface.write(x, y, text, { color: colors.bad, size: LABEL_SIZE });
    written.push({ end: x + width, y });
  }
}

function fill(surface: DrawingSurface, { x, y, width, height }: Box, color: string): void {
  surface.path(
    (pen) => {
      pen.moveTo(x, y);
      pen.lineTo(x + width, y);
      pen.lineTo(x + width, y + height);
      pen.lineTo(x, y + height);
      pen.closePath();
    },
    { fill: color, opacity: LABEL_OPACITY },
  );
}

/** Baselines for the label of a limit, the best first. */
function labelRows({ y: top, height }: Box, at: number): number[] {
  const line = top + height * (1 - Math.max(0, Math.min(1, at)));
  const above = line - ABOVE;
  const below = Math.max(line + BELOW, top + MARKER_ROW + ASCENT);
  return [above, below, above - LABEL_HEIGHT, below + LABEL_HEIGHT].filter(
    (y) => y - ASCENT >= top + MARKER_ROW && y - ASCENT + LABEL_HEIGHT <= top + height,
  );
}
