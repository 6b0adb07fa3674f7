import { type ReactNode, type RefObject, useCallback, useState } from 'react';
import type { TimeRange } from '../../data/history-tiles/index.ts';
import type { ChartActions, ChartChannel } from '../charts/index.ts';
import { ExportDialog } from '../export/export-dialog.tsx';

export interface ChartExport {
  /** Opens the dialog for a range. */
  readonly open: (stretch: TimeRange) => void;
  /** Opens it for the selection, else for the time window. */
  readonly openShown: () => void;
  /** The open dialog; undefined while it is closed. */
  readonly dialog: ReactNode;
}

/** The export dialog of a page with charts. @param charts supply the range */
export function useChartExport(channels: readonly ChartChannel[], charts: RefObject<ChartActions | null>): ChartExport {
  const [stretch, setStretch] = useState<TimeRange>();
  const openShown = useCallback(() => setStretch(charts.current?.stretch()), [charts]);
  return {
    open: setStretch,
    openShown,
    dialog: stretch && (
      <ExportDialog
        channels={channels.map(({ ref }) => ref)}
        from={Math.floor(stretch.from)}
        to={Math.ceil(stretch.to)}
        onClose={() => setStretch(undefined)}
      />
    ),
  };
}
