import type uPlot from 'uplot';
import type { Marker } from '../../../../service/contract/index.ts';
import type { PastStore } from '../../../data/past/index.ts';
import type { SampleStore } from '../../../data/samples/index.ts';
import type { DisplayUnits } from '../../../data/units/index.ts';
import { type Palette, readPalette, watchTheme } from '../draw/palette.ts';
import type { Panel } from '../panels.ts';
import { cursorLabel, stretchLabel } from '../scale/time-labels.ts';
import { Sight } from '../source/sight.ts';
import type { ChartChannel, Span } from '../types.ts';
import { type Command, carryOut, commandFor, isMovement } from '../view/commands.ts';
import { LiveClock } from '../view/live-clock.ts';
import { Navigator } from '../view/navigator.ts';
import type { View } from '../view/view.ts';
import { findElements, type StackElements } from './elements.ts';
import { FrameLoop } from './frame-loop.ts';
import { Marked } from './marked.ts';
import { Overview } from './overview.ts';
import { type PanelFigure, PanelView, type Shared } from './panel-view.ts';
import { pastNote } from './past-note.ts';
import { listenToPointer } from './pointer.ts';
import { Rhythm } from './rhythm.ts';
import type { Selection } from './selection-mark.ts';
import { writeSummary } from './summary.ts';
import { axisTicks } from './time-axis.ts';

/** What may change while the charts stay the same. */
export interface EngineSettings {
  readonly span: Span;
  readonly paused: boolean;
  readonly hidden: ReadonlySet<string>;
  readonly units: DisplayUnits;
  readonly onPausedChange: (paused: boolean) => void;
  /** A stretch was selected; undefined: none is any more. */
  readonly onSelected: (stretch: View | undefined) => void;
  /** A moment is to be named. @param anchor beside which this is asked */
  readonly onMark: (at: number, anchor: Anchor) => void;
  /** A marker was clicked. */
  readonly onMarker: (marker: Marker, anchor: Anchor) => void;
}

/** What a popup stands beside. */
export interface Anchor {
  getBoundingClientRect(): DOMRect;
}

/** What is on the charts just now. */
export interface Figure {
  readonly view: View;
  readonly panels: readonly PanelFigure[];
  readonly markers: readonly Marker[];
}

export interface EngineParts {
  readonly root: HTMLElement;
  readonly store: SampleStore;
  readonly past: PastStore;
  readonly panels: readonly Panel[];
  readonly now: () => number;
  readonly settings: EngineSettings;
  /** Where the charts before these were left. */
  readonly place: Place | undefined;
}

/** What one looks at: it outlasts the charts, which are made anew when a channel is named or its device comes back. */
export interface Place {
  /** Undefined: the newest readings. */
  readonly view: View | undefined;
  readonly selection: View | undefined;
}

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
  readonly #sight: Sight;
  readonly #marked: Marked;
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
  #selection: View | undefined;
  #isScrolling = false;
  #isStopped = false;
  /** What is drawn was asked for. */
  #isSeen = false;

  constructor(parts: EngineParts) {
    this.#parts = parts;
    this.#settings = parts.settings;
    this.#elements = findElements(parts.root);
    this.#palette = readPalette(parts.root);
    this.#channels = parts.panels.flatMap(({ channels }) => channels);
    this.#devices = new Set(this.#channels.map(({ deviceKey }) => deviceKey));
    this.#clock = new LiveClock(parts.now);
    const { store, past, now } = parts;
    this.#sight = new Sight({ channels: this.#channels, store, past, now });
    this.#marked = new Marked(past.marks, this.#channels);
    const timeline = { edge: () => this.#edge(), firstTime: () => this.#sight.firstTime };
    this.#navigator = new Navigator(timeline, parts.settings.span.ms, parts.place?.view);
    this.#selection = parts.place?.selection;
  }

  async start(): Promise<void> {
    // Loaded when first needed: uPlot asks the browser about the screen as soon as it is loaded.
    const { default: UPlot } = await import('uplot');
    await document.fonts.ready;
    if (this.#isStopped) return;
    this.#sight.start();
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

  /** Shows a stretch of time, standing still. */
  show(stretch: View): void {
    this.#navigator.show(stretch);
    this.#onMoved(true);
  }

  /** Selects a stretch of time; undefined: none. */
  select(stretch: View | undefined): void {
    this.#selection = stretch;
    this.#settings.onSelected(stretch);
    this.#refresh();
  }

  /** Asks for a name for the moment at the cursor, at the middle of what is selected, or at the right edge. */
  mark(): void {
    const { view } = this.#navigator;
    const area = this.#panels[0]?.area;
    if (!area) return;
    const at = this.#cursorTime ?? (this.#selection ? (this.#selection.from + this.#selection.to) / 2 : view.to);
    const box = area.getBoundingClientRect();
    const x = box.left + ((at - view.from) / (view.to - view.from)) * box.width;
    const place = new DOMRect(Math.max(box.left, Math.min(box.right, x)), box.top, 0, Math.min(box.height, 24));
    this.#settings.onMark(at, { getBoundingClientRect: () => place });
  }

  get place(): Place {
    const { isLive, view } = this.#navigator;
    return { view: isLive ? undefined : view, selection: this.#selection };
  }

  /** What is on the charts just now. */
  get figure(): Figure {
    const { view } = this.#navigator;
    const markers = this.#marked.markers.filter(({ at }) => at >= view.from && at <= view.to);
    return { view, panels: this.#panels.map(({ figure }) => figure), markers };
  }

  stop(): void {
    this.#isStopped = true;
    this.#sight.stop();
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
      const { sources } = this.#sight;
      const parts = { panel, elements, palette, sources, hasMarkerNames: index === 0, onMarker: this.#onMarker };
      return panel ? [new PanelView(UPlot, { ...parts, panel })] : [];
    });
    this.#overview = new Overview(UPlot, {
      elements: this.#elements,
      channels: this.#channels,
      palette,
      navigator: this.#navigator,
      sources: this.#sight.overviewSources,
      now: this.#parts.now,
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
      this.#parts.past.onChange(this.#refresh),
      listenToPointer({
        region,
        plotAt: (target) => this.#plotAt(target),
        navigator: this.#navigator,
        onHover: (x) => this.#onHover(x),
        onSelect: (stretch, isDone) => {
          if (isDone) this.select(stretch);
          else this.#selection = stretch;
          this.#refresh();
        },
        onMoved: () => this.#onMoved(true),
        onLive: () => this.#onMoved(false),
      }),
    );
  }

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
    this.#obey(command);
  };

  #obey(command: Command): void {
    if (command.kind === 'live' && this.#selection) this.select(undefined);
    else if (isMovement(command)) this.#onMoved(carryOut(command, this.#navigator));
    else if (command.kind === 'cursor') this.#moveCursor(command.pixels);
    else if (command.kind === 'mark') this.mark();
    else if (command.kind === 'select') this.#selectTo(command.end);
    else if (this.#selection) this.show(this.#selection);
  }

  #moveCursor(pixels: number): void {
    const width = this.#panels[0]?.area.clientWidth ?? 1;
    this.#onHover(Math.max(0, Math.min(width, (this.#pointer ?? width / 2) + pixels)));
  }

  /** Moves one end of what is selected to the cursor; without one, to the edge of what is shown. */
  #selectTo(end: 'from' | 'to'): void {
    this.#navigator.freeze();
    this.#onMoved(true);
    const { view } = this.#navigator;
    const selected = { ...(this.#selection ?? view), [end]: this.#cursorTime ?? view[end] };
    const [from, to] = [Math.min(selected.from, selected.to), Math.max(selected.from, selected.to)];
    if (from < to) this.select({ from, to });
  }

  /** The moment at the cursor; undefined: there is no cursor. */
  get #cursorTime(): number | undefined {
    if (this.#pointer === undefined) return undefined;
    const { view } = this.#navigator;
    const width = Math.max(1, this.#panels[0]?.area.clientWidth ?? 1);
    return view.from + (this.#pointer / width) * (view.to - view.from);
  }

  readonly #onMarker = (marker: Marker, anchor: Anchor): void => this.#settings.onMarker(marker, anchor);

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
    let interval = Number.POSITIVE_INFINITY;
    for (const { ring } of this.#sight.sources.values()) {
      if (ring?.interval !== undefined) interval = Math.min(interval, ring.interval);
    }
    const edge = this.#clock.edge(Number.isFinite(interval) ? interval : undefined);
    return this.#reducedMotion.matches ? Math.floor(edge / 1000) * 1000 : edge;
  }

  #draw(frameTime: number): number | undefined {
    const { view, isLive } = this.#navigator;
    const width = Math.max(1, this.#panels[0]?.area.clientWidth ?? 1);
    const due = this.#rhythm.due(frameTime, view, (view.to - view.from) / width, isLive, this.#reducedMotion.matches);
    if (due.picture) this.#drawPanels(view, width);
    if (due.picture || due.overview) this.#overview?.follow(view, isLive);
    if (due.overview) this.#overview?.draw(this.#settings.hidden, this.#palette, this.#axisWidth, this.#marked);
    if (due.picture || due.overview) this.#overview?.mark(view);
    if (due.picture) this.#isSeen = false;
    if (due.values) this.#readValues(view, isLive, width);
    if (due.summary) {
      const { sources } = this.#sight;
      writeSummary(this.#elements.summary, this.#channels, view, sources, this.#settings.units);
    }
    return sooner(due.again, this.#look(frameTime, view));
  }

  /** Asks for what is drawn. @returns in how many milliseconds it wants to be asked again; undefined: not before it moves */
  #look(frameTime: number, view: View): number | undefined {
    const overview = this.#overview;
    if (this.#isSeen || !overview) return undefined;
    const width = this.#panels[0]?.screenWidth ?? 1;
    const around = { view: overview.stretch, width: overview.screenWidth };
    const wait = this.#sight.look(frameTime, { view, width }, around, overview.channel(this.#settings.hidden)?.key);
    this.#isSeen = wait === undefined;
    return wait;
  }

  #drawPanels(view: View, width: number): void {
    const shared = this.#shared(view);
    const needed = Math.max(...this.#panels.map((panel) => panel.take(shared)));
    if (needed > this.#axisWidth || needed < this.#axisWidth - AXIS_SLACK) {
      this.#axisWidth = needed;
      this.#refresh();
    }
    const ticks = axisTicks(view, width, this.#pointer);
    const selection = this.#selection && this.#pixels(this.#selection, view, width);
    for (const [index, panel] of this.#panels.entries()) {
      panel.select(selection);
      panel.mark(this.#marked.markers, view);
      // Where the panels have to be scrolled, the last one's axis would be out of sight.
      const hasAxis = this.#isScrolling || index === this.#panels.length - 1;
      panel.draw(shared, hasAxis ? ticks : undefined, this.#axisWidth);
    }
  }

  #pixels({ from, to }: View, view: View, width: number): Selection {
    const x = (time: number): number => ((time - view.from) / (view.to - view.from)) * width;
    return { from: x(from), to: x(to) };
  }

  #shared(view: View): Shared {
    return { view, hidden: this.#settings.hidden, palette: this.#palette, units: this.#settings.units };
  }

  #readValues(view: View, isLive: boolean, width: number): void {
    const msPerPixel = (view.to - view.from) / width;
    const pointer = this.#pointer;
    const moment = pointer === undefined ? '' : cursorLabel(view.from + pointer * msPerPixel, msPerPixel);
    const reading = { isLive, pointer, moment };
    for (const panel of this.#panels) panel.read(this.#shared(view), reading);
    const { when, note } = this.#elements;
    write(when, isLive ? '' : stretchLabel(view.from, view.to, this.#parts.now()));
    write(note, pastNote(this.#parts.past, this.#sight.sources.values(), view, isLive));
  }
}

function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** The shorter of two waits in milliseconds; undefined: there is none. */
function sooner(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}
