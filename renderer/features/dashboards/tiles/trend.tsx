import { useMemo } from 'react';
import type { SelectableChannel } from '../../../data/compare/selectable-channels.ts';
import { PointBuffer } from '../../charts/data/point-buffer.ts';
import { compareChannels } from '../../compare/compare-channels.ts';
import { TREND_SIZE, trendPath } from './trend-path.ts';
import { useRecent } from './use-recent.ts';

/** Resolution of the line, in points. */
const POINTS = 150;

/** Reused: it is read at once. */
const points = new PointBuffer();

/** A line without axes. @param spanMs time window, in milliseconds */
export function Trend({ channel, spanMs }: { channel: SelectableChannel; spanMs: number }) {
  const text = JSON.stringify(channel);
  const channels = useMemo(() => compareChannels([JSON.parse(text) as SelectableChannel]), [text]);
  const path = useRecent(channels, spanMs, POINTS, ([source], view) => {
    source?.fill(view, POINTS, points);
    return source ? trendPath(points, view, channel.unit) : '';
  });
  return (
    <svg
      className="trend"
      viewBox={`0 0 ${TREND_SIZE.width} ${TREND_SIZE.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={path} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
