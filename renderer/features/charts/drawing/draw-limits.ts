import type { Box, DrawingSurface } from './surface.ts';

/** The limit of an alarm rule. */
export interface PlotLimit {
  /** Fraction of the value axis; may be beyond its ends. */
  readonly at: number;
  /** Values above it raise an alarm; otherwise those below. */
  readonly isUpper: boolean;
  readonly label: string;
}

/** Opacity of the band beyond a limit. */
const BAND_OPACITY = 0.08;

const LINE = { width: 1, dash: [6, 4] };

/** All lengths in CSS pixels. */
const LABEL_SIZE = 11;
const LABEL_MARGIN = 6;
const LABEL_HEIGHT = 13;
const LABEL_PADDING = 2;
/** From the baseline to the top of a label. */
const ASCENT = 10;
/** From the line to the baseline of its label, above and below. */
const ABOVE = 4;
const BELOW = 12;

/** Up to this far outside the axis, as a fraction of it, a limit is named at its edge; further only if its band covers the plot. */
const NEAR = 1;

/** Draws the limits of alarm rules: a line, and a band over the values that raise an alarm. */
export function drawLimits(surface: DrawingSurface, box: Box, limits: readonly PlotLimit[], color: string): void {
  const bottom = box.y + box.height;
  for (const { at, isUpper } of limits) {
    const y = bottom - Math.max(0, Math.min(1, at)) * box.height;
    const band = isUpper ? { ...box, height: y - box.y } : { ...box, y, height: bottom - y };
    if (band.height > 0) fill(surface, band, color);
    if (at < 0 || at > 1) continue;
    surface.path(
      (pen) => {
        pen.moveTo(box.x, y);
        pen.lineTo(box.x + box.width, y);
      },
      { ...LINE, stroke: color },
    );
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
    { fill: color, opacity: BAND_OPACITY },
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
    const line = box.y + box.height * (1 - Math.max(0, Math.min(1, at)));
    const fitsAbove = line - ABOVE - LABEL_HEIGHT >= box.y;
    const y = fitsAbove ? line - ABOVE : line + BELOW;
    const taken = written.filter((other) => Math.abs(other.y - y) < LABEL_HEIGHT).map(({ end }) => end);
    const x = Math.max(box.x, ...taken) + LABEL_MARGIN;
    const width = surface.measure(text, LABEL_SIZE);
    if (x + width > box.x + box.width) continue;
    const around = { x: x - LABEL_PADDING, y: y - ASCENT, width: width + 2 * LABEL_PADDING, height: LABEL_HEIGHT };
    surface.rect(around, colors.background);
    surface.write(x, y, text, { color: colors.bad, size: LABEL_SIZE });
    written.push({ end: x + width, y });
  }
}
