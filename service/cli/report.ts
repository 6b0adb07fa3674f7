/** What the user is told of a failure, and the exit code that follows from it. */
import { CommanderError } from 'commander';
import { exitCode } from '../settings/exit-codes.ts';
import { errorText } from '../support/errors.ts';
import { CliError, EXIT } from './failure.ts';
import { remark } from './output.ts';
import { escapeText } from './text/escape.ts';

/** Commander's words on one line: it begins with "error: ", and puts guesses on a line of their own. */
function usageText({ message }: CommanderError, help: string): string {
  const said = message
    .replace(/^error: /, '')
    .replaceAll(/\s*\n\s*/g, ' ')
    .replace(/\.$/, '');
  return `${said}; see "${help}"`;
}

/**
 * Tells of a failure on standard error, on one line. What is no failure (the help and the version that were asked for)
 * is passed over.
 * @param help the command that tells how it is used
 * @returns the exit code
 */
export function report(error: unknown, help = 'mensura --help'): number {
  if (error instanceof CommanderError) {
    // The help was printed: asked for it is an answer, in place of a sub-command that is missing it is not.
    if (error.code === 'commander.help') return EXIT.usage;
    if (error.exitCode === 0) return EXIT.done;
    remark(`mensura: ${escapeText(usageText(error, help))}`);
    return EXIT.usage;
  }
  remark(`mensura: ${escapeText(errorText(error))}`);
  return error instanceof CliError ? error.exitCode : exitCode(error);
}
