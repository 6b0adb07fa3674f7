/** What is out of the ordinary with the history: why, and what to do. */
import type { HistoryStorage, Problem, StoredChannel } from '../../../../service/contract/index.ts';
import { Notice } from '../../../components/notice.tsx';
import { Remedy } from '../../../components/remedy.tsx';
import { deviceKey } from '../../../data/devices/key.ts';
import { formatBytes, formatCount } from '../../../data/format/numbers.ts';
import { useLive, useReadable } from '../../../data/react.ts';
import type { RequestError } from '../../../data/requests.ts';

export interface StorageNoticesProps {
  storage: HistoryStorage | undefined;
  /** What is kept, as far as known. */
  channels: readonly StoredChannel[] | undefined;
  /** Why the state of the history is not known. */
  failure: RequestError | null;
}

/** Troubles of the store and of the CSV files, by the beginnings of their codes. */
function concernsHistory({ code }: Problem): boolean {
  return code.startsWith('history-') || code.startsWith('csv-log-');
}

export function StorageNotices({ storage, channels, failure }: StorageNoticesProps) {
  const live = useLive();
  const troubles = useReadable(live.devices.troubles).filter(concernsHistory);
  return (
    <div className="history-notices">
      {failure && (
        <Notice tone="warning" title="The state of the history is not known">
          <p>{failure.message}</p>
        </Notice>
      )}
      {troubles.map(({ code, subject, text, remedy }) => (
        <Notice
          key={`${code} ${subject}`}
          tone={code === 'history-slow' ? 'warning' : 'bad'}
          title={TITLES[code] ?? 'Trouble with the history'}
        >
          <p>{text}</p>
          <Remedy text={remedy} />
        </Notice>
      ))}
      {storage?.state === 'waiting' && troubles.length === 0 && <Waiting storage={storage} />}
      {storage?.state === 'off' && (
        <Notice tone="info" title="Recording is off">
          <p>
            Nothing that is measured now is kept, and charts reach back only as far as this window has been open. What
            was recorded before stays until it is too old. Switch it on under “What is kept for how long”.
          </p>
        </Notice>
      )}
      {storage && storage.dropped_total > 0 && <Dropped count={storage.dropped_total} />}
      <SimulatedNotKept channels={channels} />
    </div>
  );
}

const TITLES: Readonly<Record<string, string>> = {
  'history-full': 'The disk is full',
  'history-failed': 'The history cannot be kept just now',
  'history-slow': 'The disk does not keep up',
  'history-damaged': 'A file of the history was damaged',
  'csv-log-failed': 'CSV files cannot be written',
};

/** For the moment before the service has said why. */
function Waiting({ storage: { pending, free_bytes: free } }: { storage: HistoryStorage }) {
  return (
    <Notice tone="warning" title="Readings wait for the disk">
      <p>
        {formatCount(pending)} readings wait in memory until the disk takes them
        {free !== null && `; ${formatBytes(free)} are free on it`}. Make room on the disk, or lower the limit below.
        Should the memory for them be full first, the oldest are lost, and counted.
      </p>
    </Notice>
  );
}

function Dropped({ count }: { count: number }) {
  return (
    <Notice tone="warning" title={`${formatCount(count)} readings could not be kept since the service started`}>
      <p>
        They came while the disk took nothing, or not fast enough, and the memory for what waits was full. The charts
        have gaps there.
      </p>
    </Notice>
  );
}

/** Simulated instruments are kept only where that was asked for: nobody shall look for their past in vain. */
function SimulatedNotKept({ channels }: { channels: readonly StoredChannel[] | undefined }) {
  const records = useReadable(useLive().devices.list);
  const simulated = records.filter(({ device }) => device.simulated);
  if (!channels || simulated.length === 0) return null;
  const kept = new Set(channels.map(deviceKey));
  if (simulated.some(({ key }) => kept.has(key))) return null;
  return (
    <Notice tone="info" title="Simulated instruments are not kept">
      <p>
        Their values are not measured, so nothing of them is recorded. To try the history with them, start with{' '}
        <code className="mono">--simulate-publish</code>; then they go to MQTT brokers too.
      </p>
    </Notice>
  );
}
