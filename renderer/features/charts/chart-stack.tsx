import { memo, type Ref, useCallback, useEffect, useId, useImperativeHandle, useMemo, useRef, useState } from 'react';
import type { TimeRange } from '../../data/history-tiles/range-list.ts';
import { useDisplayUnits, useLive } from '../../data/react.ts';
import { type DisplayUnits } from '../../data/units/display-units.ts';
import { ChartSummary } from './accessible-text/chart-summary.tsx';
import type { ChartTable } from './accessible-text/chart-table.ts';
import { TableDialog } from './accessible-text/table-dialog.tsx';
import { AxisMenu } from './axis/axis-menu.tsx';
import { AxisStore } from './axis/axis-settings.ts';
import type { PanelAxis } from './axis/panel-axis.ts';
import type { ChartChannel } from './channels.ts';
import type { PictureFormat } from './image-export/save-image.ts';
import type { ShownView, Span, View } from './view/view.ts';
import './chart-stack.css';
import './chart-cursor.css';
import './chart-overview.css';
import './chart-panel.css';
import { type Panel, panelsOf } from './channels.ts';
import { type MarkerDraft, MarkerPopover } from './marker-popover.tsx';
import { type CanvasPosition, ChartEngine, type EngineSettings } from './scene/chart-engine.ts';
import { SelectionPanel } from './selection-panel.tsx';
import { Swatch } from './series-styles.tsx';
import { registerCharts } from './shown-charts.ts';
import { CHART_KEYS } from './view/keys.ts';

export interface ChartStackProps {
  /** Of any devices. A new list creates the charts again. */
  readonly channels: readonly ChartChannel[];
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
  /** Downloads an image of the charts. Rejects if the browser cannot draw it. */
  savePicture(format: PictureFormat): Promise<void>;
  /** Opens the form of a new marker at the cursor, or at the newest reading. */
  mark(): void;
  showTable(): void;
  /** Pauses at exactly this range. */
  open(range: View): void;
  /** The selection, else the time window. */
  range(): TimeRange | undefined;
}

const KEYS_HELP = CHART_KEYS.map(({ shown, does }) => `${shown}: ${does}.`).join(' ');

/** Live and past charts: a panel for each unit, one time axis, and an overview. */
export const ChartStack = memo(function ChartStack(props: ChartStackProps) {
  const { channels, span, paused, opened, title, onPausedChange, onViewChange, onExport, onCopyLink, actions } = props;
  const { samples: store, past, clock, rules } = useLive();
  const { now } = clock;
  const units = useDisplayUnits();
  const panels = useMemo(() => panelsOf(channels), [channels]);
  const axes = useMemo(() => new AxisStore(channels.map(({ ref }) => ref)), [channels]);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [selection, setSelection] = useState<TimeRange>();
  const [named, setNamed] = useState<MarkerDraft>();
  const [table, setTable] = useState<ChartTable>();
  const root = useRef<HTMLDivElement>(null);
  const engine = useRef<ChartEngine>(undefined);
  const place = useRef<CanvasPosition | undefined>(opened && { view: opened, selection: undefined });
  const help = useId();
  const showTable = useCallback(() => setTable(engine.current?.table), []);
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
      onMarker: (marker, anchor) => setNamed({ at: marker.at, anchor, marker }),
      onTable: showTable,
    }),
    [span, paused, hidden, units, onPausedChange, onViewChange, showTable],
  );
  const present = useRef(settings);

  // Before the engine is created, so that it starts with the current settings.
  useEffect(() => {
    present.current = settings;
    engine.current?.set(settings);
  }, [settings]);

  useEffect(() => {
    if (!root.current) return undefined;
    const options = { root: root.current, store, past, axes, rules: rules.list, panels, now };
    const started = new ChartEngine({ ...options, settings: present.current, place: place.current });
    engine.current = started;
    // Thrown while rendering, the error reaches the page's error boundary.
    started.start().catch((error: unknown) =>
      setHidden(() => {
        throw error;
      }),
    );
    return () => {
      engine.current = undefined;
      place.current = started.place;
      started.stop();
    };
  }, [store, past, axes, rules, panels, now]);

  useImperativeHandle(
    actions,
    () => ({
      savePicture: async (format) => {
        const { savePicture } = await import('./image-export/save-image.ts');
        const snapshot = engine.current?.snapshot;
        if (!snapshot) return;
        await savePicture(format, { snapshot, title, hidden: present.current.hidden });
      },
      mark: () => engine.current?.mark(),
      showTable,
      open: (range) => engine.current?.open(range),
      range: () => selection ?? engine.current?.snapshot.view,
    }),
    [title, selection, showTable],
  );

  useEffect(
    () => registerCharts({ paused, setPaused: onPausedChange, showTable, copyLink: onCopyLink }),
    [paused, onPausedChange, showTable, onCopyLink],
  );

  const toggle = (key: string): void => {
    const next = new Set(hidden);
    if (!next.delete(key)) next.add(key);
    setHidden(next);
  };

  return (
    <div className="chart-stack" data-paused={paused || undefined} ref={root}>
      {/* An application, so that a screen reader passes its keys on. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="chart-region" role="application" aria-label="Charts" aria-describedby={help} tabIndex={0}>
        {panels.map((panel) => (
          <ChartPanel
            key={panel.channels[0]?.key}
            panel={panel}
            hidden={hidden}
            units={units}
            axes={axes}
            drawnAxis={() => engine.current?.axis(panel.unit)}
            onToggle={toggle}
          />
        ))}
      </div>
      <span className="chart-when" />
      <output className="chart-note" />
      {selection && (
        <SelectionPanel
          selection={selection}
          channels={channels}
          store={store}
          past={past}
          units={units}
          now={now}
          onZoom={() => engine.current?.zoomToSelection()}
          onMark={() => engine.current?.mark()}
          onExport={() => onExport(selection)}
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
      <p id={help} className="visually-hidden">
        {KEYS_HELP}
      </p>
      <ChartSummary channels={panels.flatMap((panel) => panel.channels)} />
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
      {named && <MarkerPopover draft={named} annotations={past.annotations} onClose={() => setNamed(undefined)} />}
    </div>
  );
});

interface ChartPanelProps {
  readonly panel: Panel;
  readonly hidden: ReadonlySet<string>;
  readonly units: DisplayUnits;
  readonly axes: AxisStore;
  readonly drawnAxis: () => PanelAxis | undefined;
  readonly onToggle: (key: string) => void;
}

/** The legend of a panel, and the elements that the engine fills. */
function ChartPanel({ panel, hidden, units, axes, drawnAxis, onToggle }: ChartPanelProps) {
  return (
    <section className="chart-panel" aria-label={panel.channels.map(({ description }) => description).join(', ')}>
      <div className="chart-legend">
        <AxisMenu axes={axes} unit={units.of(panel.unit)} drawn={drawnAxis} />
        {panel.channels.map((channel) => (
          <button
            key={channel.key}
            type="button"
            className="chart-legend-item"
            aria-pressed={!hidden.has(channel.key)}
            title={`${hidden.has(channel.key) ? 'Show' : 'Hide'} ${channel.description}`}
            onClick={() => onToggle(channel.key)}
          >
            <Swatch series={channel} />
            <span className="chart-name">
              {channel.description}
              {channel.device && <span className="dim"> · {channel.device}</span>}
            </span>
            <span className="chart-value" data-channel={channel.label} data-key={channel.key} />
            <span className="chart-unit">{units.of(channel.unit).unit}</span>
            <span className="chart-range" data-key={channel.key} />
          </button>
        ))}
      </div>
      <div className="chart-plot">
        <p className="chart-message" />
        <p className="chart-axis-note" />
      </div>
    </section>
  );
}
