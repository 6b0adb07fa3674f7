import { useMemo, useState } from 'react';
import { type AlarmRule, channelPath, isRuleOfChannel, type Tile } from '../../../../service/contract/index.ts';
import type { ValueRange } from '../../../../service/contract/value-range.ts';
import { linearTicks, stepLabels } from '../../../../service/contract/value-ticks.ts';
import type { SelectableChannel } from '../../../data/compare/selectable-channels.ts';
import { useDisplayUnits, useLive, useReadable } from '../../../data/react.ts';
import { viewStatistics } from '../../charts/data/statistics.ts';
import { compareChannels } from '../../compare/compare-channels.ts';
import { arcPath, gaugeRange, labelAt, labelsThatFit, pointAt } from './gauge.ts';
import { TileName } from './tile-name.tsx';
import { TileState } from './tile-state.tsx';
import { usePresent } from './use-present.ts';
import { useRecent } from './use-recent.ts';
import './gauge-tile.css';

/** Readings of this time choose the ends of a gauge, in milliseconds. */
const RANGE_MS = 3_600_000;

/** Resolution of these readings, in points. */
const POINTS = 120;

/** Ticks between the ends, approximately. */
const TICKS = 4;

interface GaugeTileProps {
  channel: SelectableChannel;
  tile: Extract<Tile, { kind: 'gauge' }>;
}

/** The current reading on an arc, with the limits of the channel's alarm rules. */
export function GaugeTile({ channel, tile }: GaugeTileProps) {
  const { ref, unit } = channel;
  const present = usePresent(channel);
  const shown = useDisplayUnits().of(unit);
  const limits = useLimits(channelPath(ref));
  const range = useGaugeRange(channel, tile, limits, present.magnitude);
  const share = (value: number): number => (value - range.min) / (range.max - range.min);
  const ends = { min: shown.toShown(range.min), max: shown.toShown(range.max) };
  const { ticks, step } = linearTicks(ends, TICKS);
  const texts = stepLabels(ticks, step);
  const labels = labelsThatFit(
    ticks.map((tick, index) => labelAt((tick - ends.min) / (ends.max - ends.min), texts[index] ?? '')),
  );
  return (
    <div
      className="gauge-tile"
      data-quiet={present.isQuiet || undefined}
      data-alarm={present.alarms.length > 0 || undefined}
    >
      <TileName channel={channel} title={tile.title} />
      <svg className="gauge" viewBox="0 4 200 146" aria-hidden="true">
        <path className="gauge-track" d={arcPath(0, 1)} />
        {present.magnitude !== null && <path className="gauge-bar" d={arcPath(0, share(present.magnitude))} />}
        {limits.map((limit) => (
          <path key={limit} className="gauge-limit" d={limitPath(share(limit))} />
        ))}
        {labels.map(({ text, x, y, anchor }) => (
          <text key={text} x={x} y={y} textAnchor={anchor}>
            {text}
          </text>
        ))}
      </svg>
      <p className="gauge-value">
        {present.text} <bdi className="tile-unit dim">{shown.unit}</bdi>
      </p>
      <TileState present={present} unit={shown} />
    </div>
  );
}

/** A line across the arc. */
function limitPath(share: number): string {
  const [inner, outer] = [pointAt(share, 76), pointAt(share, 98)];
  return `M${inner.x} ${inner.y}L${outer.x} ${outer.y}`;
}

/** Limits of the enabled alarm rules of a channel. */
function useLimits(path: string): number[] {
  const rules = useReadable(useLive().channelRules);
  return [...new Set(rules.flatMap((rule) => limitsFor(rule, path)))];
}

function limitsFor({ rule }: AlarmRule, path: string): number[] {
  if (!rule.enabled || !isRuleOfChannel(rule) || channelPath(rule) !== path) return [];
  return [rule.lower, rule.upper].filter((limit) => limit !== null);
}

function useGaugeRange(
  channel: SelectableChannel,
  { min, max }: Pick<GaugeTileProps['tile'], 'min' | 'max'>,
  limits: readonly number[],
  magnitude: number | null,
): ValueRange {
  const text = JSON.stringify(channel);
  const channels = useMemo(() => compareChannels([JSON.parse(text) as SelectableChannel]), [text]);
  const recent = useRecent(channels, RANGE_MS, POINTS, ([source], view) =>
    source ? viewStatistics(source, view, POINTS) : undefined,
  );
  const [before, setBefore] = useState<ValueRange>();
  const values = [recent?.min, recent?.max, magnitude, ...limits].filter((value) => typeof value === 'number');
  const range = gaugeRange(before, values, { min, max, unit: channel.unit });
  // Kept, so that the ends seldom move.
  if (range.min !== before?.min || range.max !== before.max) setBefore(range);
  return range;
}
