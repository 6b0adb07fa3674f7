/** A logger that stores only errors. */
import { errorText } from '../../../service/support/errors.ts';
import type { Logger } from '../../../service/support/logger.ts';

/** Maximum number of stored errors. */
const MOST = 100;

/** Logged errors, oldest first. */
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
