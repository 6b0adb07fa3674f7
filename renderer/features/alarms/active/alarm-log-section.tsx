/** Past alarms, newest first. */
import { useEffect, useId, useState } from 'react';
import { type Alarm, formatElapsed } from '../../../../service/contract/index.ts';
import { RetryNotice } from '../../../components/notice.tsx';
import type { ChannelLabel } from '../../../data/alarms/channel-label.ts';
import { formatAlarmKind, formatAlarmValue } from '../../../data/alarms/labels.ts';
import { LogReader, type LogReading } from '../../../data/alarms/log-reader.ts';
import { type AlarmLogFilter, alarmLog, alarmLogFileUrl, filterError } from '../../../data/alarms/requests.ts';
import { useDecimals } from '../../../data/computed/decimals.ts';
import { formatCount, formatTimestamp, NO_VALUE, plural } from '../../../data/format/numbers.ts';
import { useDisplayUnits, useLive, useReadable } from '../../../data/react.ts';
import { SeverityBadge } from '../alarm-badge.tsx';
import { ChannelLink } from '../channel-link.tsx';
import { ChartLink } from '../chart-link.tsx';
import { usePlaces } from '../use-channel.ts';
import { AlarmFilterBar, isFiltered, NO_FILTER } from './alarm-filter.tsx';
import './alarm-log.css';

export interface AlarmLogSectionProps {
  log: AlarmLogState;
  /** The rows to show: those without active and unacknowledged alarms. */
  alarms: readonly Alarm[];
  /** The id of the alarm in the address; empty for none. */
  sought: string;
}

export function AlarmLogSection({ log, alarms, sought }: AlarmLogSectionProps) {
  const placeOf = usePlaces();
  const { hasMore, isLoading, failure, filter, wanted, setWanted, loadMore, retry } = log;
  // The alarms of a filter that was cleared stay until the others are loaded.
  const isOfFilter = isFiltered(wanted) || isFiltered(filter);
  if (alarms.length === 0 && !failure && !hasMore && !isOfFilter) return null;
  return (
    <section className="alarm-section" aria-label="Alarm history">
      <div className="alarm-log-head">
        <h3>Alarm history</h3>
        {filterError(wanted) === '' && (
          <p>
            Export: <FileLink filter={wanted} format="csv" word="CSV" />{' '}
            <FileLink filter={wanted} format="jsonl" word="JSON Lines" />
          </p>
        )}
      </div>
      <AlarmFilterBar filter={wanted} onChange={setWanted} />
      <output className={isFiltered(wanted) ? 'dim' : 'visually-hidden'}>{matchesText(log, alarms.length)}</output>
      {alarms.length > 0 && (
        <div className="alarm-log-frame">
          <table className="alarm-log" aria-label="Past alarms">
            <thead>
              <tr>
                <th scope="col">Raised</th>
                <th scope="col">Alarm</th>
                <th scope="col">Device</th>
                <th scope="col">Cleared</th>
                <th scope="col">Duration</th>
                <th scope="col">Count</th>
                <th scope="col">Peak value</th>
              </tr>
            </thead>
            <tbody>
              {alarms.map((alarm) => (
                <LogRow key={alarm.id} alarm={alarm} place={placeOf(alarm)} isSought={alarm.id === sought} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {failure && <RetryNotice title="Cannot load the alarm history" cause={failure} onRetry={retry} />}
      {hasMore && (
        <p>
          <button type="button" className="button" disabled={isLoading} onClick={loadMore}>
            {isLoading ? 'Loading…' : 'Load older alarms'}
          </button>
        </p>
      )}
    </section>
  );
}

function FileLink({ filter, format, word }: { filter: AlarmLogFilter; format: 'csv' | 'jsonl'; word: string }) {
  return (
    <a href={alarmLogFileUrl(filter, format)} download>
      <span className="visually-hidden">Export the alarm history as </span>
      {word}
    </a>
  );
}

/** Empty without a filter. */
function matchesText({ wanted, filter, hasMore, failure }: AlarmLogState, count: number): string {
  if (!isFiltered(wanted) || filterError(wanted) !== '' || failure) return '';
  if (wanted !== filter) return 'Loading…';
  const matches = plural(count, 'match', 'matches');
  if (hasMore) return `Newest ${matches}`;
  return count === 0 ? 'No past alarms match the filter.' : matches;
}

interface LogRowProps {
  alarm: Alarm;
  place: ChannelLabel;
  isSought: boolean;
}

function LogRow({ alarm, place, isSought }: LogRowProps) {
  const unit = useDisplayUnits().of(alarm.unit);
  const decimals = useDecimals()(alarm);
  const nameId = useId();
  const { since, ended, count, peak, channel } = alarm;
  return (
    <tr aria-current={isSought || undefined}>
      <td className="alarm-log-start" data-name="Raised">
        {formatTimestamp(Date.parse(since))}
      </td>
      <td className="alarm-log-name">
        <p id={nameId}>
          <bdi>{place.channel}</bdi> <span className="alarm-log-kind">{formatAlarmKind(alarm, unit)}</span>{' '}
          <SeverityBadge severity={alarm.severity} />
        </p>
        <Acknowledgment alarm={alarm} />
        <ChartLink alarm={alarm} describedBy={nameId} />
      </td>
      <td className="alarm-log-device">
        <ChannelLink of={alarm} place={place} />
      </td>
      <td className="figure" data-name="Cleared">
        {ended === null ? NO_VALUE : formatTimestamp(Date.parse(ended))}
      </td>
      <td className="figure" data-name="Duration">
        {ended === null ? NO_VALUE : formatElapsed(Date.parse(ended) - Date.parse(since))}
      </td>
      <td className="figure" data-name="Count">
        {formatCount(count)}
      </td>
      <td className="figure" data-name="Peak value">
        {formatAlarmValue(alarm, peak, unit, decimals ?? channel)}
      </td>
    </tr>
  );
}

/** `Acknowledged by Ann: Door closed.`; nothing without a name and a comment. */
function Acknowledgment({ alarm: { acknowledged_by: by, acknowledgment_comment: comment } }: { alarm: Alarm }) {
  if (by === '' && comment === '') return null;
  return (
    <p className="alarm-log-comment">
      Acknowledged
      {by && (
        <>
          {' '}
          by <bdi>{by}</bdi>
        </>
      )}
      {comment && (
        <>
          : <bdi>{comment}</bdi>
        </>
      )}
    </p>
  );
}

/** Pause after a change of the filter before alarms are loaded, in milliseconds. */
const SETTLE_MS = 250;

interface AlarmLogState extends LogReading {
  /** The filter that the user entered; the alarms follow. */
  wanted: AlarmLogFilter;
  setWanted: (filter: AlarmLogFilter) => void;
  loadMore: () => void;
  retry: () => void;
}

export function useAlarmLog(): AlarmLogState {
  const { alarms, connection } = useLive();
  const [reader] = useState(() => new LogReader(alarmLog, NO_FILTER));
  const [wanted, setWanted] = useState(NO_FILTER);
  useEffect(() => {
    const follow = (): void => {
      if (connection.get().state === 'live') reader.refresh();
    };
    follow();
    // An alarm that is cleared and acknowledged is in the history.
    const endings = [alarms.departures.subscribe(follow), connection.subscribe(follow)];
    return () => {
      for (const end of endings) end();
      reader.stop();
    };
  }, [alarms, connection, reader]);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (filterError(wanted) === '') reader.show(wanted);
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [reader, wanted]);
  return { ...useReadable(reader.reading), wanted, setWanted, loadMore: reader.loadMore, retry: reader.refresh };
}
