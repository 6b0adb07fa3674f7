import type { ComputedPreview } from '../../../../service/contract/index.ts';
import { formatFixed, formatMinute, plural } from '../../../data/format/numbers.ts';
import { CHART_SIZE, type ChartRange, previewPath, previewRange } from './preview-path.ts';

interface PreviewChartProps {
  preview: Pick<ComputedPreview, 'at' | 'magnitudes'>;
  decimals: number;
  unit: string;
}

/** The results of the last hour. */
export function PreviewChart({ preview, decimals, unit }: PreviewChartProps) {
  const range = previewRange(preview);
  if (!range) return <p className="dim">No results in the last hour of stored readings.</p>;
  const text = (value: number): string => `${formatFixed(value, decimals)} ${unit}`.trimEnd();
  return (
    <figure className="preview-chart" aria-label={chartLabel(range, text)}>
      <div className="preview-axis" aria-hidden>
        <span>{text(range.max)}</span>
        <span>{text(range.min)}</span>
      </div>
      <svg
        viewBox={`0 0 ${CHART_SIZE.width} ${CHART_SIZE.height}`}
        preserveAspectRatio="none"
        className="preview-plot"
        aria-hidden="true"
      >
        <path d={previewPath(preview, range)} vectorEffect="non-scaling-stroke" />
      </svg>
      <div className="preview-times" aria-hidden>
        <span>{formatMinute(range.from)}</span>
        <span>{formatMinute(range.to)}</span>
      </div>
    </figure>
  );
}

function chartLabel({ min, max, count }: ChartRange, text: (value: number) => string): string {
  return `Last hour: ${plural(count, 'result')}, ${text(min)} to ${text(max)}`;
}
