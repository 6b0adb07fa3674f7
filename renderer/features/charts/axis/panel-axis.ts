import type { Plot } from '../drawing/plot.ts';
import type { Box } from '../drawing/surface.ts';
import type { PanelScale } from '../scene/panel-scale.ts';
import type { PointerAxis } from './axis-pointer.ts';
import type { AxisLimits, AxisStore } from './axis-settings.ts';

export interface PanelAxisOptions {
  readonly plot: Pick<Plot, 'area'>;
  /** Contains the plot and the labels of the axis. */
  readonly host: HTMLElement;
  readonly scale: PanelScale;
  /** `ChannelAxis.id` */
  readonly id: string;
  readonly side: 'left' | 'right';
  readonly axes: AxisStore;
}

/** A panel's value axis under the pointer: an element over its labels, and its movements. */
export class PanelAxis implements PointerAxis {
  readonly element = document.createElement('div');
  readonly #options: PanelAxisOptions;
  #box: Box | undefined;
  /** The values of the axis at the start of a drag. */
  #grip: ((share: number) => number) | undefined;

  constructor(options: PanelAxisOptions) {
    this.#options = options;
    this.element.className = `chart-axis is-${options.side}`;
    this.element.title = 'Scroll to zoom, drag to move, double-click for automatic';
    options.host.append(this.element);
  }

  get area(): HTMLElement {
    return this.#options.plot.area;
  }

  /** Its ends, in the contract's unit; undefined without an axis. */
  get shown(): AxisLimits | undefined {
    return this.#options.scale.part(0, 1);
  }

  /** `ChannelAxis.id` */
  get id(): string {
    return this.#options.id;
  }

  /** Adopts the position of the plot. */
  place(box: Box): void {
    if (box === this.#box) return;
    this.#box = box;
    const isRight = this.#options.side === 'right';
    this.element.style.left = isRight ? `${box.x + box.width}px` : '0';
    this.element.style.width = isRight ? 'auto' : `${box.x}px`;
    this.element.style.top = `${box.y}px`;
    this.element.style.height = `${box.height}px`;
  }

  zoom(factor: number, at: number): void {
    this.#limit(this.#options.scale.part(at - at * factor, at + (1 - at) * factor));
  }

  pan(by: number, isStart: boolean): void {
    if (isStart) this.#grip = this.#options.scale.frozen();
    const valueAt = this.#grip;
    if (valueAt) this.#limit({ min: valueAt(by), max: valueAt(1 + by) });
  }

  release(): void {
    const { axes, id } = this.#options;
    axes.release(id);
  }

  stop(): void {
    this.element.remove();
  }

  #limit(limits: AxisLimits | undefined): void {
    const { axes, id, scale } = this.#options;
    if (!limits) return;
    axes.limit(id, limits);
    scale.apply(axes.of(id));
  }
}
