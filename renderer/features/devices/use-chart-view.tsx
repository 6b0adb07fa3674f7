import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { type Marker, parseDeviceKey } from '../../../service/contract/index.ts';
import { serviceAddress } from '../../app/address.ts';
import { copyText } from '../../app/copy-text.ts';
import type { TimeRange } from '../../data/history-tiles/range-list.ts';
import { useLive } from '../../data/react.ts';
import { rememberedArrangement } from '../charts/arrangement.ts';
import { type ChartChannel, onlyDevice } from '../charts/channels.ts';
import { type ChartActions, ChartStack } from '../charts/chart-stack.tsx';
import { MarkerList } from '../charts/marker-list.tsx';
import { PauseButton } from '../charts/pause-button.tsx';
import { type ChartRange, formatRange, rangeOf } from '../charts/view/chart-range.ts';
import { ExportDialog } from '../export/export-dialog.tsx';
import { ChartMenu } from './chart-menu.tsx';
import { deviceRoute } from './routes.ts';
import { TimeRangePicker } from './time-range-picker.tsx';
import { rememberedWindow, TimeWindowSelect, useTimeWindow } from './time-window-select.tsx';
import { linkedRange, useRangeRoute } from './use-range-route.ts';

export interface ChartView {
  /** For the header of the page. */
  readonly controls: ReactNode;
  /** The charts, and the export dialog while it is open. */
  readonly charts: ReactNode;
}

export interface ChartViewOptions {
  /** A new list creates the charts again. */
  readonly channels: readonly ChartChannel[];
  /** Whose arrangement it is: the key of a device, or the name of a page. */
  readonly scope: string;
  /** Title of saved images. */
  readonly title: string;
  /** Of the page, without a range. */
  readonly route: string;
  /** When a disconnected device was last seen, in milliseconds since 1970: the charts start with its last readings. */
  readonly lastSeen?: number | undefined;
  /** What a link contains besides the range. */
  readonly parameters?: (channels: readonly ChartChannel[]) => [string, string][];
}

/** @param ms length of the range */
function around(at: number, ms: number): TimeRange {
  return { from: at - ms / 2, to: at + ms / 2 };
}

/** The last readings before a time; undefined while some of them are in a live view. */
function lastReadings(to: number, now: number): TimeRange | undefined {
  const ms = rememberedWindow();
  return now - to > ms ? { from: to - ms, to } : undefined;
}

/** The charts of a page and their controls. */
export function useChartView({ channels, scope, title, route, lastSeen, parameters }: ChartViewOptions): ChartView {
  const { past, clock } = useLive();
  const [linked] = useState(
    () => linkedRange(route) ?? (lastSeen === undefined ? undefined : lastReadings(lastSeen, clock.now())),
  );
  const opened = linked && 'from' in linked ? linked : undefined;
  const window = useTimeWindow(linked);
  const { span, choose, shown, setShown } = window;
  const arrangement = useMemo(() => rememberedArrangement(scope), [scope]);
  const [paused, setPaused] = useState(opened !== undefined);
  const [listsMarkers, setListsMarkers] = useState(false);
  const [exported, setExported] = useState<TimeRange>();
  const actions = useRef<ChartActions>(null);
  const show = (range: ChartRange, isRemembered: boolean): void => {
    if ('from' in range) {
      actions.current?.open(range);
      return;
    }
    choose(range.last, isRemembered);
    setPaused(false);
  };
  useRangeRoute(route, shown, (range) => show(range, false));
  const [, navigate] = useLocation();
  const jumpTo = ({ at, device }: Marker): void => {
    const range = around(at, shown.get().ms);
    const isHere = device === null || channels.some((channel) => channel.deviceKey === device);
    const other = isHere ? undefined : parseDeviceKey(device);
    if (other) navigate(`${deviceRoute(other)}/${formatRange(range)}`);
    else show(range, true);
  };
  // The selection, else the time window.
  const exportShown = useCallback(() => setExported(actions.current?.range()), []);
  const listMarkers = useCallback(() => setListsMarkers(true), []);
  const copyLink = useCallback(() => {
    const others = new URLSearchParams(parameters?.(channels)).toString();
    const range = formatRange(rangeOf(shown.get()));
    copyText(`${serviceAddress()}/#${route}/${others && `${others}&`}${range}`, 'the link to these charts');
  }, [channels, parameters, route, shown]);
  return {
    controls: (
      <>
        <TimeWindowSelect window={window} />
        <TimeRangePicker
          shown={shown}
          suggested={() => actions.current?.range()}
          onChoose={(range) => show(range, true)}
        />
        <PauseButton paused={paused} onChange={setPaused} />
        <ChartMenu
          charts={actions}
          channels={channels}
          onExport={exportShown}
          onCopyLink={copyLink}
          onMarkers={listMarkers}
        />
      </>
    ),
    charts: (
      <>
        <ChartStack
          channels={channels}
          arrangement={arrangement}
          span={span}
          paused={paused}
          opened={opened}
          onPausedChange={setPaused}
          onViewChange={setShown}
          title={title}
          actions={actions}
          onExport={setExported}
          onCopyLink={copyLink}
        />
        {listsMarkers && (
          <MarkerList
            device={onlyDevice(channels)}
            annotations={past.annotations}
            onJump={jumpTo}
            onClose={() => setListsMarkers(false)}
          />
        )}
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
