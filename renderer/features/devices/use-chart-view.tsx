import { type ReactNode, useCallback, useRef, useState } from 'react';
import type { TimeRange } from '../../data/history-tiles/range-list.ts';
import type { ChartChannel } from '../charts/channels.ts';
import { type ChartActions, ChartStack } from '../charts/chart-stack.tsx';
import { PauseButton } from '../charts/pause-button.tsx';
import { ExportDialog } from '../export/export-dialog.tsx';
import { ChartMenu } from './chart-menu.tsx';
import { TimeWindowSelect, useWindowLength } from './time-window-select.tsx';

export interface ChartView {
  /** For the header of the page. */
  readonly controls: ReactNode;
  /** The charts, and the export dialog while it is open. */
  readonly charts: ReactNode;
}

/**
 * The charts of a page and their controls.
 * @param channels a new list creates the charts again
 * @param title of saved images
 */
export function useChartView(channels: readonly ChartChannel[], title: string): ChartView {
  const length = useWindowLength();
  const [paused, setPaused] = useState(false);
  const [exported, setExported] = useState<TimeRange>();
  const actions = useRef<ChartActions>(null);
  // The selection, else the time window.
  const exportShown = useCallback(() => setExported(actions.current?.range()), []);
  return {
    controls: (
      <>
        <TimeWindowSelect length={length} />
        <PauseButton paused={paused} onChange={setPaused} />
        <ChartMenu charts={actions} channels={channels} onExport={exportShown} />
      </>
    ),
    charts: (
      <>
        <ChartStack
          channels={channels}
          span={length.span}
          paused={paused}
          onPausedChange={setPaused}
          onLengthChange={length.setShownMs}
          title={title}
          actions={actions}
          onExport={setExported}
        />
        {exported && (
          <ExportDialog
            channels={channels.map(({ ref }) => ref)}
            from={Math.floor(exported.from)}
            to={Math.ceil(exported.to)}
            onClose={() => setExported(undefined)}
          />
        )}
      </>
    ),
  };
}
