/** The log of a run, as far as a test says something in it. */
import type { LogEntry, LogResult } from '../../../service/contract/index.ts';
import { type LogQuery, LogRing } from '../../../service/log/log-ring.ts';
import { Played } from './played.ts';

const FILE = '/home/user/.local/share/mensura/log/mensura.log';

export class PlayedLog extends Played {
  #ring = new LogRing({ file: FILE });

  read(question: LogQuery): LogResult {
    return this.#ring.read(question);
  }

  /** Says something; the moment is now unless given. */
  say(text: string, { detail, ...parts }: Partial<Omit<LogEntry, 'id' | 'text'>> = {}): void {
    const line = { level: 'info', time: new Date().toISOString(), part: 'serial', msg: text, ...parts };
    this.#ring.write(JSON.stringify({ ...line, error: { stack: detail } }));
  }

  /** Another run of the service: ids begin anew. */
  restart(): void {
    this.#ring = new LogRing({ file: FILE });
  }
}
