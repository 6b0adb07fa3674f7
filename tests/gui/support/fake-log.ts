/** The routes of the log and of diagnostics in the app API, played in memory. */
import { zipSync } from 'fflate';
import type { LogAnswer, LogEntry } from '../../../service/contract/index.ts';
import { type Answer, PlayedRoutes, refusal } from './played-routes.ts';

const LEVELS: readonly LogEntry['level'][] = ['error', 'warn', 'info', 'debug'];

export class FakeLog extends PlayedRoutes {
  entries: LogEntry[] = [];
  #lastId = 0;

  /** Says something; the moment is now unless given. */
  say(text: string, parts: Partial<LogEntry> = {}): LogEntry {
    this.#lastId += 1;
    const entry = {
      id: this.#lastId,
      time: new Date().toISOString(),
      level: 'info' as const,
      part: 'serial',
      text,
      ...parts,
    };
    this.entries.push(entry);
    return entry;
  }

  /** Another run of the service: ids begin anew. */
  restart(): void {
    this.entries = [];
    this.#lastId = 0;
  }

  protected usual(method: string, path: string, _body: unknown, query: URLSearchParams): Answer {
    if (method !== 'GET') return refusal(405, 'The log is only read.');
    if (path === 'diagnostics') {
      return {
        status: 200,
        body: zipSync({ 'versions.json': new TextEncoder().encode('{}') }),
        headers: { 'Content-Type': 'application/zip' },
      };
    }
    return { status: 200, body: this.#read(query) };
  }

  #read(query: URLSearchParams): LogAnswer {
    const level = LEVELS.findIndex((one) => one === (query.get('level') ?? 'info'));
    const after = Number(query.get('after') ?? 0);
    const before = Number(query.get('before') ?? Number.POSITIVE_INFINITY);
    const fitting = this.entries.filter(
      (entry) => entry.id > after && entry.id < before && LEVELS.indexOf(entry.level) <= level,
    );
    return {
      entries: fitting.slice(-Number(query.get('limit') ?? 200)),
      oldest: this.entries[0]?.id ?? 0,
      newest: this.#lastId,
      file: '/home/user/.local/share/mensura/log/mensura.log',
    };
  }
}
