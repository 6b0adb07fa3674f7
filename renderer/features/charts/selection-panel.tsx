import { Download, Flag, X, ZoomIn } from 'lucide-react';
import { useEffect, useState } from 'react';
import { channelPath } from '../../../service/contract/index.ts';
import { formatCount } from '../../data/format/numbers.ts';
import { type PastStore } from '../../data/history-tiles/past-store.ts';
import { type TimeRange } from '../../data/history-tiles/range-list.ts';
import { fetchStatistics } from '../../data/history-tiles/requests.ts';
import type { SampleStore } from '../../data/samples/sample-store.ts';
import type { DisplayUnits } from '../../data/units/display-units.ts';
import { rangeLabel } from './scene/time-labels.ts';
import './selection-panel.css';
import { type ChartChannel, channelTitle } from './channels.ts';
import { type RangeStatistics, ringStatistics } from './data/statistics.ts';
import { seriesColor } from './drawing/palette.ts';

export interface SelectionPanelProps {
  readonly selection: TimeRange;
  readonly channels: readonly ChartChannel[];
  readonly store: SampleStore;
  readonly past: PastStore;
  readonly units: DisplayUnits;
  readonly now: () => number;
  readonly onZoom: () => void;
  readonly onMark: () => void;
  readonly onExport: () => void;
  readonly onClear: () => void;
}

/** Statistics of the selection and the actions on it. */
export function SelectionPanel(props: SelectionPanelProps) {
  const { selection, channels, units, now, onZoom, onMark, onExport, onClear } = props;
  const { statistics, problem } = useStatistics(props);
  return (
    <section className="chart-selection-panel" aria-label="Selection">
      <div className="chart-selection-head">
        <strong>{rangeLabel(selection.from, selection.to, now())}</strong>
        <button type="button" className="button small" onClick={onZoom}>
          <ZoomIn size={13} aria-hidden /> Zoom to selection
        </button>
        <button type="button" className="button small" onClick={onExport}>
          <Download size={13} aria-hidden /> Export…
        </button>
        <button type="button" className="button small" onClick={onMark}>
          <Flag size={13} aria-hidden /> Add marker…
        </button>
        <output className="dim">{problem}</output>
        <button
          type="button"
          className="icon-button"
          aria-label="Clear selection"
          title="Clear selection (Esc)"
          onClick={onClear}
        >
          <X size={14} aria-hidden />
        </button>
      </div>
      {/* It scrolls, so the keyboard must reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className="chart-selection-table" aria-label="Selection statistics" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Channel</th>
              <th scope="col">Minimum</th>
              <th scope="col">Maximum</th>
              <th scope="col">Mean</th>
              <th scope="col">Std. deviation</th>
              <th scope="col">Readings</th>
              <th scope="col">Gaps</th>
            </tr>
          </thead>
          <tbody>
            {channels.map((channel) => (
              <Row key={channel.key} channel={channel} units={units} statistics={statistics.get(channel.key)} />
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

interface RowProps {
  readonly channel: ChartChannel;
  readonly units: DisplayUnits;
  readonly statistics: RangeStatistics | undefined;
}

function Row({ channel, units, statistics }: RowProps) {
  const { label } = channel;
  const unit = units.of(channel.unit);
  const value = (magnitude: number | null = null): string => unit.format(magnitude, label, 'full');
  return (
    <tr>
      <th scope="row">
        <i className="chart-selection-colour" style={{ background: seriesColor(channel.color) }} aria-hidden />
        {channelTitle(channel)} <span className="dim">{unit.unit}</span>
      </th>
      <td>{value(statistics?.min)}</td>
      <td>{value(statistics?.max)}</td>
      <td>{value(statistics?.mean)}</td>
      <td>{unit.formatDifference(statistics?.standard_deviation ?? null, label, 'full')}</td>
      <td>{statistics ? formatCount(statistics.count) : '…'}</td>
      <td>{statistics ? formatCount(statistics.gaps) : '…'}</td>
    </tr>
  );
}

/** From the readings in the window at first, then from the history for the channels that it stores. */
function useStatistics({ selection, channels, store, past }: SelectionPanelProps) {
  const { from, to } = selection;
  const [answered, setAnswered] = useState<{ of: TimeRange; statistics: ReadonlyMap<string, RangeStatistics> }>();
  const [failed, setFailed] = useState<TimeRange>();
  useEffect(() => {
    const stored = channels.filter(({ key }) => past.stored.get(key));
    if (stored.length === 0) return undefined;
    const ending = new AbortController();
    const refs = stored.map(({ ref }) => ref);
    fetchStatistics(refs, from, to, ending.signal).then(
      (result) => {
        const statistics = new Map(result.channels.map((one) => [channelPath(one), one]));
        if (!ending.signal.aborted) setAnswered({ of: { from, to }, statistics });
      },
      () => {
        if (!ending.signal.aborted) setFailed({ from, to });
      },
    );
    return () => ending.abort();
  }, [channels, past, from, to]);
  const isAnswered = answered?.of.from === from && answered.of.to === to;
  const statistics = new Map(
    channels.map(({ key, deviceKey, label }) => {
      const exact = isAnswered ? answered.statistics.get(key) : undefined;
      return [key, exact ?? ringStatistics(store.series(deviceKey, label), selection)];
    }),
  );
  const isFailed = !isAnswered && failed?.from === from && failed.to === to;
  return {
    statistics,
    problem: isFailed ? 'History unavailable. Statistics cover only the readings received by this window.' : '',
  };
}
