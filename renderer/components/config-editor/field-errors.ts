import type * as z from 'zod';
import type { Field } from '../../../service/contract/index.ts';
import { secondsText } from '../../data/format/durations.ts';
import { plural } from '../../data/format/numbers.ts';
import { capitalized } from '../../data/format/text.ts';

export interface FormError {
  /** Path of the field in the form and in the API. */
  path: string;
  message: string;
}

/** Labels of fields by their path. */
export type FieldLabels = Readonly<Record<string, string>>;

export function labelsOf(fields: readonly Field[]): FieldLabels {
  return Object.fromEntries(fields.map(({ path, label }) => [path, label]));
}

/** A message that starts with one of these lacks its subject. */
const FOLLOWS = /^(?:is|are|was|may|must|has|have|can|cannot|could|does|do|needs?|belongs?|stands?|fits?)\b/;

/**
 * A sentence, with the label of the field unless the message names it: "Port: must be a whole number."
 * @param path as in the API; an unknown path stands for its label
 */
export function describeFieldError(labels: FieldLabels, path: string, message: string): string {
  const label = labels[path] ?? path;
  const isRule = label !== '' && FOLLOWS.test(message);
  const text = isRule ? `${label}: ${message}` : capitalized(message);
  return /[.?]$/.test(text) ? text : `${text}.`;
}

/** The field that a path of the API belongs to, which may be that of an item of a list: `to.1`. */
export function fieldOfPath<Path extends string>(paths: readonly Path[], path: string): Path | undefined {
  return paths.find((field) => field === path) ?? paths.find((field) => path.startsWith(`${field}.`));
}

/** The errors of a schema at the fields of a form, which has milliseconds in seconds. */
export function fieldErrors(fields: readonly Field[], issues: readonly z.core.$ZodIssue[] = []): FormError[] {
  const labels = labelsOf(fields);
  return issues.map(({ path, code, message }) => {
    const issuePath = path.join('.');
    const place = fieldOfPath(Object.keys(labels), issuePath) ?? issuePath;
    const { unit, min = 0, max = 0 } = fields.find((field) => field.path === place) ?? {};
    const isRange = unit === 'ms' && code !== 'custom';
    const rule = isRange ? `must be ${secondsText(min)} s to ${secondsText(max)} s` : message;
    return { path: place, message: describeFieldError(labels, place, rule) };
  });
}

/** Errors shown of a file. */
const SHOWN_ERRORS = 8;

/** Without repetitions; further errors are counted. */
export function firstErrors(sentences: readonly string[]): string[] {
  const all = [...new Set(sentences)];
  const more = all.length - SHOWN_ERRORS;
  return more > 0 ? [...all.slice(0, SHOWN_ERRORS), plural(more, 'more error')] : all;
}
