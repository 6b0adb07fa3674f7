/** What the process answers when it cannot go on (docs/headless.md). */
import { type ErrorCode, isMensuraError } from '../support/errors.ts';

const EXIT_CODES: Partial<Record<ErrorCode, number>> = {
  usage: 2,
  'port-taken': 3,
  'data-folder-in-use': 4,
  'data-folder-unusable': 5,
};

/** The exit code of a failure; 1 for one that has no code of its own. */
export function exitCode(error: unknown): number {
  return (isMensuraError(error) && EXIT_CODES[error.code]) || 1;
}
