import { errorText } from '../service/support/errors.ts';
import type { Logger } from '../service/support/logger.ts';

export interface UnexpectedErrorOptions {
  process: Pick<NodeJS.Process, 'on'>;
  logger: Logger;
  /** Shows a message; called only for the first error. */
  show(text: string): void;
}

/** Logs uncaught errors and keeps the service running. Replaces Electron's message box with a stack trace. */
export function handleUnexpectedErrors({ process, logger, show }: UnexpectedErrorOptions): void {
  let isShown = false;
  const report = (error: unknown): void => {
    logger.error(`unexpected error: ${errorText(error)}`, { error });
    if (isShown) return;
    isShown = true;
    show(errorText(error));
  };
  process.on('uncaughtException', report);
  process.on('unhandledRejection', report);
}
