import { Play } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { ChartArrangement, Tile } from '../../../../service/contract/index.ts';
import { serviceAddress } from '../../../app/address.ts';
import { copyText } from '../../../app/copy-text.ts';
import type { SelectableChannel } from '../../../data/compare/selectable-channels.ts';
import type { TimeRange } from '../../../data/history-tiles/range-list.ts';
import { ChartStack } from '../../charts/chart-stack.tsx';
import { formatRange } from '../../charts/view/chart-range.ts';
import type { Span } from '../../charts/view/view.ts';
import { compareChannels } from '../../compare/compare-channels.ts';
import { COMPARE_ROUTE } from '../../compare/routes.ts';
import { ExportDialog } from '../../export/export-dialog.tsx';
import { TileArrangement } from './tile-arrangement.ts';

interface ChartTileProps {
  channels: readonly SelectableChannel[];
  tile: Extract<Tile, { kind: 'chart' }>;
  title: string;
  /** Stores the arrangement of the charts; undefined: automatic. */
  onArrange: (arrangement: ChartArrangement | undefined) => void;
}

/** The charts of other pages, without their overview. */
export function ChartTile({
  channels: shown,
  tile: { span_ms: spanMs, arrangement: stored },
  title,
  onArrange,
}: ChartTileProps) {
  const text = JSON.stringify(shown);
  const channels = useMemo(() => compareChannels(JSON.parse(text) as SelectableChannel[]), [text]);
  const span: Span = useMemo(() => ({ ms: spanMs }), [spanMs]);
  const [arrangement] = useState(() => new TileArrangement(stored));
  const arrange = useEffectEvent(onArrange);
  useEffect(() => arrangement.listen((changed) => arrange(changed)), [arrangement]);
  useEffect(() => arrangement.accept(stored), [arrangement, stored]);
  const [paused, setPaused] = useState(false);
  const [exported, setExported] = useState<TimeRange>();
  const root = useRef<HTMLDivElement>(null);
  const copyLink = useCallback(() => {
    const parameters = new URLSearchParams(channels.map(({ key }) => ['channel', key])).toString();
    copyText(
      `${serviceAddress()}/#${COMPARE_ROUTE}/${parameters}&${formatRange({ last: spanMs })}`,
      'the link to these charts',
    );
  }, [channels, spanMs]);

  useEffect(() => {
    const element = root.current;
    // The wheel scrolls the page until the user has pressed a chart.
    const onWheel = (event: Event): void => {
      if (!element?.contains(document.activeElement)) event.stopPropagation();
    };
    element?.addEventListener('wheel', onWheel, { capture: true, passive: true });
    return () => element?.removeEventListener('wheel', onWheel, { capture: true });
  }, []);

  return (
    <div className="chart-tile" ref={root}>
      <ChartStack
        channels={channels}
        arrangement={arrangement}
        span={span}
        paused={paused}
        opened={undefined}
        onPausedChange={setPaused}
        onViewChange={IGNORE}
        title={title}
        actions={null}
        onExport={setExported}
        onCopyLink={copyLink}
      />
      {paused && (
        <button type="button" className="button chart-tile-live" onClick={() => setPaused(false)}>
          <Play aria-hidden size={14} /> Return to live
        </button>
      )}
      {exported && (
        <ExportDialog
          channels={channels.map(({ ref }) => ref)}
          from={Math.floor(exported.from)}
          to={Math.ceil(exported.to)}
          onClose={() => setExported(undefined)}
        />
      )}
    </div>
  );
}

/** No control of the tile shows the range in view. */
const IGNORE = (): void => undefined;
