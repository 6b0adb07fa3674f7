import { InvalidArgumentError, Option } from 'commander';
import { FAMILIES } from '../contract/families.ts';
import type { Field } from '../contract/field.ts';
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

/** Parses a duration into milliseconds. @throws InvalidArgumentError, also above 24 days */
export function duration(text: string): number {
  const value = parseDuration(text);
  if (value !== undefined && value > 0 && value <= LONGEST_MS) return value;
  throw new InvalidArgumentError(`must be ${DURATION_TEXT}, at most 24d.`);
}

/** Parses a time into milliseconds since 1970. @throws InvalidArgumentError */
export function timestampOption(text: string): number {
  const value = parseTimestamp(text, Date.now());
  if (value !== undefined) return value;
  throw new InvalidArgumentError(`must be ${TIMESTAMP_HELP}.`);
}

export function familyFlag(): Option {
  return choiceOption('--family <family>', 'device family', FAMILIES);
}

/** The flag of a declared field that has one. */
export function flagOf({ flag = '', flagHelp, description, kind, choices, ...field }: Field): Option {
  const usual = kind === 'switch' || (field.default ?? '') === '' ? '' : ` (default: ${String(field.default)})`;
  const option = new Option(flag, flagHelp ?? asHelp(description) + usual);
  if (choices) option.choices(Object.keys(choices));
  if (kind === 'number') option.argParser(integerOption(field.min ?? 0, field.max ?? 0));
  return option;
}

/** Sentences as the help of a flag: lower case, without the last full stop. */
function asHelp(sentences: string): string {
  const clauses = sentences.replace(/\.$/, '').split('. ');
  return clauses.map((clause) => clause.charAt(0).toLowerCase() + clause.slice(1)).join('; ');
}
