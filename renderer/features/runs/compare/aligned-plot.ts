import type { DisplayUnit } from '../../../../service/contract/index.ts';
import { AUTOMATIC } from '../../charts/axis/axis-settings.ts';
import type { ChartChannel } from '../../charts/channels.ts';
import { extremes } from '../../charts/data/decimate.ts';
import type { PointBuffer } from '../../charts/data/point-buffer.ts';
import { measureText } from '../../charts/drawing/canvas-surface.ts';
import { LABEL_SIZE, lineWidthOf, type PlotLine, type Projection } from '../../charts/drawing/draw-plot.ts';
import { readPalette, seriesColor, watchTheme } from '../../charts/drawing/palette.ts';
import { Plot, watchPixelRatio } from '../../charts/drawing/plot.ts';
import { CursorMark, cursorLabelWidth } from '../../charts/scene/overlays.ts';
import { PanelScale } from '../../charts/scene/panel-scale.ts';
import type { View } from '../../charts/view/view.ts';
import { elapsedAxis, formatElapsed } from './aligned-points.ts';

export interface AlignedLine {
  readonly channel: ChartChannel;
  readonly points: PointBuffer;
}

export interface AlignedScene {
  readonly lines: readonly AlignedLine[];
  /** Milliseconds since the start. */
  readonly view: View;
  readonly unit: DisplayUnit;
  /** Likewise; undefined without a cursor. */
  readonly cursor: number | undefined;
}

/** In CSS pixels. */
const MARGINS = { top: 8, right: 26 };
const TIME_AXIS = 24;
const AXIS_GAP = 20;
const TICK_LABEL = 70;

/** Draws lines over the time since the start of their runs, in the theme of the page. */
export class AlignedPlot {
  readonly #host: HTMLElement;
  readonly #plot: Plot;
  /** The line at 0. */
  readonly #start = document.createElement('div');
  readonly #ending: (() => void)[];
  #scale: PanelScale | undefined;
  #mark: CursorMark | undefined;
  #colors = '';
  #scene: AlignedScene | undefined;

  /** @throws Error if the browser cannot draw */
  constructor(host: HTMLElement) {
    this.#host = host;
    this.#plot = new Plot(host, MARGINS);
    this.#start.className = 'run-start';
    const fit = (): void => {
      this.#plot.fit();
      this.#draw();
    };
    const sizes = new ResizeObserver(fit);
    sizes.observe(host);
    this.#ending = [() => sizes.disconnect(), watchTheme(() => this.#draw()), watchPixelRatio(fit)];
  }

  /** The element between the axes. */
  get area(): HTMLElement {
    return this.#plot.area;
  }

  show(scene: AlignedScene): void {
    if (scene.unit !== this.#scene?.unit) this.#scale = new PanelScale(scene.unit.contractUnit);
    this.#scene = scene;
    this.#draw();
  }

  stop(): void {
    for (const end of this.#ending) end();
    this.#plot.stop();
  }

  #draw(): void {
    const [scene, scale] = [this.#scene, this.#scale];
    if (!scene || !scale) return;
    const { lines, view, unit, cursor } = scene;
    const palette = readPalette(this.#host);
    scale.show(unit, AUTOMATIC);
    const found = lines.map(({ points }) => extremes(points, view));
    const [min, max] = [Math.min(...found.map((one) => one.min)), Math.max(...found.map((one) => one.max))];
    scale.fit(min, max, this.#plot.height);
    const labels = scale.ticks.map(({ label }) => measureText(label, `${LABEL_SIZE}px ${palette.fonts}`));
    const box = this.#plot.place(AXIS_GAP + Math.max(0, ...labels), TIME_AXIS);
    const length = view.to - view.from;
    const share: Projection = { x: (time) => (time - view.from) / length, y: (value) => scale.share(value) };
    const drawn = lines.map(({ channel, points }): PlotLine => {
      const color = palette.series[channel.color % palette.series.length] ?? '';
      return { points, color, dash: channel.dash, dashOffset: 0 };
    });
    const label = cursor === undefined ? '' : formatElapsed(cursor);
    const x = cursor === undefined ? undefined : share.x(cursor) * box.width;
    const xTicks = elapsedAxis(view, box.width, x, (cursorLabelWidth(label) + TICK_LABEL) / 2);
    const axis = { yTicks: scale.ticks, lines: drawn, floor: scale.floor, limits: [], share };
    this.#plot.draw({ ...axis, box, xTicks, lineWidth: lineWidthOf(axis), colors: palette }, palette.fonts, view);
    this.#markAt(scene, share, x, label);
  }

  #markAt({ lines, cursor, view }: AlignedScene, share: Projection, x: number | undefined, label: string): void {
    const colors = lines.map(({ channel }) => seriesColor(channel.color));
    if (!this.#mark || colors.join() !== this.#colors) {
      this.#plot.area.replaceChildren(this.#start);
      this.#mark = new CursorMark(this.#plot.area, colors);
      this.#colors = colors.join();
    }
    const zero = share.x(0);
    this.#start.hidden = !(zero > 0 && zero < 1);
    this.#start.style.left = `${zero * 100}%`;
    this.#mark.move(x, label);
    for (const [index, { points }] of lines.entries()) {
      const at = cursor === undefined ? -1 : pointAt(points, cursor, view);
      const place = { x: share.x(points.time(at)), y: share.y(points.value(at)) };
      this.#mark.dot(index, at < 0 ? undefined : place);
    }
  }
}

/** The cursor finds points within this part of the view. */
const REACH = 1 / 250;

/** Index of the point of a line at the cursor; -1 in a gap, and before and after the line. */
export function pointAt(points: PointBuffer, cursor: number, { from, to }: View): number {
  return points.nearest(cursor, (to - from) * REACH);
}
