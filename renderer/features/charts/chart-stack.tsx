import {
  Fragment,
  memo,
  type Ref,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useLocation } from 'wouter';
import { showToast } from '../../app/toasts.tsx';
import type { TimeRange } from '../../data/history-tiles/range-list.ts';
import { useDisplayUnits, useLive } from '../../data/react.ts';
import { correctionRoute } from '../corrections/routes.ts';
import { saveAsRunRoute } from '../runs/routes.ts';
import { ChartSummary } from './accessible-text/chart-summary.tsx';
import type { ChartTable } from './accessible-text/chart-table.ts';
import { TableDialog } from './accessible-text/table-dialog.tsx';
import type { Arrangement } from './arrangement.ts';
import { type ChartChannel, onlyDevice, type Panel } from './channels.ts';
import type { PictureFormat } from './image-export/save-image.ts';
import type { ShownView, Span, View } from './view/view.ts';
import './chart-stack.css';
import './chart-cursor.css';
import './chart-overview.css';
import { changeLimit } from './change-limit.ts';
import { ChartPanel } from './chart-panel.tsx';
import { LargeValues } from './large-values.tsx';
import { listenToChannelDrag } from './layout/drag-channel.ts';
import { HiddenChannels } from './layout/hidden-channels.tsx';
import { panelTitle } from './layout/panel-actions.ts';
import { PanelBorder } from './layout/panel-border.tsx';
import { usePanels } from './layout/use-panels.ts';
import { type MarkerDraft, MarkerPopover } from './marker-popover.tsx';
import { type CanvasPosition, ChartEngine, type EngineSettings } from './scene/chart-engine.ts';
import { SelectionPanel } from './selection-panel.tsx';
import { registerCharts } from './shown-charts.ts';
import { CHART_KEYS, type PageAction } from './view/keys.ts';

export interface ChartStackProps {
  /** Of any devices. A new list creates the charts again. */
  readonly channels: readonly ChartChannel[];
  /** Panels and axes. Another one creates the charts again. */
  readonly arrangement: Arrangement;
  readonly span: Span;
  /** The view stands still while readings are still collected. */
  readonly paused: boolean;
  /** Dragging and zooming pause; double click, Escape and Home return to live. */
  readonly onPausedChange: (paused: boolean) => void;
  readonly onViewChange: (shown: ShownView) => void;
  /** The fixed range to start with, if `paused`; later ones follow `ChartActions.open`. */
  readonly opened: View | undefined;
  /** Title of saved images. */
  readonly title: string;
  /** @param range in milliseconds since 1970 */
  readonly onExport: (range: TimeRange) => void;
  /** Copies a link to the view. */
  readonly onCopyLink: () => void;
  readonly actions: Ref<ChartActions>;
}

/** Actions for the controls of a page. */
export interface ChartActions {
  /** Downloads an image of the charts, or shows why the browser cannot draw it. */
  savePicture(format: PictureFormat): void;
  /** Shows the values of the visible channels in full screen. */
  showLargeValues(): void;
  /** Opens the form of a new marker at the cursor, or at the newest reading. */
  mark(): void;
  showTable(): void;
  /** Places measuring cursors. @returns the first one, for the focus; it is shown with the next frame */
  measure(): HTMLElement | null;
  /** Pauses at exactly this range. */
  open(range: View): void;
  /** The selection, else the time window. */
  range(): TimeRange | undefined;
}

const KEYS_HELP = CHART_KEYS.map(({ shown, does }) => `${shown}: ${does}.`).join(' ');

/** Where a moved channel is now, for screen readers. */
function placeOf(key: string, panels: readonly Panel[]): string {
  const index = panels.findIndex((panel) => panel.channels.some((channel) => channel.key === key));
  const channel = panels[index]?.channels.find((one) => one.key === key);
  return channel ? `${channel.description}: panel ${index + 1} of ${panels.length}` : '';
}

/** Live and past charts: panels with value axes, one time axis, and an overview. */
export const ChartStack = memo(function ChartStack(props: ChartStackProps) {
  const {
    channels,
    arrangement,
    span,
    paused,
    opened,
    title,
    onPausedChange,
    onViewChange,
    onExport,
    onCopyLink,
    actions,
  } = props;
  const { samples: store, past, clock, rules, channelRules } = useLive();
  const { now } = clock;
  const units = useDisplayUnits();
  const { axes } = arrangement;
  const {
    panels,
    heights,
    hidden,
    others,
    actions: panelActions,
    moved,
  } = usePanels(arrangement.layout, channels, units);
  // Those of the panels first, so that the overview shows one of them.
  const ordered = useMemo(() => [...panels.flatMap((panel) => panel.channels), ...others], [panels, others]);
  const shown = useMemo(() => ordered.filter(({ key }) => !hidden.has(key)), [ordered, hidden]);
  const [, navigate] = useLocation();
  const [, fail] = useState<never>();
  const [selection, setSelection] = useState<TimeRange>();
  const [named, setNamed] = useState<MarkerDraft>();
  const [table, setTable] = useState<ChartTable>();
  /** Keys of the channels whose values fill the screen. */
  const [large, setLarge] = useState<ReadonlySet<string>>();
  const root = useRef<HTMLDivElement>(null);
  const engine = useRef<ChartEngine>(undefined);
  /** The user moved an entry by pointer. */
  const isDropped = useRef(false);
  const place = useRef<CanvasPosition | undefined>(opened && { view: opened, selection: undefined });
  const help = useId();
  const showTable = useCallback(() => setTable(engine.current?.table), []);
  const measure = useCallback(() => {
    engine.current?.measure();
    return root.current?.querySelector<HTMLElement>('.chart-edge[role="slider"]') ?? null;
  }, []);
  const closeLarge = useCallback(() => setLarge(undefined), []);
  const showLargeValues = useCallback(
    (key?: string) => {
      setLarge(new Set(key === undefined ? shown.map((channel) => channel.key) : [key]));
    },
    [shown],
  );
  const savePicture = useCallback(
    async (format: PictureFormat) => {
      try {
        const image = await import('./image-export/save-image.ts');
        // Drawn at once: the next frame reuses its points.
        const snapshot = engine.current?.snapshot;
        if (snapshot) await image.savePicture(format, { snapshot, title, hidden });
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error);
        showToast({ title: 'Cannot save the chart image', text });
      }
    },
    [title, hidden],
  );
  const onAction = useCallback(
    (action: PageAction, key: string | undefined) => {
      if (action === 'table') showTable();
      else if (action === 'large-values') showLargeValues(key);
      else if (action === 'save-image') void savePicture('png');
      else onCopyLink();
    },
    [showTable, showLargeValues, savePicture, onCopyLink],
  );
  const settings: EngineSettings = useMemo(
    () => ({
      span,
      paused,
      hidden,
      units,
      onPausedChange,
      onViewChange,
      onSelected: setSelection,
      onMark: (at, anchor) => setNamed({ at, anchor, marker: undefined }),
      onOpenMark: ({ at, opens }, anchor) => {
        if ('marker' in opens) setNamed({ at, anchor, marker: opens.marker });
        else navigate(correctionRoute(opens.correction));
      },
      onLimit: (changed, before, unit) => changeLimit(rules, changed, before, unit),
      onAction,
    }),
    [span, paused, hidden, units, rules, navigate, onPausedChange, onViewChange, onAction],
  );
  const present = useRef(settings);

  // Before the engine is created, so that it starts with the current settings.
  useEffect(() => {
    present.current = settings;
    engine.current?.set(settings);
  }, [settings]);

  useEffect(() => {
    if (!root.current) return undefined;
    const options = { root: root.current, store, past, axes, rules: channelRules, panels, channels: ordered, now };
    const started = new ChartEngine({ ...options, settings: present.current, place: place.current });
    engine.current = started;
    // Thrown while rendering, the error reaches the page's error boundary.
    started.start().catch((error: unknown) =>
      fail(() => {
        throw error;
      }),
    );
    return () => {
      engine.current = undefined;
      place.current = started.place;
      started.stop();
    };
  }, [store, past, axes, channelRules, panels, ordered, now]);

  useImperativeHandle(
    actions,
    () => ({
      savePicture: (format) => void savePicture(format),
      showLargeValues: () => showLargeValues(),
      mark: () => engine.current?.mark(),
      showTable,
      measure,
      open: (range) => engine.current?.open(range),
      range: () => selection ?? engine.current?.view,
    }),
    [selection, showTable, showLargeValues, savePicture, measure],
  );

  useEffect(
    () =>
      registerCharts({
        paused,
        setPaused: onPausedChange,
        mark: () => engine.current?.mark(),
        showTable,
        measure,
        copyLink: onCopyLink,
        showLargeValues: () => showLargeValues(),
        saveImage: () => void savePicture('png'),
        resetPanels: () => panelActions.reset(),
      }),
    [paused, onPausedChange, showTable, measure, onCopyLink, showLargeValues, savePicture, panelActions],
  );

  useEffect(
    () =>
      root.current
        ? listenToChannelDrag({
            region: root.current.querySelector<HTMLElement>('.chart-region') ?? root.current,
            onDrop: (key, target) => {
              isDropped.current = true;
              panelActions.drop(key, target);
            },
          })
        : undefined,
    [panelActions],
  );

  // Its entry is another element now.
  useEffect(() => {
    if (moved)
      root.current?.querySelector<HTMLElement>(`.chart-legend-item[data-key=${CSS.escape(moved.key)}]`)?.focus();
    // The pointer is elsewhere, and would leave the other lines faint.
    if (isDropped.current) engine.current?.highlight(undefined);
    isDropped.current = false;
  }, [moved]);

  // Kept while a measuring cursor moves: only its figures change.
  const shownPanels = useMemo(
    () =>
      panels.map((panel) => (
        <Fragment key={panel.channels[0]?.key}>
          <ChartPanel
            panel={panel}
            panels={panels}
            height={heights[panel.index]}
            hidden={hidden}
            units={units}
            axes={axes}
            actions={panelActions}
            drawnAxis={(id) => engine.current?.axis(id)}
            onHighlight={(key) => engine.current?.highlight(key)}
          />
          <PanelBorder title={panelTitle(panel)} onResize={(height) => panelActions.resize(panel.index, height)} />
        </Fragment>
      )),
    [panels, heights, hidden, units, axes, panelActions],
  );

  return (
    <div className="chart-stack" data-paused={paused || undefined} ref={root}>
      {/* An application, so that a screen reader passes its keys on. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="chart-region" role="application" aria-label="Charts" aria-describedby={help} tabIndex={0}>
        {shownPanels}
      </div>
      <div className="chart-note-place">
        <output className="chart-note" />
      </div>
      <HiddenChannels channels={others} actions={panelActions} />
      <span className="chart-when" />
      {selection && (
        <SelectionPanel
          selection={selection}
          channels={shown}
          store={store}
          past={past}
          units={units}
          now={now}
          onZoom={() => engine.current?.zoomToSelection()}
          onMark={() => engine.current?.mark()}
          onExport={() => onExport(selection)}
          onSaveRun={() =>
            navigate(
              saveAsRunRoute(
                shown.map(({ ref }) => ref),
                selection,
              ),
            )
          }
          onClear={() => engine.current?.select(undefined)}
        />
      )}
      <div className="chart-overview">
        <div className="chart-overview-plot">
          <div
            className="chart-overview-window"
            // An input cannot have a handle of variable width.
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
            role="slider"
            aria-label="Time window"
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={100}
            tabIndex={0}
          />
        </div>
      </div>
      <output className="visually-hidden">{moved && placeOf(moved.key, panels)}</output>
      <p id={help} className="visually-hidden">
        {KEYS_HELP}
      </p>
      <ChartSummary channels={ordered} />
      {large && <LargeValues channels={ordered.filter(({ key }) => large.has(key))} onClose={closeLarge} />}
      {table && (
        <TableDialog
          table={table}
          title={title}
          units={units}
          now={now}
          onRefresh={showTable}
          onClose={() => setTable(undefined)}
        />
      )}
      {named && (
        <MarkerPopover
          draft={named}
          device={onlyDevice(channels)}
          annotations={past.annotations}
          onClose={() => setNamed(undefined)}
        />
      )}
    </div>
  );
});
