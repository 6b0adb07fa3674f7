/** How much an export will hold. */
import { useEffect, useState } from 'react';
import { channelPath } from '../../../service/contract/index.ts';
import type { ExportChoice } from '../../data/history/export-request.ts';
import { askStatistics } from '../../data/history-tiles/requests.ts';
import { RequestError } from '../../data/requests.ts';

/** The user's next step often comes soon after the last. In milliseconds. */
const SETTLE_MS = 300;

export interface ExportEstimate {
  readings: number;
  /** At least so many rows, as far as it can be told from the counts. */
  rows: number;
}

/**
 * @param isPossible nothing is counted for a choice that cannot be exported
 * @returns undefined while it is not known; null where it cannot be told
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
        // The number is a convenience: the export itself says what is wrong.
        if (!(error instanceof RequestError)) throw error;
        if (!controller.signal.aborted) setCounts({ of: what, each: null });
      }
    };
    const timer = setTimeout(() => void count(), SETTLE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
    // `what` says all of channels, from and to.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [what, isPossible]);
  if (!isPossible || counts?.of !== what) return undefined;
  if (!counts.each) return null;
  const readings = counts.each.reduce((sum, count) => sum + count, 0);
  return { readings, rows: layout === 'readings' ? readings : Math.max(0, ...counts.each) };
}
