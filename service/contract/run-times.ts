/** Start and duration of a run, the same wherever they are shown (docs/runs.md). */
import { formatExactDuration } from './number-format.ts';
import type { Run } from './runs.ts';

/** The times of a run that its start and duration follow from. */
export type RunTimes = Pick<Run, 'from' | 'to' | 'started'>;

/**
 * When it was started or, if its range was changed to one without that time, the start of the range. Milliseconds since
 * 1970.
 */
export function runStart({ from, to, started }: RunTimes): number {
  const [first, start] = [Date.parse(from), Date.parse(started)];
  return start > first && (to === null || start < Date.parse(to)) ? start : first;
}

/** Time of readings before the start, in milliseconds. */
export function runLeadMs(run: RunTimes): number {
  return runStart(run) - Date.parse(run.from);
}

/** Time from the start to the end, never negative, in milliseconds. @param now end of an active run, in milliseconds since 1970 */
export function runDurationMs(run: RunTimes, now: number): number {
  return Math.max(0, (run.to === null ? now : Date.parse(run.to)) - runStart(run));
}

/** `2 h 5 min 12 s`; of an active run in whole seconds. @param now as above */
export function formatRunDuration(run: RunTimes, now: number): string {
  const ms = runDurationMs(run, now);
  return formatExactDuration(run.to === null ? Math.floor(ms / 1000) * 1000 : ms);
}

/** `with 30 s before the start`; empty without readings before it. */
export function formatRunLead(run: RunTimes): string {
  const ms = runLeadMs(run);
  return ms === 0 ? '' : `with ${formatExactDuration(ms)} before the start`;
}
