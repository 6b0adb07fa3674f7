/** The logger of a running service: pino behind our small interface, to standard error and to a file. */
import pino from 'pino';
import { escapeCharacter, escapeControlCharacters } from './control-characters.ts';
import { LOG_LEVELS, type LogFields, type Logger, type LogLevel } from './logger.ts';

/** Takes finished lines: JSON, one object, with a line end. */
export interface LogSink {
  write(line: string): void;
}

export interface LoggerOptions {
  /** Lines of this level and worse are written. Asked at each line where it is a function: it may change. */
  level: LogLevel | (() => LogLevel);
  /** Where lines go; each gets every line. */
  sinks: readonly LogSink[];
}

/** From the worst to the least: the place of a level in `LOG_LEVELS`. */
function rank(level: LogLevel): number {
  return LOG_LEVELS.indexOf(level);
}

/**
 * @param root the logger without a part: the name of a part of a part stands alone
 * @param wanted the level at the moment
 */
function wrap(log: pino.Logger, root: pino.Logger, wanted: () => LogLevel): Logger {
  const at =
    (level: LogLevel) =>
    (text: string, fields: LogFields = {}): void => {
      if (rank(level) <= rank(wanted())) log[level](fields, text);
    };
  return {
    error: at('error'),
    warn: at('warn'),
    info: at('info'),
    debug: at('debug'),
    child: (part) => wrap(root.child({ part }), root, wanted),
  };
}

export function createLogger({ level, sinks }: LoggerOptions): Logger {
  const options: pino.LoggerOptions = {
    // All of them: the level may change later, and a child would keep the one that it was made with.
    level: 'debug',
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { error: pino.stdSerializers.err },
  };
  const log = pino(options, {
    write: (line) => {
      for (const sink of sinks) sink.write(line);
    },
  });
  return wrap(log, log, typeof level === 'function' ? level : () => level);
}

/** A name that somebody chose must not look like a line of its own, or steer the terminal. */
function onOneLine(text: string): string {
  return escapeControlCharacters(text, escapeCharacter);
}

/** Standard error for people: `14:45:12.318 warn serial: text`. */
export const terminalSink: LogSink = {
  write(line) {
    const { level, time, part, msg, error } = JSON.parse(line) as Record<string, string> & {
      error?: { stack?: string };
    };
    const from = part ? ` ${part}:` : '';
    const stack = error?.stack ? `\n${error.stack}` : '';
    process.stderr.write(`${onOneLine(`${time?.slice(11, 23)} ${level}${from} ${msg}`)}${stack}\n`);
  },
};
