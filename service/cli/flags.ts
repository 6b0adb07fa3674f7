import { InvalidArgumentError, Option } from 'commander';
import type { CorrectionPoint } from '../contract/corrections.ts';
import { FAMILIES } from '../contract/families.ts';
import type { Field } from '../contract/field.ts';
import type { ImportOptions } from '../contract/imports.ts';
import { DURATION_TEXT, parseDuration, parseTimestamp, TIMESTAMP_HELP } from './text/time.ts';

/** Node's timers cannot wait longer, in milliseconds. */
const LONGEST_MS = 24 * 86_400_000;

export function choiceOption(flags: string, description: string, choices: readonly string[]): Option {
  return new Option(flags, description).choices(choices);
}

/** Parses a whole number within the bounds. @throws InvalidArgumentError */
export function integerOption(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`must be a whole number from ${min} to ${max}.`);
  };
}

/** Parses a number within the bounds. @throws InvalidArgumentError */
function numberOption(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`must be a number from ${min} to ${max}.`);
  };
}

/** Parses a duration into milliseconds. @throws InvalidArgumentError, also above 24 days */
export function duration(text: string): number {
  const value = parseDuration(text);
  if (value !== undefined && value > 0 && value <= LONGEST_MS) return value;
  throw new InvalidArgumentError(`must be ${DURATION_TEXT}, at most 24d.`);
}

/** Parses a duration into seconds; a number alone is one of seconds. @throws InvalidArgumentError */
export function secondsOption(text: string): number {
  const value = parseDuration(/^[\d.]+$/.test(text) ? `${text}s` : text);
  if (value !== undefined) return value / 1000;
  throw new InvalidArgumentError(`must be seconds, or ${DURATION_TEXT}.`);
}

/** Parses a duration within the bounds into seconds. @throws InvalidArgumentError */
function secondsWithin(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = secondsOption(text);
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`must be ${min} to ${max} seconds.`);
  };
}

/** Parses a time into milliseconds since 1970. @throws InvalidArgumentError */
export function timestampOption(text: string): number {
  const value = parseTimestamp(text, Date.now());
  if (value !== undefined) return value;
  throw new InvalidArgumentError(`must be ${TIMESTAMP_HELP}.`);
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Parses a decimal number. @throws InvalidArgumentError */
export function decimal(text: string): number {
  if (NUMBER.test(text)) return Number(text);
  throw new InvalidArgumentError('must be a number with a decimal point, such as -40 or 20.1.');
}

/** Parses a point of a correction, and adds it to the earlier ones. @throws InvalidArgumentError */
export function pointOption(text: string, earlier: CorrectionPoint[] | undefined): CorrectionPoint[] {
  const [measured = '', reference = '', ...rest] = text.split('=');
  if (NUMBER.test(measured) && NUMBER.test(reference) && rest.length === 0) {
    return [...(earlier ?? []), { measured: Number(measured), reference: Number(reference) }];
  }
  throw new InvalidArgumentError('must be measured=reference, such as 20.1=20.0.');
}

/** Collects channels of columns. @throws InvalidArgumentError */
export function columnOption(text: string, earlier: ImportOptions['columns'] | undefined): ImportOptions['columns'] {
  const [, column, path = '', unit] = /^(\d{1,4})=([^:]+)(?::(.+))?$/.exec(text) ?? [];
  if (column === undefined) {
    throw new InvalidArgumentError('must be number=channel, such as 2=usb/E24638/temperature.');
  }
  const channel = path === 'none' ? null : path;
  return [...(earlier ?? []), { column: Number(column), channel, ...(unit !== undefined && { unit }) }];
}

/** A channel or a device of a run, as written, and its limits. */
export interface RunTarget {
  target: string;
  low: number | null;
  high: number | null;
}

/** `E24638/temperature:2..8`; either limit may be missing. */
const LIMITED = /^(.+):([^:]*)\.\.([^:]*)$/s;

/** Parses targets with optional limits, and adds them to the earlier ones. @throws InvalidArgumentError */
export function runTargetsOption(text: string, earlier: RunTarget[] | undefined): RunTarget[] {
  const targets = text.split(',').map((word): RunTarget => {
    const [, target = word, ...limits] = LIMITED.exec(word) ?? [];
    if (target === '' || limits.some((limit) => limit !== '' && !NUMBER.test(limit))) {
      throw new InvalidArgumentError('must be channels separated by commas, such as E24638/temperature:2..8.');
    }
    const [low, high] = limits.map((limit) => (limit === '' ? null : Number(limit)));
    return { target, low: low ?? null, high: high ?? null };
  });
  return [...(earlier ?? []), ...targets];
}

export function familyFlag(): Option {
  return choiceOption('--family <family>', 'device family', FAMILIES);
}

/** The flag of a declared field that has one. */
export function flagOf({ flag = '', flagHelp, description, kind, choices, ...field }: Field): Option {
  const isListOrSwitch = kind === 'switch' || kind === 'list';
  const usual = isListOrSwitch || (field.default ?? '') === '' ? '' : ` (default: ${String(field.default)})`;
  const option = new Option(flag, flagHelp ?? asHelp(description) + usual);
  if (choices && kind !== 'list') option.choices(Object.keys(choices));
  if (kind === 'number') {
    const parse = !field.isFractional ? integerOption : field.unit === 's' ? secondsWithin : numberOption;
    option.argParser(parse(field.min ?? 0, field.max ?? 0));
  }
  return option;
}

/** `--no-ssl` of `--ssl`, and the reverse. */
export function oppositeOf({ long = '', negate }: Option): Option {
  const flag = negate ? long.replace('--no-', '--') : long.replace('--', '--no-');
  return new Option(flag, `opposite of ${long}`);
}

/** Sentences as the help of a flag: lower case, without the last full stop. */
function asHelp(sentences: string): string {
  const clauses = sentences.replace(/\.$/, '').split('. ');
  return clauses.map((clause) => clause.charAt(0).toLowerCase() + clause.slice(1)).join('; ');
}
