import pino from 'pino';
import { escapeCharacter, escapeControlCharacters } from './control-characters.ts';
import { LOG_LEVELS, type LogFields, type Logger, type LogLevel } from './logger.ts';

/** Receives finished lines: one JSON object with a line end. */
export interface LogSink {
  write(line: string): void;
}

export interface LoggerOptions {
  /** Lowest level that is written. A function is evaluated for each line. */
  level: LogLevel | (() => LogLevel);
  /** Each sink receives every line. */
  sinks: readonly LogSink[];
}

/** Position in `LOG_LEVELS`, most severe first. */
function rank(level: LogLevel): number {
  return LOG_LEVELS.indexOf(level);
}

/**
 * @param root the logger without a component: a nested component's name stands alone
 * @param wanted the current level
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
    // A pino child would not follow later changes of the level, so `wrap` filters.
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

/** A name chosen by a user must not forge a log line or control the terminal. */
function onOneLine(text: string): string {
  return escapeControlCharacters(text, escapeCharacter);
}

/** Standard error in readable form: `14:45:12.318 warn serial: text`. */
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
