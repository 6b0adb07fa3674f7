import type { AlarmRule } from '../../../../service/contract/index.ts';
import { formatDayAndTime } from '../../../data/format/numbers.ts';
import type { PastStore } from '../../../data/history-tiles/past-store.ts';
import type { Readable } from '../../../data/store.ts';
import { writeSummary } from '../accessible-text/write-summary.ts';
import type { AxisStore } from '../axis/axis-settings.ts';
import type { PanelAxis } from '../axis/panel-axis.ts';
import type { ChartChannel, Panel } from '../channels.ts';
import type { ChannelSource } from '../data/channel-source.ts';
import type { VisibleData } from '../data/visible-data.ts';
import type { ChartSelection, SelectedValues, View } from '../view/view.ts';
import type { ViewController } from '../view/view-controller.ts';
import { type StackElements, writeText } from './elements.ts';
import { cursorLabelWidth } from './overlays.ts';
import { Overview } from './overview.ts';
import type { CursorReading, PanelContext } from './panel-context.ts';
import { type AxisWidths, type PanelOptions, type PanelSnapshot, PanelView } from './panel-view.ts';
import { pointLabel, type ReadPoint } from './read-point.ts';
import type { DueRedraws } from './redraw-scheduler.ts';
import type { StackAnnotations } from './stack-annotations.ts';
import { axisTicks, cursorLabel, POINTER_SPACE, rangeLabel, readingLabel } from './time-labels.ts';

/** The value axes shrink only by more than this, in CSS pixels. */
const AXIS_SLACK = 16;

/** Half the width of a tick's label with its distance from the cursor's, in CSS pixels. */
const TICK_SPACE = 34;

export interface SceneOptions {
  readonly elements: StackElements;
  readonly panels: readonly Panel[];
  readonly channels: readonly ChartChannel[];
  readonly navigator: ViewController;
  readonly visible: VisibleData;
  readonly marked: StackAnnotations;
  readonly past: PastStore;
  readonly axes: AxisStore;
  readonly rules: Readable<readonly AlarmRule[]>;
  /** The service's time in milliseconds since 1970. */
  readonly now: () => number;
  readonly onMark: PanelOptions['onMark'];
  readonly onLimit: PanelOptions['onLimit'];
  /** Everything must be drawn again. */
  readonly onRedraw: () => void;
  /** @param isPaused whether the view is paused */
  readonly onMoved: (isPaused: boolean) => void;
}

/** The width that all axes of a side share: it shrinks only by more than the slack. */
function widthFor(present: number, ...needed: number[]): number {
  const most = Math.max(0, ...needed);
  return most > present || most < present - AXIS_SLACK ? most : present;
}

/** What a frame shows. */
export interface SceneFrame extends PanelContext {
  /** CSS pixels in the plots; undefined without a pointer. */
  readonly pointer: number | undefined;
  readonly selection: ChartSelection | undefined;
}

/** Everything drawn and written of a stack of charts: panels with one time axis, overview, snapshots. */
export class ChartScene {
  readonly #options: SceneOptions;
  readonly #panels: readonly PanelView[];
  readonly #overview: Overview;
  readonly #visibility: IntersectionObserver;
  /** The last one. */
  #frame: SceneFrame | undefined;
  /** The panels do not fit without scrolling. */
  #isScrolling = false;
  /** Of all value axes. */
  #widths: AxisWidths = { left: 0, right: 0 };

  constructor(options: SceneOptions) {
    const { elements, panels, visible, axes, rules, onMark, onLimit, onRedraw } = options;
    this.#options = options;
    this.#panels = panels.flatMap((panel, index) => {
      const place = elements.panels[index];
      const shared = { sources: visible.sources, axes, rules, hasMarkerNames: index === 0 };
      const actions = { onMark, onLimit, onRedraw };
      return place ? [new PanelView({ ...shared, ...actions, panel, elements: place })] : [];
    });
    this.#visibility = new IntersectionObserver((entries) => this.#onVisibility(entries), { root: elements.region });
    this.#overview = new Overview({ ...options, sources: visible.overviewSources });
  }

  /** Each panel's plot between its axes. */
  get areas(): readonly HTMLElement[] {
    return this.#panels.map(({ area }) => area);
  }

  /** Each panel's value axis. */
  get axes(): readonly PanelAxis[] {
    return this.#panels.flatMap(({ axes }) => axes);
  }

  /** Width between the axes, in screen pixels. */
  get screenWidth(): number {
    return this.#panels[0]?.screenWidth ?? 1;
  }

  /** Input of chart images. */
  get snapshots(): readonly PanelSnapshot[] {
    if (this.#frame) this.#drawPanels(this.#frame, true);
    return this.#panels.map(({ snapshot }) => snapshot);
  }

  start(): void {
    this.#overview.start();
    for (const { element } of this.#panels) this.#visibility.observe(element);
  }

  stop(): void {
    this.#visibility.disconnect();
    for (const panel of this.#panels) panel.stop();
    this.#overview.stop();
  }

  /** Adopts the size of its elements. */
  fit(): void {
    const { region } = this.#options.elements;
    this.#isScrolling = region.scrollHeight > region.clientHeight;
    for (const panel of this.#panels) panel.fit();
    this.#overview.fit();
  }

  /** The values of a part of a plot's height. @param from,to fractions, from the bottom */
  valuesOf(area: HTMLElement, from: number, to: number): SelectedValues | undefined {
    return this.#panels.find((panel) => panel.area === area)?.part(from, to);
  }

  /** @returns whether the width of the axes changed, so that everything must be drawn again */
  draw(due: DueRedraws, frame: SceneFrame): boolean {
    const { view, isLive, hidden, palette, units } = frame;
    const { marked, visible, elements, channels } = this.#options;
    this.#frame = frame;
    const isResized = due.picture && this.#drawPanels(frame);
    // While live, the handle stays at the right edge of an overview that is drawn less often.
    const isMoved = due.overview || (due.picture && !isLive);
    if (isMoved) this.#overview.follow(view, isLive);
    if (due.overview || (isMoved && this.#overview.isOutdated))
      this.#overview.draw(hidden, palette, this.#widths, marked);
    if (isMoved) this.#overview.mark(view);
    if (due.values) this.#writeValues(frame);
    const { screenWidth: width } = this;
    if (due.summary) writeSummary(elements, { channels, sources: visible.sources, view, width, units });
    return isResized;
  }

  /** Requests the data in view. @returns as `VisibleData.look` does */
  request(frameTime: number, view: View, hidden: ReadonlySet<string>): number | undefined {
    const around = { view: this.#overview.range, width: this.#overview.screenWidth };
    const shown = this.#overview.channel(hidden)?.key;
    return this.#options.visible.request(frameTime, { view, width: this.screenWidth }, around, shown);
  }

  #onVisibility(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const panel = this.#panels.find(({ element }) => element === target);
      if (panel) panel.isInView = isIntersecting;
    }
    this.#options.onRedraw();
  }

  /** The time of the nearest reading, or bucket of readings, as drawn last; in a gap, the time itself. */
  snap(time: number): number {
    const frame = this.#frame;
    return (frame && this.#nearest(time, frame)?.time) ?? time;
  }

  /** The time of the next reading in view after a time, or of the last one before it; undefined without one. */
  next(time: number, direction: 1 | -1): number | undefined {
    const hidden = this.#frame?.hidden;
    const times = hidden ? this.#drawn.flatMap((panel) => panel.nextTimes(time, direction, hidden)) : [];
    return times.toSorted((a, b) => (a - b) * direction)[0];
  }

  /** The panels in view: the points of the others belong to an older view. */
  get #drawn(): readonly PanelView[] {
    return this.#panels.filter(({ isInView }) => isInView);
  }

  #nearest(time: number, { view, hidden }: SceneFrame): ReadPoint | undefined {
    const msPerPixel = (view.to - view.from) / this.#width;
    let nearest: ReadPoint | undefined;
    for (const panel of this.#drawn) {
      const point = panel.nearest(time, msPerPixel, hidden);
      if (point && !(nearest && Math.abs(nearest.time - time) <= Math.abs(point.time - time))) nearest = point;
    }
    return nearest;
  }

  /** The cursor at the reading nearest to the pointer. */
  #cursorOf(frame: SceneFrame): CursorReading {
    const { view, isLive, pointer } = frame;
    if (pointer === undefined) return { isLive, pointer, time: view.to, label: '' };
    const msPerPixel = (view.to - view.from) / this.#width;
    const time = view.from + pointer * msPerPixel;
    const point = this.#nearest(time, frame);
    if (!point) return { isLive, pointer, time, label: cursorLabel(time, msPerPixel) };
    const x = Math.max(0, Math.min(this.#width, (point.time - view.from) / msPerPixel));
    return { isLive, pointer: x, time: point.time, label: pointLabel(point, msPerPixel) };
  }

  /** Width between the axes, in CSS pixels; at least 1. */
  get #width(): number {
    return Math.max(1, this.#panels[0]?.width ?? 1);
  }

  /** @param isWhole also the panels that are scrolled out of view */
  #drawPanels(frame: SceneFrame, isWhole = false): boolean {
    const { view, selection } = frame;
    const { marked } = this.#options;
    for (const panel of this.#panels) if (panel.isInView || isWhole) panel.take(frame);
    const left = widthFor(this.#widths.left, ...this.#panels.map(({ needed }) => needed.left));
    const right = widthFor(this.#widths.right, ...this.#panels.map(({ needed }) => needed.right));
    const isResized = left !== this.#widths.left || right !== this.#widths.right;
    if (isResized) this.#widths = { left, right };
    const width = this.#width;
    const { pointer, label } = this.#cursorOf(frame);
    const space = Math.max(POINTER_SPACE, cursorLabelWidth(label) / 2 + TICK_SPACE);
    const ticks = axisTicks(view, width, pointer, space);
    const x = (time: number): number => ((time - view.from) / (view.to - view.from)) * width;
    const msPerPixel = (view.to - view.from) / width;
    const selected = selection && {
      from: x(selection.from),
      to: x(selection.to),
      labels: { from: readingLabel(selection.from, msPerPixel), to: readingLabel(selection.to, msPerPixel) },
    };
    for (const [index, panel] of this.#panels.entries()) {
      // In a scrolled stack the time axis of the last panel would be out of view.
      const hasAxis = this.#isScrolling || index === this.#panels.length - 1;
      const box = panel.place(this.#widths, hasAxis);
      // Out of view too: the keyboard reaches the measuring cursors of the first panel.
      panel.select(selected, selection?.values);
      if (!panel.isInView && !isWhole) continue;
      panel.mark(marked.marks, marked.alarms, frame);
      panel.draw(frame, hasAxis ? ticks : [], box);
    }
    return isResized;
  }

  #writeValues(frame: SceneFrame): void {
    const { view, isLive } = frame;
    const { elements, past, visible, now, navigator } = this.#options;
    const cursor = this.#cursorOf(frame);
    // The newest values do not depend on what is drawn.
    const isNewest = isLive && cursor.pointer === undefined;
    for (const panel of isNewest ? this.#panels : this.#drawn) panel.read(frame, cursor);
    writeText(elements.when, isLive ? '' : rangeLabel(view.from, view.to, now()));
    writeText(elements.note, historyNote(past, visible.sources.values(), navigator));
  }
}

/**
 * Explains missing readings at the start of the view; empty if none are missing.
 * @param isAtLimit the user has just tried to go back further
 */
function historyNote(
  past: PastStore,
  sources: Iterable<ChannelSource>,
  { view, isLive, isAtLimit }: Pick<ViewController, 'view' | 'isLive' | 'isAtLimit'>,
): string {
  const all = [...sources];
  const isPast = all.some(({ isStored, ringFrom }) => isStored && view.from < ringFrom);
  if (isPast && past.loader.problem.get() !== null) return 'Cannot load stored readings. Retrying…';
  const first = Math.min(...all.map(({ firstTime }) => firstTime).filter((time) => !Number.isNaN(time)));
  const isBeyond = isAtLimit || (!isLive && view.from < first);
  if (!isBeyond || !past.stored.isKnown) return '';
  const since = Number.isFinite(first) ? `. First reading: ${formatDayAndTime(first)}` : '';
  if (all.some(({ isStored }) => isStored)) return `No older readings${since}`;
  return all.every(({ channel }) => channel.simulated)
    ? `Simulated readings are not stored${since}`
    : `No older readings stored for these channels${since}`;
}
