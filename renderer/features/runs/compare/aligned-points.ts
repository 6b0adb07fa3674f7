import type { HistoryColumns } from '../../../../service/contract/history-binary.ts';
import { elapsedTicks } from '../../../../service/contract/time-ticks.ts';
import type { Tick } from '../../../../service/contract/value-ticks.ts';
import { tileOf } from '../../../data/history-tiles/tile.ts';
import { formatDelta } from '../../charts/data/measurement.ts';
import { mergedPoints } from '../../charts/data/merged-points.ts';
import { PointBuffer } from '../../charts/data/point-buffer.ts';
import type { View } from '../../charts/view/view.ts';

/** Range of a run and its start, in milliseconds since 1970. */
export interface RunTimes extends View {
  readonly started: number;
}

/** No reading is closer to the next than this, in milliseconds: readings are drawn as they are. */
const NOT_FOLDED = 1;

/** A whole buffer for each conversion would be garbage. */
const stored = new PointBuffer();

/** The points of a channel of a run over the time since its start, in milliseconds: negative before it. Gaps stay gaps. */
export function alignedPoints(parts: HistoryColumns['channels'][number]['parts'], { from, to, started }: RunTimes) {
  const tile = tileOf({ level: 0, index: 0, requestedAt: to, until: to }, parts);
  const ring = { ring: undefined, ringFrom: Number.POSITIVE_INFINITY };
  mergedPoints({ pieces: [{ tile, from, to }], ...ring, width: NOT_FOLDED }, { from, to }, stored);
  const points = new PointBuffer();
  for (let index = 0; index < stored.length; index += 1) {
    const [low, high, width] = [stored.low(index), stored.high(index), stored.width(index)];
    points.append(stored.time(index) - started, stored.value(index), low, high, width);
  }
  return points;
}

/** The range of all runs over the time since their start. @param runs at least one */
export function alignedView(runs: readonly RunTimes[]): View {
  const from = Math.min(...runs.map((run) => run.from - run.started));
  const to = Math.max(...runs.map((run) => run.to - run.started));
  return { from, to: Math.max(to, from + 1) };
}

/** `0 s`, `1 h 30 min`, before the start `−30 s` @param ms since the start */
export function formatElapsed(ms: number): string {
  const text = formatDelta(Math.abs(ms));
  return Math.round(ms) < 0 ? `−${text}` : text;
}

/** Width of one label, and the distance of the last one from the right edge, in CSS pixels. */
const LABEL_SPACE = 104;
const LABEL_MARGIN = 14;

/** A narrow axis has labels, too. */
const LEAST_LABELS = 2;

/**
 * The ticks of the axis of the time since the start.
 * @param width of the plot, in CSS pixels
 * @param clear a label of `space` around this position replaces the others; likewise
 */
export function elapsedAxis({ from, to }: View, width: number, clear?: number, space = 0): Tick[] {
  const last = 1 - LABEL_MARGIN / width;
  return elapsedTicks(from, to, Math.max(LEAST_LABELS, width / LABEL_SPACE))
    .map((time) => ({ at: (time - from) / (to - from), label: formatElapsed(time) }))
    .filter(({ at }) => at <= last && Math.abs(at * width - (clear ?? Number.NEGATIVE_INFINITY)) >= space);
}
