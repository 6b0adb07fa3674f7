import type { DisplayUnit } from '../../../data/units/display-unit.ts';
import type { Tick } from '../drawing/draw-plot.ts';
import { nextRange, type ValueRange, valueLabels, valueTicks } from './value-range.ts';

/** Height of one step of the value axis, in CSS pixels. */
const STEP_HEIGHT = 44;

/** A panel's value axis, in the display unit. */
export class PanelScale {
  /** The contract's unit. */
  readonly #apiUnit: string;
  #unit: DisplayUnit | undefined;
  /** From the contract's unit to the display unit. */
  #slope = 1;
  #offset = 0;
  #range: ValueRange | undefined;
  #steps = 0;
  #labels: readonly string[] = [];

  constructor(apiUnit: string) {
    this.#apiUnit = apiUnit;
  }

  /** Name of the display unit. */
  get unit(): string {
    return this.#unit?.unit ?? '';
  }

  /** In the display unit; undefined without values. */
  get range(): ValueRange | undefined {
    return this.#range;
  }

  /** Tick labels, ascending by value. */
  get labels(): readonly string[] {
    return this.#labels;
  }

  get ticks(): Tick[] {
    const range = this.#range;
    if (!range) return [];
    return valueTicks(range).map((tick, index) => ({ at: part(range, tick), label: this.#labels[index] ?? '' }));
  }

  /** All display units are linear: two values define the conversion, at no cost for each point. */
  show(unit: DisplayUnit): void {
    if (unit === this.#unit) return;
    this.#unit = unit;
    this.#slope = unit.toShownDifference(1);
    this.#offset = unit.toShown(0);
    this.#range = undefined;
  }

  /** Fits the values in view, in the contract's unit; infinities without any. @param height in CSS pixels */
  fit(min: number, max: number, height: number): void {
    const steps = Math.max(2, Math.min(6, Math.floor(height / STEP_HEIGHT)));
    const previous = steps === this.#steps ? this.#range : undefined;
    const range = nextRange(previous, this.#shown(min), this.#shown(max), this.#apiUnit, steps, this.#slope);
    if (range && range !== this.#range) this.#labels = valueLabels(range);
    this.#range = range;
    this.#steps = steps;
  }

  /** Position of a value in the contract's unit, as a fraction of the axis. */
  share(value: number): number {
    return this.#range ? part(this.#range, this.#shown(value)) : 0;
  }

  #shown(value: number): number {
    return value * this.#slope + this.#offset;
  }
}

function part({ min, max }: ValueRange, value: number): number {
  return (value - min) / (max - min);
}
