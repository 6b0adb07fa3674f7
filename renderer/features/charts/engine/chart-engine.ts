import type uPlot from 'uplot';
import type { SampleRing, SampleStore } from '../../../data/samples/index.ts';
import { type Palette, readPalette, watchTheme } from '../draw/palette.ts';
import type { Tick } from '../draw/plot.ts';
import type { Panel } from '../panels.ts';
import { cursorLabel, timeLabel, timeTicks } from '../scale/time-ticks.ts';
import type { ChartChannel, FormatValue, Span } from '../types.ts';
import { carryOut, commandFor } from '../view/commands.ts';
import { LiveClock } from '../view/live-clock.ts';
import { Navigator } from '../view/navigator.ts';
import type { View } from '../view/view.ts';
import { findElements, type StackElements } from './elements.ts';
import { FrameLoop } from './frame-loop.ts';
import { Overview } from './overview.ts';
import { PanelView, type Shared } from './panel-view.ts';
import { listenToPointer } from './pointer.ts';
import { Rhythm } from './rhythm.ts';
import { writeSummary } from './summary.ts';

/** What may change while the charts stay the same. */
export interface EngineSettings {
  readonly span: Span;
  readonly paused: boolean;
  readonly hidden: ReadonlySet<string>;
  readonly formatValue: FormatValue;
  readonly onPausedChange: (paused: boolean) => void;
}

export interface EngineParts {
  readonly root: HTMLElement;
  readonly store: SampleStore;
  readonly panels: readonly Panel[];
  readonly now: () => number;
  readonly settings: EngineSettings;
}

/** Room for one label of the time axis, in CSS pixels. */
const TIME_LABEL_ROOM = 96;

/** Labels whose middle is nearer to the pointer's than this would run into it, in CSS pixels. */
const POINTER_ROOM = 66;

/** Labels whose middle is nearer to the right edge than this would be cut, in CSS pixels. */
const TIME_LABEL_MARGIN = 12;

/** The value axes get narrower only when they can by more than this, in CSS pixels. */
const AXIS_SLACK = 16;

/** Draws the charts for as long as they are on the page. */
export class ChartEngine {
  readonly #parts: EngineParts;
  readonly #elements: StackElements;
  readonly #channels: readonly ChartChannel[];
  readonly #devices: ReadonlySet<string>;
  readonly #clock: LiveClock;
  readonly #navigator: Navigator;
  readonly #loop = new FrameLoop((frameTime) => this.#draw(frameTime));
  readonly #rhythm = new Rhythm();
  readonly #reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
  readonly #ending: (() => void)[] = [];
  #settings: EngineSettings;
  #palette: Palette;
  #panels: readonly PanelView[] = [];
  #overview: Overview | undefined;
  #axisWidth = 0;
  #pointer: number | undefined;
  #isScrolling = false;
  #isStopped = false;

  constructor(parts: EngineParts) {
    this.#parts = parts;
    this.#settings = parts.settings;
    this.#elements = findElements(parts.root);
    this.#palette = readPalette(parts.root);
    this.#channels = parts.panels.flatMap(({ channels }) => channels);
    this.#devices = new Set(this.#channels.map(({ deviceKey }) => deviceKey));
    this.#clock = new LiveClock(parts.now);
    const timeline = { edge: () => this.#edge(), firstTime: () => this.#firstTime() };
    this.#navigator = new Navigator(timeline, parts.settings.span.ms);
  }

  async start(): Promise<void> {
    // Loaded when first needed: uPlot asks the browser about the screen as soon as it is loaded.
    const { default: UPlot } = await import('uplot');
    await document.fonts.ready;
    if (this.#isStopped) return;
    this.#build(UPlot);
    this.#listen();
    this.set(this.#settings);
    this.#loop.start();
  }

  /** Takes the settings as they are now. */
  set(settings: EngineSettings): void {
    const isChosen = settings.span !== this.#settings.span;
    this.#settings = settings;
    if (isChosen) this.#navigator.resize(settings.span.ms);
    if (settings.paused) this.#navigator.freeze();
    else this.#navigator.resume();
    this.#refresh();
  }

  stop(): void {
    this.#isStopped = true;
    this.#loop.stop();
    for (const end of this.#ending.splice(0)) end();
    for (const panel of this.#panels) panel.stop();
    this.#overview?.stop();
    this.#panels = [];
    this.#overview = undefined;
  }

  #build(UPlot: typeof uPlot): void {
    const { panels } = this.#parts;
    const palette = this.#palette;
    this.#panels = this.#elements.panels.flatMap((elements, index) => {
      const panel = panels[index];
      return panel ? [new PanelView(UPlot, { panel, elements, palette, seriesOf: this.#seriesOf })] : [];
    });
    this.#overview = new Overview(UPlot, {
      elements: this.#elements,
      channels: this.#channels,
      palette,
      navigator: this.#navigator,
      seriesOf: this.#seriesOf,
      onMoved: this.#onMoved,
    });
    this.#overview.start();
  }

  #listen(): void {
    const { region } = this.#elements;
    const resize = new ResizeObserver(() => {
      this.#isScrolling = region.scrollHeight > region.clientHeight;
      for (const panel of this.#panels) panel.fit();
      this.#overview?.fit();
      this.#refresh();
    });
    for (const { plot } of this.#elements.panels) resize.observe(plot);
    resize.observe(this.#elements.overviewPlot);
    document.addEventListener('keydown', this.#onKey);
    this.#reducedMotion.addEventListener('change', this.#refresh);
    const onTheme = (): void => {
      this.#palette = readPalette(this.#parts.root);
      this.#refresh();
    };
    this.#ending.push(
      () => resize.disconnect(),
      () => document.removeEventListener('keydown', this.#onKey),
      () => this.#reducedMotion.removeEventListener('change', this.#refresh),
      watchTheme(onTheme),
      this.#parts.store.onPush((deviceKey) => this.#onPush(deviceKey)),
      listenToPointer({
        region,
        plotAt: (target) => this.#plotAt(target),
        navigator: this.#navigator,
        onHover: (x) => this.#onHover(x),
        onSelect: (selection) => {
          for (const panel of this.#panels) panel.select(selection);
        },
        onMoved: () => this.#onMoved(true),
        onLive: () => this.#onMoved(false),
      }),
    );
  }

  readonly #seriesOf = ({ deviceKey, label }: ChartChannel): SampleRing | undefined =>
    this.#parts.store.series(deviceKey, label);

  readonly #refresh = (): void => {
    this.#rhythm.force();
    this.#loop.request();
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    // Elsewhere in the charts only the way back is ours (Space presses the legend's buttons), and where nothing has the
    // keyboard: a wheel or an overview that was dragged gives it to nobody.
    const { target } = event;
    const isWayBack = event.key === 'Escape' && (target === document.body || this.#parts.root.contains(target as Node));
    if (target !== this.#elements.region && !isWayBack) return;
    const command = commandFor(event);
    if (!command) return;
    event.preventDefault();
    this.#onMoved(carryOut(command, this.#navigator));
  };

  readonly #onMoved = (isPaused: boolean): void => {
    if (isPaused !== this.#settings.paused) this.#settings.onPausedChange(isPaused);
    this.#refresh();
  };

  #onPush(deviceKey: string): void {
    if (!this.#devices.has(deviceKey)) return;
    this.#rhythm.data();
    this.#loop.request();
  }

  #onHover(x: number | undefined): void {
    if (x === this.#pointer) return;
    this.#pointer = x;
    this.#rhythm.pointed();
    this.#loop.request();
  }

  #plotAt(target: EventTarget | null): HTMLElement | undefined {
    return this.#panels.find(({ area }) => target instanceof Node && area.contains(target))?.area;
  }

  #edge(): number {
    const intervals = this.#channels.flatMap((channel) => this.#seriesOf(channel)?.interval ?? []);
    const edge = this.#clock.edge(intervals.length === 0 ? undefined : Math.min(...intervals));
    return this.#reducedMotion.matches ? Math.floor(edge / 1000) * 1000 : edge;
  }

  #firstTime(): number {
    const times = this.#channels.map((channel) => this.#seriesOf(channel)?.firstTime ?? Number.NaN);
    const known = times.filter((time) => !Number.isNaN(time));
    return known.length === 0 ? Number.NaN : Math.min(...known);
  }

  #draw(frameTime: number): number | undefined {
    const { view, isLive } = this.#navigator;
    const width = Math.max(1, this.#panels[0]?.area.clientWidth ?? 1);
    const due = this.#rhythm.due(frameTime, view, (view.to - view.from) / width, isLive, this.#reducedMotion.matches);
    if (due.picture) this.#drawPanels(view, width);
    if (due.overview) this.#overview?.draw(this.#settings.hidden, this.#palette, this.#axisWidth);
    if (due.picture || due.overview) this.#overview?.mark(view);
    if (due.values) this.#readValues(view, isLive, width);
    if (due.summary) {
      writeSummary(this.#elements.summary, this.#channels, view, this.#seriesOf, this.#settings.formatValue);
    }
    return due.again;
  }

  #drawPanels(view: View, width: number): void {
    const shared = this.#shared(view);
    const needed = Math.max(...this.#panels.map((panel) => panel.take(shared)));
    if (needed > this.#axisWidth || needed < this.#axisWidth - AXIS_SLACK) {
      this.#axisWidth = needed;
      this.#refresh();
    }
    const ticks = this.#timeTicks(view, width);
    for (const [index, panel] of this.#panels.entries()) {
      // Where the panels have to be scrolled, the last one's axis would be out of sight.
      const hasAxis = this.#isScrolling || index === this.#panels.length - 1;
      panel.draw(shared, hasAxis ? ticks : undefined, this.#axisWidth);
    }
  }

  #shared(view: View): Shared {
    return { view, hidden: this.#settings.hidden, palette: this.#palette };
  }

  #timeTicks(view: View, width: number): Tick[] {
    const { ticks, step } = timeTicks(view.from, view.to, width / TIME_LABEL_ROOM);
    const length = view.to - view.from;
    const last = 1 - TIME_LABEL_MARGIN / width;
    return ticks
      .map((time) => ({ at: (time - view.from) / length, label: timeLabel(time, step) }))
      .filter(
        ({ at }) => at <= last && Math.abs(at * width - (this.#pointer ?? Number.NEGATIVE_INFINITY)) >= POINTER_ROOM,
      );
  }

  #readValues(view: View, isLive: boolean, width: number): void {
    const msPerPixel = (view.to - view.from) / width;
    const pointer = this.#pointer;
    const moment = pointer === undefined ? '' : cursorLabel(view.from + pointer * msPerPixel, msPerPixel);
    const reading = { isLive, pointer, moment, format: this.#settings.formatValue };
    for (const panel of this.#panels) panel.read(this.#shared(view), reading);
  }
}
