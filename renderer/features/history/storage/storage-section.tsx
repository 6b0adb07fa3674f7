import type { HistoryStorage } from '../../../../service/contract/index.ts';
import { DetailGroup, DetailRow } from '../../../components/facts.tsx';
import { formatBytes, formatCount, formatDayAndMinute, formatFixed } from '../../../data/format/numbers.ts';
import { describeForecast, formatRate } from '../../../data/history/labels.ts';
import { useLive, useReadable } from '../../../data/react.ts';

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
