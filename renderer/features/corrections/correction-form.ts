import {
  type ChannelCorrection,
  type CorrectionFit,
  type CorrectionInput,
  correctionInputSchema,
  displayUnit,
  fieldsOf,
  MAX_CORRECTION_POINTS,
} from '../../../service/contract/index.ts';
import { describeFieldError, type FormError, labelsOf } from '../../components/config-editor/field-errors.ts';
import { formatNumberInput, parseNumberInput } from '../../data/format/numbers.ts';

export const CORRECTION_FIELDS = fieldsOf(correctionInputSchema);

/** Points of a curve through all of them. */
export const MAX_EXACT_POINTS = 3;

const POINT_LABELS = Object.fromEntries(
  Array.from({ length: MAX_CORRECTION_POINTS }, (_, index) => [
    [`points.${index}.measured`, `Point ${index + 1}, measured`] as const,
    [`points.${index}.reference`, `Point ${index + 1}, reference`] as const,
  ]).flat(),
);

/** Of all fields, by path. */
export const CORRECTION_LABELS: Readonly<Record<string, string>> = {
  ...labelsOf(CORRECTION_FIELDS),
  ...POINT_LABELS,
  'range.from': 'From',
  'range.to': 'To',
  'range.outside': 'Outside the range',
};

/** Texts as typed, in `unit`. `enabled` has a switch that saves itself. */
export interface CorrectionForm {
  /** The channel's API unit. */
  kept: string;
  unit: string;
  points: { measured: string; reference: string }[];
  fit: CorrectionFit;
  hasRange: boolean;
  range: { from: string; to: string; outside: 'continue' | 'none' };
  standard: string;
  date: string;
  by: string;
  note: string;
  due: string;
}

/** @param today as in a date field */
export function emptyForm(kept: string, unit: string, today: string): CorrectionForm {
  return {
    kept,
    unit,
    points: [],
    fit: 'exact',
    hasRange: false,
    range: { from: '', to: '', outside: 'continue' },
    standard: '',
    date: today,
    by: '',
    note: '',
    due: '',
  };
}

/** The form of a stored correction. @param kept the channel's API unit */
export function toForm(correction: CorrectionInput, kept: string): CorrectionForm {
  const { unit, points, fit, range, standard, date, by, note, due } = correction;
  return {
    kept,
    unit,
    points: points.map(({ measured, reference }) => ({
      measured: formatNumberInput(measured),
      reference: formatNumberInput(reference),
    })),
    fit,
    hasRange: range !== null,
    range: {
      from: range ? formatNumberInput(range.from) : '',
      to: range ? formatNumberInput(range.to) : '',
      outside: range?.outside ?? 'continue',
    },
    standard,
    date,
    by,
    note,
    due: due ?? '',
  };
}

/** The form as the API expects it; NaN for text that is not a number. */
export function inputOfForm(form: CorrectionForm, enabled = true): CorrectionInput {
  const { unit, points, fit, hasRange, range, standard, date, by, note, due } = form;
  const number = (text: string): number => parseNumberInput(text, unit);
  return {
    enabled,
    unit,
    points: points.map(({ measured, reference }) => ({ measured: number(measured), reference: number(reference) })),
    fit,
    range: hasRange ? { from: number(range.from), to: number(range.to), outside: range.outside } : null,
    standard: standard.trim(),
    date,
    by: by.trim(),
    note,
    due: due === '' ? null : due,
  };
}

/** Replaces the schema's messages about one field. */
function ownWords(path: string): string | undefined {
  if (path === 'points') return `Enter 1 to ${MAX_CORRECTION_POINTS} points.`;
  if (/^points\.|^range\.(?:from|to)$/.test(path)) return 'Enter a number, such as 20.1.';
  return path === 'date' || path === 'due' ? 'Enter a date.' : undefined;
}

/** All field errors; the first of each field comes first. */
export function checkForm(form: CorrectionForm): FormError[] {
  const input = inputOfForm(form);
  const issues = correctionInputSchema.safeParse(input).error?.issues ?? [];
  const errors = issues.map(({ path: parts, code, message }) => {
    const path = parts.join('.');
    const own = code === 'custom' ? undefined : ownWords(path);
    return { path, message: own ?? describeFieldError(CORRECTION_LABELS, path, message) };
  });
  return [...errors, ...curveErrors(input)];
}

function curveErrors({ fit, points }: CorrectionInput): FormError[] {
  const count = points.length;
  if (fit === 'exact' && count > MAX_EXACT_POINTS) {
    const message = `A curve through the points has at most ${MAX_EXACT_POINTS}. Select a least-squares curve.`;
    return [{ path: 'fit', message }];
  }
  const least = fit === 'line' ? 2 : fit === 'parabola' ? MAX_EXACT_POINTS : 0;
  if (count === 0 || count >= least) return [];
  return [{ path: 'fit', message: `This curve needs at least ${least} points.` }];
}

/** What a preview is asked for, and the row in the form of each of its points. */
export interface PreviewRequest {
  readonly input: CorrectionInput;
  readonly rows: readonly number[];
}

/** Of the complete points; undefined without any, and while the range is incomplete. */
export function previewRequestOf(form: CorrectionForm): PreviewRequest | undefined {
  const { enabled, unit, points, fit, range } = inputOfForm(form);
  const rows = [...points.keys()].filter((index) => {
    const point = points[index];
    return point && Number.isFinite(point.measured) && Number.isFinite(point.reference);
  });
  const complete = points.filter((_, index) => rows.includes(index));
  const bare = { enabled, unit, points: complete, fit, range, standard: '', date: '', by: '', note: '', due: null };
  const isValid = correctionInputSchema.safeParse(bare).success && curveErrors(bare).length === 0;
  return isValid ? { input: bare, rows } : undefined;
}

/** The path in the form of an error about a preview's request. */
export function previewErrorPath(path: string, rows: readonly number[]): string {
  return path.replace(/^points\.(\d+)/, (_, index: string) => `points.${rows[Number(index)] ?? index}`);
}

/** The form in another unit: the numbers are converted, other texts stay. */
export function inUnit(form: CorrectionForm, unit: string): Pick<CorrectionForm, 'unit' | 'points' | 'range'> {
  const before = displayUnit(form.kept, form.unit);
  const after = displayUnit(form.kept, unit);
  const convert = (text: string): string => {
    const value = parseNumberInput(text, form.unit);
    return Number.isNaN(value) ? text : formatNumberInput(after.toShown(before.toContract(value)));
  };
  const { from, to, outside } = form.range;
  return {
    unit,
    points: form.points.map(({ measured, reference }) => ({
      measured: convert(measured),
      reference: convert(reference),
    })),
    range: { from: convert(from), to: convert(to), outside },
  };
}

/** Equal texts mean equal forms. */
export function formText(form: CorrectionForm): string {
  return JSON.stringify(form);
}

/** Equal texts mean equal corrections, on or off. */
export function configurationText({ correction }: ChannelCorrection): string {
  return JSON.stringify(correction && { ...correction, enabled: true });
}
