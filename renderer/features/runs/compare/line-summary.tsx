import type { DisplayUnit } from '../../../../service/contract/index.ts';
import { NO_READING, trendOf, UNKNOWN_TREND } from '../../charts/accessible-text/write-summary.ts';
import { channelTitle, precisionOf } from '../../charts/channels.ts';
import type { PointBuffer } from '../../charts/data/point-buffer.ts';
import type { ReadingSource } from '../../charts/data/readings.ts';
import { rangeOf } from '../../charts/scene/legend-range.ts';
import type { View } from '../../charts/view/view.ts';
import type { AlignedLine } from './aligned-plot.ts';
import { formatElapsed } from './aligned-points.ts';

/** Aligned points as those of a chart. */
export function alignedSource(points: PointBuffer): ReadingSource {
  return {
    ring: undefined,
    isStored: true,
    ringFrom: Number.POSITIVE_INFINITY,
    fill: ({ from, to }, _, out) => out.show(points, from, to),
  };
}

/** The points do not depend on the width of the chart, in screen pixels. */
export const ANY_WIDTH = 1000;

interface LineSummaryProps {
  lines: readonly AlignedLine[];
  view: View;
  unit: DisplayUnit;
}

/** A plot in figures, for screen readers. */
export function LineSummary({ lines, view, unit }: LineSummaryProps) {
  return (
    <div className="visually-hidden">
      <table className="chart-summary">
        <caption>
          Readings by the time since the start: {formatElapsed(view.from)} to {formatElapsed(view.to)}
        </caption>
        <thead>
          <tr>
            <th scope="col">Run and channel</th>
            <th scope="col">First reading</th>
            <th scope="col">Last reading</th>
            <th scope="col">Minimum</th>
            <th scope="col">Maximum</th>
            <th scope="col">Trend</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.channel.key}>
              <th scope="row">{channelTitle(line.channel)}</th>
              <SummaryCells line={line} view={view} unit={unit} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SummaryCells({ line: { channel, points }, view, unit }: { line: AlignedLine; view: View; unit: DisplayUnit }) {
  const range = rangeOf(points, view);
  const text = (value: number | undefined): string =>
    value === undefined ? NO_READING : `${unit.format(value, precisionOf(channel))} ${unit.unit}`;
  const valid = Array.from({ length: points.length }, (_, index) => index).filter(
    (index) => !Number.isNaN(points.value(index)),
  );
  const end = (index: number | undefined): string =>
    index === undefined ? NO_READING : `${text(points.value(index))} at ${formatElapsed(points.time(index))}`;
  return (
    <>
      <td>{end(valid[0])}</td>
      <td>{end(valid.at(-1))}</td>
      <td>{text(range?.min)}</td>
      <td>{text(range?.max)}</td>
      <td>{trendOf(alignedSource(points), view, ANY_WIDTH) ?? UNKNOWN_TREND}</td>
    </>
  );
}
