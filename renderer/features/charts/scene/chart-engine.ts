import type { Alarm, AlarmRule, DisplayUnits } from '../../../../service/contract/index.ts';
import type { PastStore } from '../../../data/history-tiles/past-store.ts';
import type { SampleStore } from '../../../data/samples/sample-store.ts';
import type { Readable } from '../../../data/store.ts';
import { minDefined } from '../../../data/waits.ts';
import { type ChartTable, chartTable } from '../accessible-text/chart-table.ts';
import { listenToAxes } from '../axis/axis-pointer.ts';
import type { AxisStore } from '../axis/axis-settings.ts';
import type { PanelAxis } from '../axis/panel-axis.ts';
import type { ChartChannel, Panel } from '../channels.ts';
import { VisibleData } from '../data/visible-data.ts';
import { type Palette, readPalette, watchTheme } from '../drawing/palette.ts';
import { watchPixelRatio } from '../drawing/plot.ts';
import { Controls, type PopoverAnchor } from '../view/controls.ts';
import type { PageAction } from '../view/keys.ts';
import {
  type ChartSelection,
  LiveClock,
  type SelectedValues,
  type ShownView,
  type Span,
  type View,
} from '../view/view.ts';
import { ViewController } from '../view/view-controller.ts';
import type { ChartMark } from './chart-mark.ts';
import { ChartScene } from './chart-scene.ts';
import { findElements, type StackElements } from './elements.ts';
import type { PanelOptions, PanelSnapshot } from './panel-view.ts';
import { FrameLoop, RedrawScheduler } from './redraw-scheduler.ts';
import { StackAnnotations } from './stack-annotations.ts';

/** Settings that change without new charts. */
export interface EngineSettings {
  readonly span: Span;
  readonly paused: boolean;
  readonly hidden: ReadonlySet<string>;
  readonly units: DisplayUnits;
  readonly onPausedChange: (paused: boolean) => void;
  readonly onViewChange: (shown: ShownView) => void;
  /** Undefined after the selection was cleared. */
  readonly onSelected: (range: ChartSelection | undefined) => void;
  /** A marker is to be added. @param anchor of the form */
  readonly onMark: (at: number, anchor: PopoverAnchor) => void;
  /** @param key of the channel whose legend entry is pointed at or focused; undefined for none */
  readonly onAction: (action: PageAction, key: string | undefined) => void;
  /** A marker or the change of a correction was pressed. */
  readonly onOpenMark: (mark: ChartMark, anchor: PopoverAnchor) => void;
  readonly onLimit: PanelOptions['onLimit'];
}

/** What the charts show now; input of chart images. */
export interface ChartSnapshot {
  readonly view: View;
  readonly panels: readonly PanelSnapshot[];
  readonly marks: readonly ChartMark[];
  /** Of the channels, active and cleared. */
  readonly alarms: readonly Alarm[];
}

export interface EngineOptions {
  readonly root: HTMLElement;
  readonly store: SampleStore;
  readonly past: PastStore;
  readonly axes: AxisStore;
  /** Alarm rules of all channels. */
  readonly rules: Readable<readonly AlarmRule[]>;
  readonly panels: readonly Panel[];
  /** Of the panels, and the others. */
  readonly channels: readonly ChartChannel[];
  readonly now: () => number;
  readonly settings: EngineSettings;
  /** State of the previous charts. */
  readonly place: CanvasPosition | undefined;
}

/** Survives the charts, which are created again when a channel is renamed or its device reconnects. */
export interface CanvasPosition {
  /** Undefined while live. */
  readonly view: View | undefined;
  readonly selection: ChartSelection | undefined;
}

/** Owns the charts while they are on the page. */
export class ChartEngine {
  readonly #options: EngineOptions;
  readonly #elements: StackElements;
  readonly #channels: readonly ChartChannel[];
  readonly #devices: ReadonlySet<string>;
  readonly #clock: LiveClock;
  readonly #navigator: ViewController;
  readonly #controls: Controls;
  readonly #visible: VisibleData;
  readonly #marked: StackAnnotations;
  readonly #loop = new FrameLoop((frameTime) => this.#draw(frameTime));
  readonly #scheduler = new RedrawScheduler();
  readonly #reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
  readonly #ending: (() => void)[] = [];
  #settings: EngineSettings;
  #highlighted: string | undefined;
  #palette: Palette;
  /** Undefined until the fonts are loaded. */
  #scene: ChartScene | undefined;
  #isStopped = false;
  /** Stored readings may have been loaded since the last frame. */
  #isPastChanged = false;
  /** As last known to the page, or reported to it: its own state follows later. */
  #isPaused = false;
  /** As last reported to the page. */
  #reported: ShownView | undefined;
  /** On the frames' clock: no data needs to be requested before. */
  #seenUntil = Number.NEGATIVE_INFINITY;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#settings = options.settings;
    this.#elements = findElements(options.root);
    this.#palette = readPalette(options.root);
    this.#channels = options.channels;
    this.#devices = new Set(this.#channels.map(({ deviceKey }) => deviceKey));
    this.#clock = new LiveClock(options.now);
    const { store, past, now } = options;
    this.#visible = new VisibleData({ channels: this.#channels, store, past, now });
    this.#marked = new StackAnnotations(past.annotations, this.#channels);
    const timeline = { edge: () => this.#edge(), firstTime: () => this.#visible.firstTime };
    this.#navigator = new ViewController(timeline, options.settings.span.ms, options.place?.view);
    this.#controls = new Controls({
      root: options.root,
      region: this.#elements.region,
      navigator: this.#navigator,
      selection: options.place?.selection,
      areas: () => this.#scene?.areas ?? [],
      valuesOf: (area, from, to) => this.#scene?.valuesOf(area, from, to),
      snap: (time) => this.#scene?.snap(time) ?? time,
      next: (time, direction) => this.#scene?.next(time, direction),
      onMoved: (isPaused) => this.#onMoved(isPaused),
      onPointed: () => this.#onPointed(),
      onSelecting: () => this.#refresh(),
      onSelected: (range) => this.#onSelected(range),
      onZoomToSelection: ({ values }) => this.#limitTo(values),
      onMark: (at, anchor) => this.#settings.onMark(at, anchor),
      onAction: (action) => this.#settings.onAction(action, this.#highlighted),
    });
  }

  async start(): Promise<void> {
    await document.fonts.ready;
    if (this.#isStopped) return;
    this.#visible.start();
    this.#scene = this.#build();
    this.#listen();
    this.set(this.#settings);
    this.#loop.start();
  }

  set(settings: EngineSettings): void {
    const isChosen = settings.span !== this.#settings.span;
    this.#settings = settings;
    this.#isPaused = settings.paused;
    if (settings.paused) this.#navigator.freeze();
    else this.#navigator.resume();
    if (isChosen) this.#navigator.resize(settings.span.ms);
    this.#report();
    this.#refresh();
  }

  /** Pauses at the selected range, and shows the selected values, if any. */
  zoomToSelection(): void {
    this.#controls.zoomToSelection();
  }

  /** Pauses at exactly this range. */
  open(range: View): void {
    this.#navigator.open(range);
    this.#onMoved(true);
  }

  /** Highlights the line of a channel; undefined for none. */
  highlight(key: string | undefined): void {
    if (key === this.#highlighted) return;
    this.#highlighted = key;
    this.#onPointed();
  }

  /** Selects a range; undefined clears the selection. */
  select(range: ChartSelection | undefined): void {
    this.#controls.select(range);
  }

  /** Places both measuring cursors in the view, unless there are some. */
  measure(): void {
    this.#controls.measure();
  }

  /** Opens the form of a new marker at the cursor, in the middle of the selection, or at the right edge. */
  mark(): void {
    this.#controls.mark();
  }

  /** The value axis as it is drawn. @param id `ChannelAxis.id` */
  axis(id: string): PanelAxis | undefined {
    return this.#scene?.axes.find((axis) => axis.id === id);
  }

  get view(): View {
    return this.#navigator.view;
  }

  get place(): CanvasPosition {
    const { isLive, view } = this.#navigator;
    return { view: isLive ? undefined : view, selection: this.#controls.selection };
  }

  get snapshot(): ChartSnapshot {
    const { view } = this.#navigator;
    const marks = this.#marked.marks.filter(({ at }) => at >= view.from && at <= view.to);
    return { view, panels: this.#scene?.snapshots ?? [], marks, alarms: this.#marked.alarms };
  }

  get table(): ChartTable {
    const { view } = this.#navigator;
    const { sources } = this.#visible;
    return chartTable({ channels: this.#channels, sources, view, width: this.#scene?.screenWidth ?? 1 });
  }

  stop(): void {
    this.#isStopped = true;
    this.#visible.stop();
    this.#loop.stop();
    for (const end of this.#ending.splice(0)) end();
    this.#scene?.stop();
    this.#scene = undefined;
  }

  #build(): ChartScene {
    const { panels, past, axes, rules, now } = this.#options;
    const scene = new ChartScene({
      elements: this.#elements,
      panels,
      channels: this.#channels,
      navigator: this.#navigator,
      visible: this.#visible,
      marked: this.#marked,
      past,
      axes,
      rules,
      now,
      onMark: (mark, anchor) => this.#settings.onOpenMark(mark, anchor),
      onLimit: (changed, before, unit) => this.#settings.onLimit(changed, before, unit),
      onRedraw: this.#refresh,
      onMoved: (isPaused) => this.#onMoved(isPaused),
    });
    scene.start();
    return scene;
  }

  #listen(): void {
    const fit = (): void => {
      this.#scene?.fit();
      this.#refresh();
    };
    const resize = new ResizeObserver(fit);
    for (const { plot } of this.#elements.panels) resize.observe(plot);
    resize.observe(this.#elements.overviewPlot);
    // Panels of set heights keep them when the window shrinks, and the stack begins to scroll.
    resize.observe(this.#elements.region);
    this.#reducedMotion.addEventListener('change', this.#refresh);
    const onTheme = (): void => {
      this.#palette = readPalette(this.#options.root);
      this.#refresh();
    };
    this.#controls.start();
    this.#ending.push(
      () => resize.disconnect(),
      watchPixelRatio(fit),
      () => this.#reducedMotion.removeEventListener('change', this.#refresh),
      watchTheme(onTheme),
      this.#options.store.onPush((deviceKey) => this.#onPush(deviceKey)),
      this.#options.past.onChange(() => {
        this.#isPastChanged = true;
        this.#refresh();
      }),
      this.#options.axes.all.subscribe(this.#refresh),
      this.#options.rules.subscribe(this.#refresh),
      listenToAxes({ region: this.#elements.region, axes: () => this.#scene?.axes ?? [] }),
      () => this.#controls.stop(),
    );
  }

  readonly #refresh = (): void => {
    this.#scheduler.force();
    this.#loop.request();
  };

  #onMoved(isPaused: boolean): void {
    const isSwitched = isPaused !== this.#isPaused;
    if (isSwitched) this.#settings.onPausedChange(isPaused);
    this.#isPaused = isPaused;
    this.#report();
    // A movement alone draws the picture at once; figures and overview follow at their own pace.
    if (isSwitched) this.#refresh();
    else this.#loop.request();
  }

  #report(): void {
    const { isLive, view, windowMs } = this.#navigator;
    const { ms, fixed } = this.#reported ?? {};
    const length = isLive ? windowMs : view.to - view.from;
    const isSame = isLive ? !fixed : fixed?.from === view.from && fixed.to === view.to;
    if (isSame && ms === length) return;
    this.#reported = { ms: length, fixed: isLive ? undefined : view };
    this.#settings.onViewChange(this.#reported);
  }

  #limitTo(values: SelectedValues | undefined): void {
    if (!values) return;
    this.#options.axes.limit(values.axis, values);
    this.#limitTo(values.right);
  }

  #onSelected(range: ChartSelection | undefined): void {
    this.#settings.onSelected(range);
    this.#refresh();
  }

  #onPointed(): void {
    this.#scheduler.pointed();
    this.#loop.request();
  }

  #onPush(deviceKey: string): void {
    if (!this.#devices.has(deviceKey)) return;
    this.#scheduler.data();
    this.#loop.request();
  }

  #edge(): number {
    const edge = this.#clock.edge(this.#visible.interval);
    return this.#reducedMotion.matches ? Math.floor(edge / 1000) * 1000 : edge;
  }

  #draw(frameTime: number): number | undefined {
    const scene = this.#scene;
    if (!scene) return undefined;
    this.#navigator.fit((range) => this.#visible.firstIn(range, scene.screenWidth), this.#isPastChanged);
    this.#isPastChanged = false;
    const { view, isLive } = this.#navigator;
    const { hidden, units } = this.#settings;
    const { pointer, selection } = this.#controls;
    const msPerPixel = (view.to - view.from) / scene.screenWidth;
    const due = this.#scheduler.due(frameTime, view, msPerPixel, isLive, this.#reducedMotion.matches);
    const shown = { view, isLive, hidden, highlighted: this.#highlighted, units, palette: this.#palette };
    const frame = { ...shown, pointer, selection };
    if (scene.draw(due, frame)) this.#refresh();
    // In a paused view the ring moves on, so more of the range must come from the history.
    if (due.picture || due.overview) this.#seenUntil = Number.NEGATIVE_INFINITY;
    if (frameTime >= this.#seenUntil) {
      this.#seenUntil = frameTime + (scene.request(frameTime, view, hidden) ?? Number.POSITIVE_INFINITY);
    }
    return minDefined(due.again, Number.isFinite(this.#seenUntil) ? this.#seenUntil - frameTime : undefined);
  }
}
