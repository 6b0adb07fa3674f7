/**
 * Errors that nobody caught. They are mistakes of ours, and each is logged. The service goes on, since instruments are
 * still being read and users depend on that; the user is told once per run that a restart is wise.
 */
import { errorText } from '../service/support/errors.ts';
import type { Logger } from '../service/support/logger.ts';

export interface UnexpectedErrorOptions {
  process: Pick<NodeJS.Process, 'on'>;
  logger: Logger;
  /** Shows a message; called for the first error alone. */
  show(text: string): void;
}

/** Installs the handlers; with them Electron's own box with a stack trace no longer appears. */
export function handleUnexpectedErrors({ process, logger, show }: UnexpectedErrorOptions): void {
  let isShown = false;
  const take = (error: unknown): void => {
    logger.error(`unexpected error: ${errorText(error)}`, { error });
    if (isShown) return;
    isShown = true;
    show(errorText(error));
  };
  process.on('uncaughtException', take);
  process.on('unhandledRejection', take);
}
