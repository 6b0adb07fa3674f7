/** A logger that keeps what went wrong, and nothing else. */
import { errorText } from '../../../service/support/errors.ts';
import type { Logger } from '../../../service/support/logger.ts';

/** The most that is kept: a fault that repeats says the same again. */
const MOST = 100;

/** What was logged as an error, oldest first. */
export const heardErrors: string[] = [];

export const loudLogger: Logger = {
  error: (text, fields) => {
    const { error } = fields ?? {};
    if (heardErrors.length < MOST) heardErrors.push(error === undefined ? text : `${text} (${errorText(error)})`);
  },
  warn: () => {},
  info: () => {},
  debug: () => {},
  child: () => loudLogger,
};
