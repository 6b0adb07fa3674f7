import { ChartLine } from 'lucide-react';
import { Link } from 'wouter';
import type { Alarm } from '../../../service/contract/index.ts';
import type { TimeRange } from '../../data/history-tiles/range-list.ts';
import { useLive } from '../../data/react.ts';
import { formatRange } from '../charts/view/chart-range.ts';
import { deviceRoute } from '../devices/routes.ts';

/** Shown before and after an alarm: this share of its duration, and at least this many milliseconds. */
const AROUND = { share: 0.25, leastMs: 60_000 } as const;

/** From before an alarm was raised until after it cleared, or until now. @param now milliseconds since 1970 */
export function rangeAround({ since, ended }: Pick<Alarm, 'since' | 'ended'>, now: number): TimeRange {
  const from = Date.parse(since);
  const to = ended === null ? Math.max(now, from) : Date.parse(ended);
  const around = Math.max(AROUND.leastMs, AROUND.share * (to - from));
  return { from: from - around, to: Math.max(Math.min(to + around, now), to) };
}

/** Opens the charts of the alarm's device at the time of the alarm. */
export function ChartLink({ alarm, describedBy }: { alarm: Alarm; describedBy?: string }) {
  const { clock } = useLive();
  const range = rangeAround(alarm, clock.now());
  return (
    <Link href={`${deviceRoute(alarm)}/${formatRange(range)}`} className="chart-link" aria-describedby={describedBy}>
      <ChartLine aria-hidden size={14} /> Show in chart
    </Link>
  );
}
