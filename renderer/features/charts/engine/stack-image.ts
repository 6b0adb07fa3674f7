import type uPlot from 'uplot';
import type { PastStore } from '../../../data/history-tiles/past-store.ts';
import { writeSummary } from '../accessible-text/write-summary.ts';
import type { ChannelSource } from '../data-source/channel-source.ts';
import type { VisibleData } from '../data-source/visible-data.ts';
import type { Palette } from '../draw/palette.ts';
import type { Panel } from '../panels.ts';
import { cursorLabel, rangeLabel } from '../scale/time-labels.ts';
import type { ChartChannel } from '../types.ts';
import type { View } from '../view/view.ts';
import type { ViewController } from '../view/view-controller.ts';
import type { StackElements } from './elements.ts';
import { Overview } from './overview.ts';
import type { PanelContext } from './panel-context.ts';
import { PanelStack } from './panel-stack.ts';
import type { DueRedraws } from './redraw-scheduler.ts';
import type { StackAnnotations } from './stack-annotations.ts';
import type { EngineSettings } from './types.ts';
import { writeText } from './write.ts';

export interface StackImageOptions {
  readonly elements: StackElements;
  readonly panels: readonly Panel[];
  readonly channels: readonly ChartChannel[];
  readonly navigator: ViewController;
  readonly visible: VisibleData;
  readonly marked: StackAnnotations;
  readonly past: PastStore;
  /** The service's time in milliseconds since 1970. */
  readonly now: () => number;
  readonly palette: Palette;
  readonly onMarker: EngineSettings['onMarker'];
  /** @param isPaused whether the view is paused */
  readonly onMoved: (isPaused: boolean) => void;
}

export interface ImageScene extends PanelContext {
  readonly isLive: boolean;
  /** CSS pixels in the plots; undefined without a pointer. */
  readonly pointer: number | undefined;
  readonly selection: View | undefined;
}

/** Everything drawn and written of a stack of charts: panels, overview, figures. */
export class StackImage {
  readonly #parts: StackImageOptions;
  readonly #panels: PanelStack;
  readonly #overview: Overview;
  #isScrolling = false;

  constructor(UPlot: typeof uPlot, parts: StackImageOptions) {
    const { elements, panels, channels, navigator, visible, palette, now, onMarker, onMoved } = parts;
    const { sources } = visible;
    this.#parts = parts;
    this.#panels = new PanelStack(UPlot, { panels, elements: elements.panels, palette, sources, onMarker });
    const around = { elements, channels, palette, navigator, sources: visible.overviewSources, now, onMoved };
    this.#overview = new Overview(UPlot, around);
  }

  /** The panels, which also report what they show. */
  get panels(): Pick<PanelStack, 'areas' | 'width' | 'screenWidth' | 'figures'> {
    return this.#panels;
  }

  start(): void {
    this.#overview.start();
  }

  stop(): void {
    this.#panels.stop();
    this.#overview.stop();
  }

  /** Adopts the size of its element. */
  fit(): void {
    const { region } = this.#parts.elements;
    this.#isScrolling = region.scrollHeight > region.clientHeight;
    this.#panels.fit();
    this.#overview.fit();
  }

  /** @returns whether the width of the axes changed, so that everything must be drawn again */
  draw(due: DueRedraws, scene: ImageScene): boolean {
    const { view, isLive, hidden, palette, units } = scene;
    const { marked, visible, elements, channels } = this.#parts;
    const overlay = { ...scene, markers: marked.markers, isScrolling: this.#isScrolling };
    const isResized = due.picture && this.#panels.draw(scene, overlay);
    // While live, the handle stays at the right edge of an overview that is drawn less often.
    const isMoved = due.overview || (due.picture && !isLive);
    if (isMoved) this.#overview.follow(view, isLive);
    if (due.overview) this.#overview.draw(hidden, palette, this.#panels.axisWidth, marked);
    if (isMoved) this.#overview.mark(view);
    if (due.values) this.#writeValues(scene);
    const { screenWidth: width } = this.#panels;
    if (due.summary) writeSummary(elements, { channels, sources: visible.sources, view, width, units });
    return isResized;
  }

  /** Asks for what is drawn. @returns as `Sight.look` does */
  look(frameTime: number, view: View, hidden: ReadonlySet<string>): number | undefined {
    const around = { view: this.#overview.range, width: this.#overview.screenWidth };
    const shown = this.#overview.channel(hidden)?.key;
    return this.#parts.visible.look(frameTime, { view, width: this.#panels.screenWidth }, around, shown);
  }

  #writeValues(scene: ImageScene): void {
    const { view, isLive, pointer } = scene;
    const { elements, past, visible, now, navigator } = this.#parts;
    const msPerPixel = (view.to - view.from) / this.#panels.width;
    const moment = pointer === undefined ? '' : cursorLabel(view.from + pointer * msPerPixel, msPerPixel);
    this.#panels.read(scene, { isLive, pointer, moment });
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
  const isPast = all.some(({ isKept, ringFrom }) => isKept && view.from < ringFrom);
  if (isPast && past.loader.problem.get() !== null) return 'Cannot load stored readings. Retrying…';
  const first = Math.min(...all.map(({ firstTime }) => firstTime).filter((time) => !Number.isNaN(time)));
  if ((isLive && !isAtLimit) || view.from >= first || !past.kept.isKnown) return '';
  if (all.some(({ isKept }) => isKept)) return isAtLimit ? 'No older readings' : '';
  return all.every(({ channel }) => channel.simulated)
    ? 'Simulated readings are not stored'
    : 'No older readings stored for these channels';
}
