/** A slope and its uncertainty. */

export interface Slope {
  /** In units of y per unit of x. */
  slope: number;
  /** Its standard error, in the same unit. */
  uncertainty: number;
}

/** Maximum correlation: values that follow each other more closely count as one. */
const MOST_CORRELATION = 0.99;

/**
 * The line of least squares. The uncertainty is widened because frequent samples depend on the previous one, as for
 * fewer samples: n (1 - r) / (1 + r), with r the correlation of a residual with the one before (B. Santer et al., J.
 * Geophys. Res. 105, 2000, 7337).
 * @param points in the order of x, at least three with different x
 * @throws Error with fewer points
 */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): Slope {
  const count = points.length;
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / count;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / count;
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  if (count < 3 || spread === 0) throw new Error(`${count} samples are too few for a slope.`);
  const slope = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread;
  const residuals = points.map(([x, y]) => y - meanY - slope * (x - meanX));
  const squares = residuals.reduce((sum, each) => sum + each ** 2, 0);
  if (squares === 0) return { slope, uncertainty: 0 };
  const products = residuals.reduce((sum, each, index) => sum + each * (residuals[index - 1] ?? 0), 0);
  const correlation = Math.min(MOST_CORRELATION, Math.max(0, products / squares));
  const widening = (1 + correlation) / (1 - correlation);
  return { slope, uncertainty: Math.sqrt((squares / (count - 2) / spread) * widening) };
}
