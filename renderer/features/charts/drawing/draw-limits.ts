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
/** From the line to the baseline of its label, above and below. */
const ABOVE = 4;
const BELOW = 12;

/** A limit up to this far outside the axis is named at its edge, as a fraction of the axis. */
const NEAR = 1;

/** Draws the limits of alarm rules: a line, a band over the values that raise an alarm, and a label. */
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
  writeLabels(surface, box, limits, color);
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

/** At the right edge; labels at the same height stand beside each other. */
function writeLabels(surface: DrawingSurface, box: Box, limits: readonly PlotLimit[], color: string): void {
  const written: { x: number; y: number }[] = [];
  for (const { at, label } of limits) {
    if (at < -NEAR || at > 1 + NEAR) continue;
    const text = at > 1 ? `↑ ${label}` : at < 0 ? `↓ ${label}` : label;
    const line = box.y + box.height * (1 - Math.max(0, Math.min(1, at)));
    const hasRoom = line - ABOVE - LABEL_HEIGHT >= box.y;
    const y = hasRoom ? line - ABOVE : line + BELOW;
    const taken = written.filter((other) => Math.abs(other.y - y) < LABEL_HEIGHT).map(({ x }) => x);
    const right = Math.min(box.x + box.width, ...taken) - LABEL_MARGIN;
    const x = right - surface.measure(text, LABEL_SIZE);
    // A label without room would cover the axis.
    if (x < box.x) continue;
    surface.write(right, y, text, { color, size: LABEL_SIZE, align: 'end' });
    written.push({ x, y });
  }
}
