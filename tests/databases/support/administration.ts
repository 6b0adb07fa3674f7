/** Databases of a running service through its API, and what its history has. */
import type {
  Backfill,
  DatabaseInput,
  DatabaseTestResult,
  DatabaseView,
  HistoryResult,
} from '../../../service/contract/index.ts';
import type { RunningService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

export class DatabaseApi {
  readonly #service: RunningService;

  constructor(service: RunningService) {
    this.#service = service;
  }

  async send<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const response = await fetch(`${this.#service.url}/app/v1/${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
    return JSON.parse(text) as Answer;
  }

  add(input: DatabaseInput): Promise<DatabaseView> {
    return this.send('POST', 'databases', input);
  }

  get(id: string): Promise<DatabaseView> {
    return this.send('GET', `databases/${id}`);
  }

  test(input: DatabaseInput): Promise<DatabaseTestResult> {
    return this.send('POST', 'databases/test', input);
  }

  backfill(id: string): Promise<Backfill> {
    return this.send('GET', `databases/${id}/backfill`);
  }

  status(id: string, what: string, holds: (view: DatabaseView) => boolean): Promise<DatabaseView> {
    return until(what, async () => {
      const view = await this.get(id);
      return holds(view) && view;
    });
  }

  /** Stored raw readings of a channel of the published instrument, by time. */
  async stored(channel: string, serial = 'E24638'): Promise<Map<number, number>> {
    const path = `history?channel=usb/${serial}/${channel}&from=2020-01-01T00:00:00Z&points=20000`;
    const { channels } = await this.send<HistoryResult>('GET', path);
    const found = new Map<number, number>();
    for (const part of channels[0]?.parts ?? []) {
      if (part.kind !== 'readings') throw new Error('The history has aggregates instead of readings.');
      for (const [index, at] of part.at.entries()) {
        const magnitude = part.magnitude[index];
        if (magnitude !== null && magnitude !== undefined) found.set(at, magnitude);
      }
    }
    return found;
  }
}
