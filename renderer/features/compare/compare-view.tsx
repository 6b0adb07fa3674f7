import { ArrowLeft, Maximize } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import { NARROW, useMedia } from '../../app/use-media.ts';
import type { SelectableChannel } from '../../data/compare/selectable-channels.ts';
import { useLive } from '../../data/react.ts';
import { useDisplayUnits } from '../../data/units/use-display-units.ts';
import { ChartStack } from '../charts/chart-stack.tsx';
import { PauseButton } from '../charts/pause-button.tsx';
import { type ChartActions } from '../charts/types.ts';
import { ChartMenu } from '../devices/chart-menu.tsx';
import { TimeWindowSelect, useWindowLength } from '../devices/time-window-select.tsx';
import { useChartExport } from '../devices/use-chart-export.tsx';
import { compareChannels } from './compare-channels.ts';
import { BIG_ROUTE } from './routes.ts';

export interface CompareViewProps {
  shown: readonly SelectableChannel[];
  /** Number of unavailable channels. */
  unknown: number;
  /** Returns to the list, in a narrow window. */
  onChoose: () => void;
}

export function CompareView({ shown, unknown, onChoose }: CompareViewProps) {
  const live = useLive();
  const narrow = useMedia(NARROW);
  const units = useDisplayUnits();
  const length = useWindowLength();
  const [paused, setPaused] = useState(false);
  // Compared by content: a new list would restart the charts with every reading.
  const text = JSON.stringify(shown);
  const channels = useMemo(() => compareChannels(JSON.parse(text) as SelectableChannel[]), [text]);
  const charts = useRef<ChartActions>(null);
  const title = shown.length === 1 ? '1 channel' : `${shown.length} channels`;
  const exporting = useChartExport(channels, charts);
  return (
    <article className="device-view" aria-label="Compared channels">
      <header className="device-header">
        <div className="device-identity">
          {narrow && (
            <button type="button" className="link-button" onClick={onChoose}>
              <ArrowLeft aria-hidden size={14} /> Select channels
            </button>
          )}
          <h2 className="compare-title">{title}</h2>
          {unknown > 0 && <p className="dim">{unknownWords(unknown, shown.length)}</p>}
        </div>
        <div className="device-controls">
          <TimeWindowSelect length={length} />
          <PauseButton paused={paused} onChange={setPaused} />
          <ChartMenu charts={charts} channels={channels} onExport={exporting.openShown} />
          <Link href={BIG_ROUTE} className="button">
            <Maximize aria-hidden size={14} /> Big view
          </Link>
        </div>
      </header>
      <ChartStack
        channels={channels}
        store={live.samples}
        past={live.past}
        span={length.span}
        paused={paused}
        onPausedChange={setPaused}
        onLengthChange={length.setShownMs}
        units={units}
        now={live.clock.now}
        title={title}
        actions={charts}
        onExport={exporting.open}
      />
      {exporting.dialog}
    </article>
  );
}

function unknownWords(unknown: number, all: number): string {
  const which = all === 1 ? 'This channel' : unknown === all ? `All ${all} channels` : `${unknown} of ${all} channels`;
  return unknown === 1
    ? `${which} is unavailable: its device is disconnected and has no stored readings.`
    : `${which} are unavailable: their devices are disconnected and have no stored readings.`;
}
