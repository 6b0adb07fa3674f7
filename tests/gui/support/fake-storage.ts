/** What the history takes, and deleting what is kept of a device, played in memory. */
import { type HistoryStorage, parseChannelPath } from '../../../service/contract/index.ts';
import type { FakeHistory } from './fake-history.ts';
import { type Answer, PlayedRoutes, refusal } from './played-routes.ts';

const GIB = 1024 ** 3;
const DAY_MS = 86_400_000;

/** By the clock of the day: the limits that things are held against go by it, too. */
function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString();
}

export class FakeStorage extends PlayedRoutes {
  storage: HistoryStorage = {
    state: 'recording',
    bytes: 3.2 * GIB,
    limit_bytes: 10 * GIB,
    free_bytes: 75 * GIB,
    channels: 12,
    oldest_reading: daysAgo(80),
    oldest_minute: daysAgo(600),
    oldest_hour: daysAgo(1000),
    stored_total: 1_284_100,
    pending: 12,
    dropped_total: 0,
    lag_ms: 240,
    bytes_per_reading: 5.4,
    readings_per_second: 80,
    expected_bytes: 8 * GIB,
    reaches_days: 112,
  };
  readonly #history: FakeHistory;

  constructor(history: FakeHistory) {
    super();
    this.#history = history;
  }

  protected usual(method: string, path: string): Answer {
    if (method === 'GET' && path === 'history/storage') return { status: 200, body: this.storage };
    const device = path.slice('history/devices/'.length);
    if (method !== 'DELETE' || !path.startsWith('history/devices/')) return refusal(404, `No ${path} here.`);
    for (const key of this.#history.channels.keys()) {
      const ref = parseChannelPath(key);
      if (ref && `${ref.family}/${ref.serial}` === device) this.#history.channels.delete(key);
    }
    return { status: 200, body: {} };
  }
}
