import { type ReactNode, type RefObject, useCallback, useState } from 'react';
import type { TimeRange } from '../../data/history-tiles/range-list.ts';
import type { ChartChannel } from '../charts/channels.ts';
import type { ChartActions } from '../charts/chart-stack.tsx';
import { ExportDialog } from '../export/export-dialog.tsx';

export interface ChartExport {
  /** Opens the dialog for a range. */
  readonly open: (range: TimeRange) => void;
  /** Opens it for the selection, else for the time window. */
  readonly openShown: () => void;
  /** The open dialog; undefined while it is closed. */
  readonly dialog: ReactNode;
}

/** The export dialog of a page with charts. @param charts supply the range */
export function useChartExport(channels: readonly ChartChannel[], charts: RefObject<ChartActions | null>): ChartExport {
  const [range, setRange] = useState<TimeRange>();
  const openShown = useCallback(() => setRange(charts.current?.range()), [charts]);
  return {
    open: setRange,
    openShown,
    dialog: range && (
      <ExportDialog
        channels={channels.map(({ ref }) => ref)}
        from={Math.floor(range.from)}
        to={Math.ceil(range.to)}
        onClose={() => setRange(undefined)}
      />
    ),
  };
}
