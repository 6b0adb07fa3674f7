import { CommanderError } from 'commander';
import { exitCode } from '../settings/exit-codes.ts';
import { errorText } from '../support/errors.ts';
import { CliError, EXIT } from './failure.ts';
import { printNote } from './output.ts';
import { escapeText } from './text/escape.ts';

/** Commander's message about an invalid value of a flag or argument, with the rule of its parser at the end. */
const INVALID_FLAG = /^option '(?:-\w, )?(--[\w-]+)[^']*' argument '(.*)' is invalid\. (.*)$/;
const INVALID_ARGUMENT = /^command-argument value '(.*)' is invalid for argument '(.*?)'\. (.*)$/;

/** Commander's message on one line: it starts with "error: " and puts suggestions on a second line. */
function usageText({ message }: CommanderError, help: string): string {
  const text = message
    .replace(/^error: /, '')
    .replaceAll(/\s*\n\s*/g, ' ')
    .replace(/\.$/, '')
    .replace(INVALID_FLAG, '$1: $3, got "$2"')
    .replace(INVALID_ARGUMENT, '$2: $3, got "$1"')
    .replace(': Allowed choices are ', ': must be one of ');
  return `${text}; see "${help}"`;
}

/**
 * Writes an error to standard error, on one line. Requested help and version output are not errors.
 * @param help the command that shows the usage
 * @returns the exit code
 */
export function printError(error: unknown, help = 'mensura --help'): number {
  if (error instanceof CommanderError) {
    // Help that replaces a missing subcommand.
    if (error.code === 'commander.help') return EXIT.usage;
    if (error.exitCode === 0) return EXIT.done;
    printNote(`mensura: ${escapeText(usageText(error, help))}`);
    return EXIT.usage;
  }
  printNote(`mensura: ${escapeText(errorText(error))}`);
  return error instanceof CliError ? error.exitCode : exitCode(error);
}
