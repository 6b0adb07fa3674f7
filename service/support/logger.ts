/** The logger every part is handed; `support/` and tests make their own. */
export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Fields that belong to one log line. Never a password, never a reading. */
export type LogFields = Record<string, unknown>;

export interface Logger {
  error(text: string, fields?: LogFields): void;
  warn(text: string, fields?: LogFields): void;
  info(text: string, fields?: LogFields): void;
  debug(text: string, fields?: LogFields): void;
  /** A logger whose lines carry the name of the part they come from. */
  child(part: string): Logger;
}

/** Says nothing. */
export const silentLogger: Logger = {
  error: () => {},
  warn: () => {},
  info: () => {},
  debug: () => {},
  child: () => silentLogger,
};
