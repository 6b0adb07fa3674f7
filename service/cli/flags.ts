/** Flags that several commands have, and how their values are read. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { DURATION_WORDS, parseDuration } from './text/duration.ts';
import { MOMENT_WORDS, parseMoment } from './text/moment.ts';

/** The longest time that a timer of this runtime can wait, in milliseconds: 24 days. */
const LONGEST_MS = 24 * 86_400_000;

/** A flag that takes one of these words. */
export function choiceFlag(flags: string, description: string, choices: readonly string[]): Option {
  return new Option(flags, description).choices(choices);
}

/** @throws InvalidArgumentError where it is no whole number within the bounds */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It takes a whole number from ${min} to ${max}.`);
  };
}

/** Milliseconds. @throws InvalidArgumentError where it is none, or longer than a timer can wait */
export function duration(text: string): number {
  const value = parseDuration(text);
  if (value !== undefined && value > 0 && value <= LONGEST_MS) return value;
  throw new InvalidArgumentError(`It takes ${DURATION_WORDS}, 24d at most.`);
}

/** Milliseconds since 1970. @throws InvalidArgumentError where it is none */
export function moment(text: string): number {
  const value = parseMoment(text, Date.now());
  if (value !== undefined) return value;
  throw new InvalidArgumentError(`It takes ${MOMENT_WORDS}.`);
}

/** The flag of commands about devices. */
export function familyFlag(): Option {
  return choiceFlag('--family <family>', 'how it is attached', ['usb', 'gateway']);
}

/** Adds the flags that every command has that asks the service. */
export function withCommonFlags(command: Command): Command {
  return command
    .option('--json', 'answer as JSON')
    .option('--url <address>', 'the address of the service (MENSURA_URL)')
    .option('--data-dir <folder>', 'the data folder of the service to talk to (MENSURA_DATA_DIR)');
}
