/** Exit codes of the process (docs/headless.md). */
import { type ErrorCode, isMensuraError } from '../support/errors.ts';

const EXIT_CODES: Partial<Record<ErrorCode, number>> = {
  usage: 2,
  'port-taken': 3,
  'data-folder-in-use': 4,
  'data-folder-unusable': 5,
};

/** 1 for an error without a code of its own. */
export function exitCode(error: unknown): number {
  return (isMensuraError(error) && EXIT_CODES[error.code]) || 1;
}
