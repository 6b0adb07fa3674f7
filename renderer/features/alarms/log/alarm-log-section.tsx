/** What was: alarms that are over and acknowledged, newest first. */
import type { Alarm } from '../../../../service/contract/index.ts';
import { RetryNotice } from '../../../components/retry-notice.tsx';
import type { Place } from '../../../data/alarms/places.ts';
import { kindWords, stateOf } from '../../../data/alarms/words.ts';
import { formatMoment, NO_VALUE } from '../../../data/format/numbers.ts';
import { formatLasting } from '../../../data/format/spans.ts';
import { useDisplayUnits } from '../../../data/units/index.ts';
import { AlarmBadge } from '../alarm-badge.tsx';
import { PlaceLink } from '../place-link.tsx';
import { usePlaces } from '../use-places.ts';
import type { AlarmLogState } from './use-alarm-log.ts';

export interface AlarmLogSectionProps {
  log: AlarmLogState;
  /** What of it is shown here. */
  alarms: readonly Alarm[];
  /** The id of the one that the address names; empty for none. */
  sought: string;
}

export function AlarmLogSection({ log, alarms, sought }: AlarmLogSectionProps) {
  const placeOf = usePlaces();
  const { hasMore, isLoading, failure, loadMore, retry } = log;
  if (alarms.length === 0 && !failure) return null;
  return (
    <section className="alarm-section" aria-label="Log">
      <h3>Log</h3>
      {alarms.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        <section className="alarm-log-scroll" tabIndex={0} aria-label="Alarms that were">
          <table className="alarm-log">
            <thead>
              <tr>
                <th scope="col">Since</th>
                <th scope="col">Alarm</th>
                <th scope="col">Device</th>
                <th scope="col">Peak</th>
                <th scope="col">Lasted</th>
                <th scope="col">State</th>
              </tr>
            </thead>
            <tbody>
              {alarms.map((alarm) => (
                <LogRow key={alarm.id} alarm={alarm} place={placeOf(alarm)} isSought={alarm.id === sought} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {failure && <RetryNotice title="The log could not be read" cause={failure} onRetry={retry} />}
      {hasMore && (
        <p>
          <button type="button" className="button" disabled={isLoading} onClick={loadMore}>
            {isLoading ? 'Loading' : 'Show older ones'}
          </button>
        </p>
      )}
    </section>
  );
}

interface LogRowProps {
  alarm: Alarm;
  place: Place;
  isSought: boolean;
}

function LogRow({ alarm, place, isSought }: LogRowProps) {
  const unit = useDisplayUnits().of(alarm.unit);
  const { since, ended, peak, channel } = alarm;
  return (
    <tr aria-current={isSought || undefined}>
      <td>{formatMoment(Date.parse(since))}</td>
      <td>
        <bdi>{place.channel}</bdi> {kindWords(alarm, unit)}
      </td>
      <td>
        <PlaceLink of={alarm} place={place} />
      </td>
      <td className="figure">{peak === null ? NO_VALUE : `${unit.format(peak, channel)} ${unit.unit}`}</td>
      <td className="figure">{ended === null ? NO_VALUE : formatLasting(Date.parse(ended) - Date.parse(since))}</td>
      <td>
        <AlarmBadge state={stateOf(alarm)} />
      </td>
    </tr>
  );
}
