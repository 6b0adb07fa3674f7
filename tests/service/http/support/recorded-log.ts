/** A logger that keeps everything it is told, as text. */
import { inspect } from 'node:util';
import type { LogFields, Logger } from '../../../../service/support/logger.ts';

export interface RecordedLog extends Logger {
  readonly lines: string[];
}

export function recordedLog(): RecordedLog {
  const lines: string[] = [];
  const note = (text: string, fields?: LogFields): void => {
    lines.push(`${text} ${inspect(fields, { depth: 10 })}`);
  };
  const log: RecordedLog = { lines, error: note, warn: note, info: note, debug: note, child: () => log };
  return log;
}
