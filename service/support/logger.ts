export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Never contains a password or a reading. */
export type LogFields = Record<string, unknown>;

export interface Logger {
  error(text: string, fields?: LogFields): void;
  warn(text: string, fields?: LogFields): void;
  info(text: string, fields?: LogFields): void;
  debug(text: string, fields?: LogFields): void;
  /** A logger that adds the name of a component to its lines. */
  child(part: string): Logger;
}

export const silentLogger: Logger = {
  error: () => {},
  warn: () => {},
  info: () => {},
  debug: () => {},
  child: () => silentLogger,
};
