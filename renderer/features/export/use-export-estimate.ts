import { useEffect, useState } from 'react';
import { channelPath } from '../../../service/contract/index.ts';
import type { ExportChoice } from '../../data/history/export-request.ts';
import { askStatistics } from '../../data/history-tiles/requests.ts';
import { RequestError } from '../../data/requests.ts';

/** Waits for the user's next change. */
const SETTLE_MS = 300;

export interface ExportEstimate {
  readings: number;
  /** At least this many rows, judging by the counts. */
  rows: number;
}

/**
 * @param isPossible false for a choice that cannot be exported: nothing is counted
 * @returns undefined while unknown; null if the readings cannot be counted
 */
export function useExportEstimate(
  { channels, from, to, layout }: ExportChoice,
  isPossible: boolean,
): ExportEstimate | null | undefined {
  const [counts, setCounts] = useState<{ of: string; each: number[] | null }>();
  const what = `${channels.map(channelPath).join(' ')} ${from} ${to}`;
  useEffect(() => {
    if (!isPossible) return undefined;
    const controller = new AbortController();
    const count = async (): Promise<void> => {
      try {
        const answer = await askStatistics(channels, from, to, controller.signal);
        const each = answer.channels.map((channel) => channel.count + channel.failed);
        if (!controller.signal.aborted) setCounts({ of: what, each });
      } catch (error) {
        // The count is a convenience; the export itself reports errors.
        if (!(error instanceof RequestError)) throw error;
        if (!controller.signal.aborted) setCounts({ of: what, each: null });
      }
    };
    const timer = setTimeout(() => void count(), SETTLE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
    // `what` covers channels, from and to.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [what, isPossible]);
  if (!isPossible || counts?.of !== what) return undefined;
  if (!counts.each) return null;
  const readings = counts.each.reduce((sum, count) => sum + count, 0);
  return { readings, rows: layout === 'readings' ? readings : Math.max(0, ...counts.each) };
}
