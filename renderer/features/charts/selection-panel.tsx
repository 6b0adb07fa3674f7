import { Download, Flag, Timer, X, ZoomIn } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { channelPath, type DisplayUnits } from '../../../service/contract/index.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { formatAge, formatCount } from '../../data/format/numbers.ts';
import { type PastStore } from '../../data/history-tiles/past-store.ts';
import { type TimeRange } from '../../data/history-tiles/range-list.ts';
import { fetchStatistics } from '../../data/history-tiles/requests.ts';
import type { SampleStore } from '../../data/samples/sample-store.ts';
import { rangeLabel, readingLabel, timestampLabel } from './scene/time-labels.ts';
import './selection-panel.css';
import { type ChartChannel, channelTitle, precisionOf } from './channels.ts';
import { ChannelSource } from './data/channel-source.ts';
import {
  difference,
  formatDelta,
  formatFrequency,
  formatQuantity,
  measuredRange,
  measurementText,
  shownArea,
  slope,
} from './data/measurement.ts';
import { type RangeStatistics, ringStatistics } from './data/statistics.ts';
import { seriesColor } from './drawing/palette.ts';

/** Beyond it, the frequency of a cycle says less than its length, in milliseconds. */
const LONGEST_CYCLE_MS = 60_000;

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
  readonly onSaveRun: () => void;
  readonly onClear: () => void;
}

/** What is measured between the cursors at the ends of the selection, and the actions on it. */
export function SelectionPanel(props: SelectionPanelProps) {
  const { selection, channels, units, now, onZoom, onMark, onExport, onSaveRun, onClear } = props;
  const { statistics, problem } = useStatistics(props);
  const measured = channels.flatMap((channel) => {
    const found = statistics.get(channel.key);
    return found ? [{ title: channelTitle(channel), unit: units.of(channel.unit), statistics: found }] : [];
  });
  const copied = measurementText(selection, measured);
  // As exact as in charts 1,000 pixels wide.
  const msPerPixel = (selection.to - selection.from) / 1000;
  return (
    <section className="chart-selection-panel" aria-label="Selection">
      <div className="chart-selection-head">
        <strong>{rangeLabel(selection.from, selection.to, now())}</strong>
        <span className="chart-selection-delta">Δt {formatDelta(selection.to - selection.from)}</span>
        {selection.to - selection.from < LONGEST_CYCLE_MS && (
          <span className="chart-selection-delta">1/Δt {formatFrequency(selection.to - selection.from)}</span>
        )}
        <button type="button" className="button small" onClick={onZoom}>
          <ZoomIn size={13} aria-hidden /> Zoom to selection
        </button>
        <button type="button" className="button small" onClick={onExport}>
          <Download size={13} aria-hidden /> Export…
        </button>
        <button type="button" className="button small" onClick={onSaveRun}>
          <Timer size={13} aria-hidden /> Save as run…
        </button>
        <button type="button" className="button small" onClick={onMark}>
          <Flag size={13} aria-hidden /> Add marker…
        </button>
        <CopyButton
          text={copied}
          what="the measurement"
          className="button small"
          isDisabled={measured.length < channels.length}
        />
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
              <th scope="col">B − A</th>
              <th scope="col">Mean</th>
              <th scope="col">Min</th>
              <th scope="col">Max</th>
              <th scope="col" title="Standard deviation">
                Std. dev.
              </th>
              <th scope="col">Slope</th>
              <th scope="col">Area</th>
              <th scope="col">A: {readingLabel(selection.from, msPerPixel)}</th>
              <th scope="col">B: {readingLabel(selection.to, msPerPixel)}</th>
              <th scope="col">Readings</th>
              <th scope="col">Gaps</th>
            </tr>
          </thead>
          <tbody>
            {channels.map((channel) => (
              <Row
                key={channel.key}
                channel={channel}
                units={units}
                selection={selection}
                statistics={statistics.get(channel.key)}
              />
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
  readonly selection: TimeRange;
  /** Undefined until the history has answered. */
  readonly statistics: RangeStatistics | undefined;
}

/** A figure that the history has not answered yet. */
const PENDING = '…';

/** A reading this far from its cursor is shown with its distance, in milliseconds. */
const LATE_MS = 1000;

/** Why a channel has no area. */
const NO_AREA = {
  deleted: 'No area: raw readings of this range have been deleted',
  'too-many': 'No area: too many readings; select a shorter range',
};

function Row({ channel, units, selection, statistics }: RowProps) {
  const precision = precisionOf(channel);
  const unit = units.of(channel.unit);
  const value = (magnitude: number | null = null, detail?: 'full'): string =>
    statistics ? unit.format(magnitude, precision, detail) : PENDING;
  const end = (reading: RangeStatistics['first'] | undefined, cursor: number) => (
    <td title={reading ? `Reading at ${timestampLabel(reading.at)}` : undefined}>
      {value(reading?.magnitude)}
      {reading && Math.abs(reading.at - cursor) >= LATE_MS && (
        <span className="dim">
          {' '}
          {reading.at < cursor ? '−' : '+'}
          {formatAge(Math.abs(reading.at - cursor))}
        </span>
      )}
    </td>
  );
  return (
    <tr>
      <th scope="row">
        <i className="chart-selection-colour" style={{ background: seriesColor(channel.color) }} aria-hidden />
        {channelTitle(channel)} <span className="dim">{unit.unit}</span>
      </th>
      <td>{statistics ? unit.formatDifference(difference(statistics), precision) : PENDING}</td>
      <td>{value(statistics?.mean, 'full')}</td>
      <td>{value(statistics?.min)}</td>
      <td>{value(statistics?.max)}</td>
      <td>{statistics ? unit.formatDifference(statistics.standard_deviation, precision, 'full') : PENDING}</td>
      <td>{statistics ? formatQuantity(slope(statistics, unit)) : PENDING}</td>
      <td title={statistics?.area_missing ? NO_AREA[statistics.area_missing] : undefined}>
        {statistics ? formatQuantity(shownArea(statistics, unit)) : PENDING}
      </td>
      {end(statistics?.first, selection.from)}
      {end(statistics?.last, selection.to)}
      <td>{statistics ? formatCount(statistics.count) : PENDING}</td>
      <td>{statistics ? formatCount(statistics.gaps) : PENDING}</td>
    </tr>
  );
}

/** Pause before the history is queried, in milliseconds: a dragged cursor moves with each frame. */
const QUERY_PAUSE_MS = 150;

/** From the readings in the window if it has all of them, else from the history for the channels that it stores. */
function useStatistics({ selection, channels, store, past }: SelectionPanelProps) {
  const { from, to } = measuredRange(selection);
  const [answered, setAnswered] = useState<{ of: TimeRange; statistics: ReadonlyMap<string, RangeStatistics> }>();
  const [failed, setFailed] = useState<TimeRange>();
  // Once for each range: the ring moves on and loses the first readings, also while paused.
  const { stored, inWindow } = useMemo(
    () => ({
      stored: channels.filter(
        (channel) => past.stored.get(channel.key) && !(from >= new ChannelSource(channel, store, past).ringFrom),
      ),
      inWindow: new Map(
        channels.map(({ key, deviceKey, label }) => [
          key,
          ringStatistics(store.series(deviceKey, label), { from, to }),
        ]),
      ),
    }),
    [channels, store, past, from, to],
  );
  useEffect(() => {
    if (stored.length === 0) return undefined;
    const ending = new AbortController();
    const refs = stored.map(({ ref }) => ref);
    const query = (): void => {
      fetchStatistics(refs, from, to, ending.signal).then(
        (result) => {
          const statistics = new Map(result.channels.map((one) => [channelPath(one), one]));
          if (!ending.signal.aborted) setAnswered({ of: { from, to }, statistics });
        },
        () => {
          if (!ending.signal.aborted) setFailed({ from, to });
        },
      );
    };
    const timer = setTimeout(query, QUERY_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [stored, from, to]);
  const isAnswered = answered?.of.from === from && answered.of.to === to;
  const isFailed = !isAnswered && failed?.from === from && failed.to === to;
  const statistics = new Map(inWindow);
  for (const { key } of stored) {
    const exact = isAnswered ? answered.statistics.get(key) : undefined;
    if (exact) statistics.set(key, exact);
    else if (!isAnswered && !isFailed) statistics.delete(key);
  }
  return {
    statistics,
    problem: isFailed ? 'History unavailable. Statistics cover only the readings received by this window.' : '',
  };
}
