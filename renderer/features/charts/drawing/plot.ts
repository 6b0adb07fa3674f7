import type { View } from '../view/view.ts';
import { CanvasSurface } from './canvas-surface.ts';
import { drawPlot, type PlotScene } from './draw-plot.ts';
import { LineLayer } from './line-layer.ts';
import type { Box } from './surface.ts';

/** Lengths in CSS pixels. */
export interface PlotMargins {
  /** Margin above the plot. */
  readonly top: number;
  /** Margin to the right of the plot, without an axis there. */
  readonly right: number;
}

/** Calls back when the resolution of the screen changed, or the page was zoomed. @returns unsubscribes */
export function watchPixelRatio(onChange: () => void): () => void {
  const ending = new AbortController();
  const watch = (): void => {
    const listen = (): void => {
      onChange();
      watch();
    };
    matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', listen, {
      once: true,
      signal: ending.signal,
    });
  };
  watch();
  return () => ending.abort();
}

/** A canvas with axes and lines, and an element over the plot between them. */
export class Plot {
  /** Covers the plot between its axes. */
  readonly area = document.createElement('div');
  readonly #host: HTMLElement;
  readonly #margins: PlotMargins;
  readonly #canvas = document.createElement('canvas');
  readonly #context: CanvasRenderingContext2D;
  #box: Box = { x: 0, y: 0, width: 1, height: 1 };
  #axisWidth = 0;
  #rightWidth = 0;
  #footHeight = 0;
  #ratio = 1;
  readonly #lines = new LineLayer();
  #fonts: string | undefined;
  #scene: PlotScene | undefined;
  #view: View | undefined;

  /** @throws Error if the browser cannot draw */
  constructor(host: HTMLElement, margins: PlotMargins) {
    const context = this.#canvas.getContext('2d');
    if (!context) throw new Error('Cannot draw charts: the browser has no canvas. Reload the page.');
    this.#host = host;
    this.#margins = margins;
    this.#context = context;
    this.#canvas.className = 'chart-canvas';
    this.area.className = 'chart-area';
    host.append(this.#canvas, this.area);
    this.fit();
  }

  /** Width between the axes, in CSS pixels, as last drawn: reading it from the page would force a layout. */
  get width(): number {
    return this.#box.width;
  }

  /** Height between the axes, likewise. */
  get height(): number {
    return this.#box.height;
  }

  /** Width between the axes, in screen pixels. */
  get screenWidth(): number {
    return Math.round(this.#box.width * this.#ratio);
  }

  /**
   * Makes room for the axes.
   * @param axisWidth of the value axis's labels, in CSS pixels
   * @param footHeight below the plot, in CSS pixels
   * @param rightWidth of the right axis's labels, in CSS pixels; 0 without one
   * @returns the plot between the axes
   */
  place(axisWidth: number, footHeight: number, rightWidth = 0): Box {
    const isSame = axisWidth === this.#axisWidth && rightWidth === this.#rightWidth;
    if (!isSame || footHeight !== this.#footHeight) {
      this.#axisWidth = axisWidth;
      this.#rightWidth = rightWidth;
      this.#footHeight = footHeight;
      this.#arrange();
    }
    return this.#box;
  }

  /**
   * @param scene in the box of `place`
   * @param fonts as in the style sheet's `font-family`
   * @param view of the scene, if only the user moves it: lines that were drawn already are not drawn again
   */
  draw(scene: PlotScene, fonts: string, view?: View): void {
    this.#scene = scene;
    this.#fonts = fonts;
    this.#view = view;
    if (!view) this.#lines.clear();
    this.#paint();
  }

  /** Adopts the size of its element and the resolution of the screen. */
  fit(): void {
    const { clientWidth: width, clientHeight: height } = this.#host;
    const ratio = devicePixelRatio;
    const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (width === 0 || height === 0 || (across === this.#canvas.width && down === this.#canvas.height)) return;
    this.#ratio = ratio;
    this.#canvas.width = across;
    this.#canvas.height = down;
    this.#canvas.style.width = `${width}px`;
    this.#canvas.style.height = `${height}px`;
    this.#arrange();
    // A canvas of another size is empty.
    this.#paint();
  }

  stop(): void {
    this.#canvas.remove();
    this.area.remove();
  }

  #arrange(): void {
    const { top } = this.#margins;
    const right = Math.max(this.#margins.right, this.#rightWidth);
    const width = this.#canvas.width / this.#ratio - this.#axisWidth - right;
    const height = this.#canvas.height / this.#ratio - top - this.#footHeight;
    this.#box = { x: this.#axisWidth, y: top, width: Math.max(1, width), height: Math.max(1, height) };
    if (this.#scene) this.#scene = { ...this.#scene, box: this.#box };
    const { style } = this.area;
    style.left = `${this.#box.x}px`;
    style.top = `${this.#box.y}px`;
    style.width = `${this.#box.width}px`;
    style.height = `${this.#box.height}px`;
  }

  #paint(): void {
    const [scene, fonts, view] = [this.#scene, this.#fonts, this.#view];
    if (!scene || fonts === undefined) return;
    const { width, height } = this.#canvas;
    this.#context.setTransform(1, 0, 0, 1, 0, 0);
    this.#context.clearRect(0, 0, width, height);
    this.#context.setTransform(this.#ratio, 0, 0, this.#ratio, 0, 0);
    const surface = new CanvasSurface(this.#context, fonts);
    if (!view) drawPlot(surface, scene);
    else drawPlot(surface, scene, () => this.#lines.draw(this.#context, { ...scene, view }, this.#ratio, fonts));
  }
}
