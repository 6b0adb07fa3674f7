import type uPlot from 'uplot';
import type { SampleRing } from '../../../data/samples/index.ts';
import type { Palette } from '../draw/palette.ts';
import { Plot } from '../draw/plot.ts';
import { Trace } from '../draw/trace.ts';
import { minimumSpan } from '../scale/minimum-spans.ts';
import { timeLabel } from '../scale/time-ticks.ts';
import type { ChartChannel } from '../types.ts';
import { carryOut, overviewCommandFor } from '../view/commands.ts';
import type { Navigator } from '../view/navigator.ts';
import type { View } from '../view/view.ts';
import type { StackElements } from './elements.ts';

export interface OverviewParts {
  readonly elements: Pick<StackElements, 'overview' | 'overviewPlot' | 'overviewWindow'>;
  readonly channels: readonly ChartChannel[];
  readonly palette: Palette;
  readonly navigator: Navigator;
  readonly seriesOf: (channel: ChartChannel) => SampleRing | undefined;
  /** @param isPaused whether the view stands still now */
  readonly onMoved: (isPaused: boolean) => void;
}

/** Free room above and below the line, as parts of what it spans. */
const MARGIN = 0.12;

const SECOND = 1000;

/** All that is remembered of one channel, with the window that is shown: drag it, or use the keys of a slider. */
export class Overview {
  readonly #parts: OverviewParts;
  readonly #traces: ReadonlyMap<string, Trace>;
  readonly #plot: Plot;
  readonly #ending = new AbortController();

  constructor(UPlot: typeof uPlot, parts: OverviewParts) {
    this.#parts = parts;
    // Thin and small: a dash pattern would be all one sees.
    this.#traces = new Map(parts.channels.map((channel) => [channel.key, new Trace({ ...channel, dash: [] })]));
    const frame = { top: 4, right: 18, lineWidth: 1 };
    this.#plot = new Plot(UPlot, parts.elements.overviewPlot, [...this.#traces.values()], frame, parts.palette);
  }

  start(): void {
    const { overview, overviewWindow } = this.#parts.elements;
    const { signal } = this.#ending;
    this.#plot.area.append(overviewWindow);
    let grip = 0;
    overview.addEventListener(
      'pointerdown',
      (event) => {
        if (event.button !== 0) return;
        const at = this.#timeAt(event.clientX);
        const { from, to } = this.#parts.navigator.view;
        grip = at >= from && at <= to ? at - from : (to - from) / 2;
        overview.setPointerCapture(event.pointerId);
        this.#moveTo(at - grip);
      },
      { signal },
    );
    overview.addEventListener(
      'pointermove',
      (event) => {
        if (overview.hasPointerCapture(event.pointerId)) this.#moveTo(this.#timeAt(event.clientX) - grip);
      },
      { signal },
    );
    overviewWindow.addEventListener(
      'keydown',
      (event) => {
        const command = overviewCommandFor(event);
        if (!command) return;
        event.preventDefault();
        event.stopPropagation();
        this.#parts.onMoved(carryOut(command, this.#parts.navigator));
      },
      { signal },
    );
  }

  /** @param hidden channels that are switched off: the first of the others is shown */
  draw(hidden: ReadonlySet<string>, palette: Palette, axisWidth: number): void {
    const view = this.#parts.navigator.limits;
    const channel = this.#parts.channels.find(({ key }) => !hidden.has(key)) ?? this.#parts.channels[0];
    const trace = channel && this.#traces.get(channel.key);
    if (!channel || !trace) return;
    const { min, max } = trace.take(this.#parts.seriesOf(channel), view, this.#plot.screenWidth);
    const span = Math.max((max - min) * (1 + 2 * MARGIN), minimumSpan(channel.unit, max));
    const low = (min + max) / 2 - span / 2;
    this.#plot.draw({
      xTicks: [],
      yTicks: [],
      axisWidth,
      footHeight: 4,
      palette,
      share: { x: (time) => (time - view.from) / (view.to - view.from), y: (value) => (value - low) / span },
      shown: new Set([trace]),
    });
  }

  /** Marks the window that is shown. */
  mark(view: View): void {
    const { from, to } = this.#parts.navigator.limits;
    const { overviewWindow } = this.#parts.elements;
    const part = (time: number): number => ((time - from) / Math.max(1, to - from)) * 100;
    overviewWindow.style.left = `${part(view.from)}%`;
    overviewWindow.style.width = `${part(view.to) - part(view.from)}%`;
    const text = `${timeLabel(view.from, SECOND)} to ${timeLabel(view.to, SECOND)}`;
    if (overviewWindow.ariaValueText === text) return;
    overviewWindow.ariaValueNow = String(Math.round(part(view.to)));
    overviewWindow.ariaValueText = text;
  }

  fit(): void {
    const { overviewPlot } = this.#parts.elements;
    this.#plot.resize(overviewPlot.clientWidth, overviewPlot.clientHeight);
  }

  stop(): void {
    this.#ending.abort();
    // The page laid it out; the plot that goes must not take it along.
    this.#parts.elements.overviewPlot.append(this.#parts.elements.overviewWindow);
    this.#plot.stop();
  }

  #timeAt(clientX: number): number {
    const box = this.#plot.area.getBoundingClientRect();
    const { from, to } = this.#parts.navigator.limits;
    return from + ((clientX - box.left) / Math.max(1, box.width)) * (to - from);
  }

  #moveTo(from: number): void {
    const { view } = this.#parts.navigator;
    this.#parts.navigator.show({ from, to: from + view.to - view.from });
    this.#parts.onMoved(true);
  }
}
