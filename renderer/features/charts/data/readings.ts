import { runsBetween } from '../../../data/samples/window.ts';
import type { View } from '../view/view.ts';
import type { ChannelSource } from './channel-source.ts';
import { PointBuffer } from './point-buffer.ts';

/** Reused for each channel. */
const points = new PointBuffer();

/** A reading, or a point of many readings with their minimum and maximum. */
export type ReadingListener = (time: number, value: number, low: number, high: number) => void;

export type ReadingSource = Pick<ChannelSource, 'ring' | 'isStored' | 'ringFrom' | 'fill'>;

/**
 * Visits the points of a chart, without gaps: raw readings if the event stream delivered all of them, else the merged
 * line.
 * @param width of the chart, in screen pixels
 */
export function eachReading(source: ReadingSource, view: View, width: number, onReading: ReadingListener): void {
  const inView = (time: number): boolean => time >= view.from && time <= view.to;
  if (!source.isStored || view.from >= source.ringFrom) {
    if (!source.ring) return;
    for (const { ring, start, end } of runsBetween(source.ring, view.from, view.to, 0)) {
      for (let index = start; index < end; index += 1) {
        const [time, value] = [ring.time(index), ring.value(index)];
        if (inView(time) && !Number.isNaN(value)) onReading(time, value, value, value);
      }
    }
    return;
  }
  source.fill(view, width, points);
  for (let index = 0; index < points.length; index += 1) {
    const [time, value] = [points.time(index), points.value(index)];
    if (inView(time) && !Number.isNaN(value)) onReading(time, value, points.low(index), points.high(index));
  }
}
