import type { DisplayUnit } from '../../../../service/contract/index.ts';
import { constantSpan, nextRange, type ValueRange } from '../../../../service/contract/value-range.ts';
import { axisTicksOf, type Tick } from '../../../../service/contract/value-ticks.ts';
import { AUTOMATIC, type AxisLimits, type AxisSettings } from '../axis/axis-settings.ts';

/** Height of one step of the value axis, in CSS pixels. */
const STEP_HEIGHT = 34;

/** Range of a logarithmic axis around a constant line, in decades. */
const CONSTANT_DECADES = 0.2;

/** A panel's value axis, in the display unit. */
export class PanelScale {
  /** The contract's unit. */
  readonly #apiUnit: string;
  #unit: DisplayUnit | undefined;
  #settings: AxisSettings = AUTOMATIC;
  /** From the contract's unit to the display unit. */
  #slope = 1;
  #offset = 0;
  /** In the display unit; in decades on a logarithmic axis. */
  #range: ValueRange | undefined;
  /** The user's limits, likewise; undefined without any that the axis can show. */
  #fixed: ValueRange | undefined;
  #steps = 0;
  #ticks: readonly Tick[] = [];
  /** The range of the ticks. */
  #ticksOf: ValueRange | undefined;

  constructor(apiUnit: string) {
    this.#apiUnit = apiUnit;
  }

  /** Name of the display unit. */
  get unit(): string {
    return this.#unit?.unit ?? '';
  }

  /** Whether there is an axis: not before the first value. */
  get isKnown(): boolean {
    return this.#range !== undefined;
  }

  /** Ascending by value. */
  get ticks(): readonly Tick[] {
    return this.#ticks;
  }

  /** Values at or below it, in the contract's unit, cannot be drawn: a logarithmic axis has none up to 0. */
  get floor(): number {
    return this.#settings.isLogarithmic ? -this.#offset / this.#slope : Number.NEGATIVE_INFINITY;
  }

  /** All display units are linear: two values define the conversion, at no cost for each point. */
  show(unit: DisplayUnit, settings: AxisSettings): void {
    if (unit === this.#unit && settings === this.#settings) return;
    this.#unit = unit;
    this.#slope = unit.toShownDifference(1);
    this.#offset = unit.toShown(0);
    this.apply(settings);
  }

  /** Adopts settings in the same unit. Limits count at once, so that the next movement starts from them. */
  apply(settings: AxisSettings): void {
    this.#settings = settings;
    const { limits } = settings;
    const fixed = limits && { min: this.#onAxis(this.#shown(limits.min)), max: this.#onAxis(this.#shown(limits.max)) };
    this.#fixed = fixed && Number.isFinite(fixed.min) ? fixed : undefined;
    this.#range = this.#fixed;
  }

  /** Fits the values in view, in the contract's unit; infinities without any. @param height in CSS pixels */
  fit(min: number, max: number, height: number): void {
    const steps = Math.max(2, Math.min(6, Math.floor(height / STEP_HEIGHT)));
    const range = this.#fixed ?? this.#automatic(min, max, steps);
    this.#range = range;
    if (range === this.#ticksOf && steps === this.#steps) return;
    this.#ticks = range ? axisTicksOf(range, this.#settings.isLogarithmic === true, steps) : [];
    this.#ticksOf = range;
    this.#steps = steps;
  }

  /** Position of a value in the contract's unit, as a fraction of the axis; −∞ at or below the floor. */
  share(value: number): number {
    const range = this.#range;
    return range ? (this.#onAxis(this.#shown(value)) - range.min) / (range.max - range.min) : 0;
  }

  /** The value at any fraction of the axis as it is now, in the contract's unit; undefined without an axis. */
  frozen(): ((share: number) => number) | undefined {
    const range = this.#range;
    if (!range) return undefined;
    const [slope, offset, isLogarithmic] = [this.#slope, this.#offset, this.#settings.isLogarithmic];
    return (share) => {
      const at = range.min + share * (range.max - range.min);
      return ((isLogarithmic ? 10 ** at : at) - offset) / slope;
    };
  }

  /** A part of the axis, in the contract's unit; undefined without an axis. @param from,to fractions of the axis */
  part(from: number, to: number): AxisLimits | undefined {
    const valueAt = this.frozen();
    return valueAt && { min: valueAt(from), max: valueAt(to) };
  }

  #automatic(min: number, max: number, steps: number): ValueRange | undefined {
    const { isLogarithmic = false, leastSpan = 0 } = this.#settings;
    const previous = steps === this.#steps ? this.#range : undefined;
    const span = isLogarithmic ? CONSTANT_DECADES : constantSpan(this.#apiUnit, (min + max) / 2) * this.#slope;
    return nextRange(previous, this.#onAxis(this.#shown(min)), this.#onAxis(this.#shown(max)), {
      maxSteps: steps,
      constantSpan: span,
      leastSpan: isLogarithmic ? 0 : leastSpan * this.#slope,
      keepsSign: !isLogarithmic,
    });
  }

  #shown(value: number): number {
    return value * this.#slope + this.#offset;
  }

  #onAxis(shown: number): number {
    if (!this.#settings.isLogarithmic) return shown;
    return shown > 0 ? Math.log10(shown) : Number.NEGATIVE_INFINITY;
  }
}
