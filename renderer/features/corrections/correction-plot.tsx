import { useEffect, useRef, useState } from 'react';
import { type PlotInput, plotShape } from './plot-shape.ts';

/** In CSS pixels. */
const HEIGHT = 190;

/** Before the first layout, and where there is none: on paper. */
const USUAL_WIDTH = 640;

export interface CorrectionPlotProps extends Pick<PlotInput, 'curve' | 'stems' | 'leastSpan'> {
  title: string;
  /** For screen readers: what the picture shows. The figures are in a table. */
  description: string;
  /** Vertical lines at the ends of the range. */
  limits: readonly number[];
}

/** A line and points over the measured value, in the colors of the theme. */
export function CorrectionPlot({ title, description, limits, ...content }: CorrectionPlotProps) {
  const figure = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(USUAL_WIDTH);
  useEffect(() => {
    const element = figure.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => {
      if (element.clientWidth > 0) setWidth(element.clientWidth);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const shape = plotShape({ ...content, width, height: HEIGHT });
  if (!shape) return null;
  const { left, right, top, bottom, xTicks, yTicks, zero, path, stems, toX } = shape;
  return (
    <figure className="correction-plot" ref={figure}>
      <figcaption className="form-label">{title}</figcaption>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, in the colors of the theme */}
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} height={HEIGHT} role="img" aria-label={description}>
        {yTicks.map(({ at, label }) => (
          <g key={label}>
            <line className="plot-grid" x1={left} x2={right} y1={at} y2={at} />
            <text className="plot-label" x={left - 7} y={at} dy="0.35em" textAnchor="end">
              {label}
            </text>
          </g>
        ))}
        {xTicks.map(({ at, label }) => (
          <text key={label} className="plot-label" x={at} y={bottom + 15} textAnchor="middle">
            {label}
          </text>
        ))}
        <line className="plot-zero" x1={left} x2={right} y1={zero} y2={zero} />
        {limits
          .map(toX)
          .filter((x) => x > left && x < right)
          .map((x) => (
            <line key={x} className="plot-limit" x1={x} x2={x} y1={top} y2={bottom} />
          ))}
        <path className="plot-curve" d={path} />
        {stems.map(({ x, y, base }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- points have no other identity
          <g key={index}>
            <line className="plot-stem" x1={x} x2={x} y1={y} y2={base} />
            <circle className="plot-point" cx={x} cy={y} r={4} />
          </g>
        ))}
      </svg>
    </figure>
  );
}
