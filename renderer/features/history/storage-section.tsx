import { Link } from 'wouter';
import { deviceKey, type HistoryStorage, type Problem, type StoredChannel } from '../../../service/contract/index.ts';
import { DetailGroup, DetailRow } from '../../components/facts.tsx';
import { Notice } from '../../components/notice.tsx';
import { Remedy } from '../../components/remedy.tsx';
import { formatBytes, formatCount, formatDayAndMinute, formatFixed, plural } from '../../data/format/numbers.ts';
import { describeForecast, formatRate } from '../../data/history/labels.ts';
import { useLive, useReadable } from '../../data/react.ts';
import type { RequestError } from '../../data/requests.ts';
import { sectionRoute } from '../settings/routes.ts';

interface StorageNoticesProps {
  storage: HistoryStorage | undefined;
  channels: readonly StoredChannel[] | undefined;
  /** Why the status could not be read. */
  failure: RequestError | null;
}

/** Problems of the store and of the CSV files. */
function concernsHistory({ code }: Problem): boolean {
  return code.startsWith('history-') || code.startsWith('csv-log-');
}

export function StorageNotices({ storage, channels, failure }: StorageNoticesProps) {
  const live = useLive();
  const problems = useReadable(live.problems.list).filter(concernsHistory);
  return (
    <div className="history-notices">
      {failure && (
        <Notice tone="warning" title="Cannot read the history status">
          <p>{failure.message}</p>
        </Notice>
      )}
      {problems.map(({ code, subject, text, remedy }) => (
        <Notice key={`${code} ${subject}`} tone={WARNINGS.has(code) ? 'warning' : 'bad'} title={TITLES[code] ?? code}>
          <p>{text}</p>
          <Remedy text={remedy} />
        </Notice>
      ))}
      {storage?.state === 'waiting' && problems.length === 0 && <Waiting storage={storage} />}
      {storage?.state === 'off' && (
        <Notice tone="info" title="New readings are not stored">
          <p>
            Charts show only data received since this window was opened. Existing history is stored until its retention
            ends. To store new readings, turn on “Store readings” under Retention.
          </p>
        </Notice>
      )}
      {storage && storage.dropped_total > 0 && <Discarded count={storage.dropped_total} />}
      <SimulatedNotStored channels={channels} />
    </div>
  );
}

/** Readings are stored all the same. */
const WARNINGS: ReadonlySet<string> = new Set(['history-slow', 'history-over-limit']);

const TITLES: Readonly<Record<string, string>> = {
  'history-full': 'Disk full',
  'history-failed': 'Cannot store readings',
  'history-slow': 'Disk too slow',
  'history-damaged': 'Damaged history file',
  'history-over-limit': 'History larger than its limit',
  'csv-log-failed': 'Cannot write CSV files',
};

/** Until the service reports the cause. */
function Waiting({ storage: { pending, free_bytes: free } }: { storage: HistoryStorage }) {
  return (
    <Notice tone="warning" title="Readings waiting to be stored">
      <p>
        Held in memory until the disk accepts data: {plural(pending, 'reading')}
        {free !== null && ` (${formatBytes(free)} free)`}. Free up disk space or lower the maximum size below. The
        oldest readings are discarded when the memory buffer is full.
      </p>
    </Notice>
  );
}

function Discarded({ count }: { count: number }) {
  return (
    <Notice tone="warning" title={`${plural(count, 'reading')} discarded since startup`}>
      <p>
        The memory buffer was full because the disk did not accept data in time. The charts have gaps for these periods.
      </p>
    </Notice>
  );
}

/** Explains why simulated devices have no history. */
function SimulatedNotStored({ channels }: { channels: readonly StoredChannel[] | undefined }) {
  const records = useReadable(useLive().devices.list);
  const simulated = records.filter(({ device }) => device.simulated);
  if (!channels || simulated.length === 0) return null;
  const stored = new Set(channels.map(deviceKey));
  if (simulated.some(({ key }) => stored.has(key))) return null;
  return (
    <Notice tone="info" title="Simulated readings are not stored">
      <p>
        To store them, turn on “Store and publish simulated readings” in the{' '}
        <Link href={sectionRoute('simulated')}>settings</Link>. They are then also published to MQTT brokers.
      </p>
    </Notice>
  );
}

export function StorageSection({ storage }: { storage: HistoryStorage | undefined }) {
  const settings = useReadable(useLive().settings.all);
  if (!storage || !settings) return null;
  return (
    <section className="history-card" aria-labelledby="history-storage">
      <h2 id="history-storage">Storage</h2>
      <StorageBar storage={storage} />
      <p>{describeForecast(storage, settings)}</p>
      <div className="history-facts">
        <Reach storage={storage} />
        <Pace storage={storage} />
      </div>
    </section>
  );
}

function StorageBar({ storage: { bytes, limit_bytes: limit, free_bytes: free } }: { storage: HistoryStorage }) {
  const share = Math.min(1, bytes / limit);
  return (
    <div>
      <div className="storage-words">
        <span>
          <strong>{formatBytes(bytes)}</strong> of {formatBytes(limit)} used
        </span>
        {free !== null && <span className="dim">{formatBytes(free)} free on disk</span>}
      </div>
      <meter
        className="storage-bar"
        aria-label="History size"
        min={0}
        max={1}
        value={share}
        title={`${formatBytes(bytes)} of ${formatBytes(limit)}`}
      />
    </div>
  );
}

function timestampText(iso: string | null): string {
  return iso === null ? 'None yet' : formatDayAndMinute(Date.parse(iso));
}

function Reach({ storage }: { storage: HistoryStorage }) {
  return (
    <DetailGroup title="Oldest data">
      <DetailRow name="Raw readings">{timestampText(storage.oldest_reading)}</DetailRow>
      <DetailRow name="Minute aggregates">{timestampText(storage.oldest_minute)}</DetailRow>
      <DetailRow name="Hour aggregates">{timestampText(storage.oldest_hour)}</DetailRow>
    </DetailGroup>
  );
}

function Pace({ storage }: { storage: HistoryStorage }) {
  const { readings_per_second: rate, bytes_per_reading: size, stored_total: stored, channels } = storage;
  return (
    <DetailGroup title="Readings">
      <DetailRow name="Rate">{rate > 0 ? formatRate(rate) : '0 readings/s'}</DetailRow>
      <DetailRow name="Stored since startup">{formatCount(stored)}</DetailRow>
      <DetailRow name="Stored channels">{formatCount(channels)}</DetailRow>
      {size !== null && <DetailRow name="Storage per reading">{`${formatFixed(size, 1)} B`}</DetailRow>}
    </DetailGroup>
  );
}
