import type { DisplayUnit } from '../../../../service/contract/index.ts';
import { formatEntered, formatNumberInput, parseNumberInput } from '../../../data/format/numbers.ts';
import { type AxisLimits, type AxisSettings, areLimits, LARGEST_LIMIT, roundedLimits } from './axis-settings.ts';

export type AxisRange = 'automatic' | 'least' | 'fixed';

/** Numbers as typed, in the display unit. */
export interface AxisForm {
  readonly range: AxisRange;
  readonly least: string;
  readonly min: string;
  readonly max: string;
  readonly isLogarithmic: boolean;
}

export interface AxisFormError {
  readonly field: 'least' | 'min' | 'max';
  readonly text: string;
}

/** Digits beyond those of the range: few where the ends follow the readings, more where the user set them. */
const SPARE_DIGITS = { automatic: 2, set: 6 };

/** @param shown the ends of the axis as it is drawn, in the contract's unit; undefined without one */
export function formOfAxis(settings: AxisSettings, shown: AxisLimits | undefined, unit: DisplayUnit): AxisForm {
  const { limits = shown, leastSpan, isLogarithmic = false } = settings;
  const spare = settings.limits ? SPARE_DIGITS.set : SPARE_DIGITS.automatic;
  const ends = limits && roundedLimits({ min: unit.toShown(limits.min), max: unit.toShown(limits.max) }, spare);
  return {
    range: settings.limits ? 'fixed' : leastSpan === undefined ? 'automatic' : 'least',
    least: leastSpan === undefined ? '' : formatNumberInput(unit.toShownDifference(leastSpan)),
    min: ends ? formatNumberInput(ends.min) : '',
    max: ends ? formatNumberInput(ends.max) : '',
    isLogarithmic,
  };
}

/** The settings of a form, or what is wrong with it. */
export function parseAxisForm(form: AxisForm, unit: DisplayUnit): AxisSettings | AxisFormError {
  const scale: AxisSettings = form.isLogarithmic ? { isLogarithmic: true } : {};
  if (form.range === 'automatic') return scale;
  if (form.range === 'least') {
    const least = parseNumberInput(form.least, unit.unit);
    if (form.isLogarithmic) return { field: 'least', text: 'A logarithmic axis has no smallest range.' };
    if (!(least > 0 && least <= LARGEST_LIMIT)) return { field: 'least', text: 'Enter a number above 0.' };
    return { leastSpan: unit.toContractDifference(least) };
  }
  const [min, max] = [parseNumberInput(form.min, unit.unit), parseNumberInput(form.max, unit.unit)];
  if (!(Math.abs(min) <= LARGEST_LIMIT)) return { field: 'min', text: 'Enter a number.' };
  if (!(Math.abs(max) <= LARGEST_LIMIT)) return { field: 'max', text: 'Enter a number.' };
  if (form.isLogarithmic && min <= 0) return { field: 'min', text: 'Must be above 0: the axis is logarithmic.' };
  if (max <= min) return { field: 'max', text: 'Must be above the lower end.' };
  const limits = { min: unit.toContract(min), max: unit.toContract(max) };
  if (!areLimits(limits)) return { field: 'max', text: 'Too close to the lower end.' };
  return { ...scale, limits };
}

/** The settings with a logarithmic or linear axis, without what a logarithmic one cannot have. */
export function withLogarithmic(settings: AxisSettings, isLogarithmic: boolean, unit: DisplayUnit): AxisSettings {
  const { limits, leastSpan } = settings;
  if (!isLogarithmic) return { ...(limits && { limits }), ...(leastSpan !== undefined && { leastSpan }) };
  return { ...(limits && unit.toShown(limits.min) > 0 && { limits }), isLogarithmic };
}

/** `Automatic`, `Fixed`, `At least 2 °C`, `Logarithmic, fixed` */
export function axisState({ limits, leastSpan, isLogarithmic }: AxisSettings, unit: DisplayUnit): string {
  if (isLogarithmic) return limits ? 'Logarithmic, fixed' : 'Logarithmic';
  if (limits) return 'Fixed';
  if (leastSpan === undefined) return 'Automatic';
  return `At least ${formatEntered(unit.toShownDifference(leastSpan))} ${unit.unit}`.trimEnd();
}
