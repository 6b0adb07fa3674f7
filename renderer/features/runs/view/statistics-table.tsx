import { Link } from 'wouter';
import {
  channelPath,
  type DisplayUnit,
  deviceKey,
  type Run,
  type RunChannelStatistics,
  type RunStatistics,
} from '../../../../service/contract/index.ts';
import type { SelectableChannel } from '../../../data/compare/selectable-channels.ts';
import { useDecimals } from '../../../data/computed/decimals.ts';
import { formatCount, NO_VALUE } from '../../../data/format/numbers.ts';
import { useDisplayUnits, useLive, useReadable } from '../../../data/react.ts';
import { channelsToShow } from '../../compare/compare-channels.ts';
import { useKnownChannels } from '../../compare/use-known-channels.ts';
import { deviceRoute } from '../../devices/routes.ts';
import { formatLimits, formatOutside } from './statistics-text.ts';

export interface StatisticsTableProps {
  run: Run;
  /** Undefined until the service has answered. */
  statistics: RunStatistics | undefined;
}

/** Of all channels of a run; those without figures yet are listed, too. */
export function StatisticsTable({ run, statistics }: StatisticsTableProps) {
  const groups = useKnownChannels(useReadable(useLive().devices.known));
  const figures = new Map(statistics?.channels.map((channel) => [channelPath(channel), channel]));
  const channels = channelsToShow(run.channels, groups);
  const all = [...figures.values()];
  const hasLimits = run.channels.some(({ low, high }) => low !== null || high !== null);
  const hasKinetic = all.some((channel) => channel.mean_kinetic_temperature !== null);
  return (
    <>
      {/* It scrolls, so the keyboard must reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className="run-statistics" aria-label="Statistics of the channels" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Channel</th>
              <th scope="col">Mean</th>
              <th scope="col">Min</th>
              <th scope="col">Max</th>
              <th scope="col" title="Standard deviation">
                Std. dev.
              </th>
              {hasLimits && <th scope="col">Limits</th>}
              {hasLimits && <th scope="col">Outside limits</th>}
              {hasKinetic && <th scope="col">Mean kinetic temp.</th>}
              <th scope="col">Readings</th>
              <th scope="col">Sensor errors</th>
              <th scope="col">Gaps</th>
            </tr>
          </thead>
          <tbody>
            {channels.map((channel) => (
              <Row
                key={channel.path}
                channel={channel}
                statistics={figures.get(channel.path)}
                hasLimits={hasLimits}
                hasKinetic={hasKinetic}
              />
            ))}
          </tbody>
        </table>
      </section>
      <Missing statistics={all} />
    </>
  );
}

interface RowProps {
  channel: SelectableChannel;
  statistics: RunChannelStatistics | undefined;
  hasLimits: boolean;
  hasKinetic: boolean;
}

/** Unit of the mean kinetic temperature in the API. */
const KINETIC_UNIT = '°C';

function Row({ channel, statistics, hasLimits, hasKinetic }: RowProps) {
  const units = useDisplayUnits();
  const decimals = useDecimals()(channel.ref);
  const unit = units.of(statistics?.unit ?? channel.unit);
  const precision = decimals ?? channel.ref.channel;
  const value = (of: DisplayUnit, magnitude: number | null | undefined, detail?: 'full'): string =>
    of.format(magnitude ?? null, precision, detail);
  return (
    <tr>
      <th scope="row">
        <ChannelTitle channel={channel} /> <span className="dim">{unit.unit}</span>
      </th>
      <td>{value(unit, statistics?.mean, 'full')}</td>
      <td>{value(unit, statistics?.min)}</td>
      <td>{value(unit, statistics?.max)}</td>
      <td>{unit.formatDifference(statistics?.standard_deviation ?? null, precision, 'full')}</td>
      {hasLimits && <td>{statistics ? formatLimits(statistics, unit) : NO_VALUE}</td>}
      {hasLimits && <td>{statistics ? formatOutside(statistics) : NO_VALUE}</td>}
      {hasKinetic && <td>{value(units.of(KINETIC_UNIT), statistics?.mean_kinetic_temperature, 'full')}</td>}
      <td>{statistics ? formatCount(statistics.count) : NO_VALUE}</td>
      <td>{statistics ? formatCount(statistics.failed) : NO_VALUE}</td>
      <td>{statistics ? formatCount(statistics.gaps) : NO_VALUE}</td>
    </tr>
  );
}

function ChannelTitle({ channel: { name, device, ref } }: { channel: SelectableChannel }) {
  const { devices } = useLive();
  const isKnown = devices.get(deviceKey(ref)) !== undefined;
  const title = <bdi>{name}</bdi>;
  return (
    <>
      {isKnown ? <Link href={deviceRoute(ref)}>{title}</Link> : title}
      {ref.family !== 'computed' && (
        <span className="dim" title={ref.serial}>
          {' '}
          · <bdi>{device}</bdi>
        </span>
      )}
    </>
  );
}

const MISSING = {
  deleted: 'Raw readings of this range have been deleted.',
  'too-many': 'The run has too many readings to compute them.',
};

/** Why figures over time are missing. */
function Missing({ statistics }: { statistics: readonly RunChannelStatistics[] }) {
  const reasons = new Set(statistics.flatMap(({ area_missing: reason }) => reason ?? []));
  if (reasons.size === 0) return null;
  return (
    <p className="dim">
      Some channels have no time outside limits and no mean kinetic temperature.{' '}
      {[...reasons].map((reason) => MISSING[reason]).join(' ')}
    </p>
  );
}
