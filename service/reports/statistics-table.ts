import { formatCount, formatEntered, formatExactDuration, NO_VALUE, plural } from '../contract/index.ts';
import { formatLocalTime } from '../support/local-time.ts';
import { type DescribedChannel, formatLimits } from './channels.ts';
import type { ReportData, ReportTable } from './types.ts';

/** One column: its heading, and its cell of a channel. */
interface Column {
  label: string;
  cell: (channel: DescribedChannel) => string;
  isNumber?: true;
}

export function statisticsTable(channels: readonly DescribedChannel[]): ReportTable {
  const has = (isShown: (channel: DescribedChannel) => boolean, columns: Column[]): Column[] =>
    channels.some(isShown) ? columns : [];
  const columns: Column[] = [
    { label: 'Channel', cell: ({ name, unit }) => (unit.unit ? `${name}, in ${unit.unit}` : name) },
    { label: 'Readings', cell: readingsCell, isNumber: true },
    {
      label: 'Minimum',
      cell: ({ statistics, unit, precision }) => unit.format(statistics.min, precision),
      isNumber: true,
    },
    {
      label: 'Maximum',
      cell: ({ statistics, unit, precision }) => unit.format(statistics.max, precision),
      isNumber: true,
    },
    {
      label: 'Mean',
      cell: ({ statistics, unit, precision }) => unit.format(statistics.mean, precision, 'full'),
      isNumber: true,
    },
    {
      label: 'Standard deviation',
      cell: ({ statistics, unit, precision }) =>
        unit.formatDifference(statistics.standard_deviation, precision, 'full'),
      isNumber: true,
    },
    ...has(
      ({ statistics: { low, high } }) => low !== null || high !== null,
      [
        { label: 'Limits', cell: (channel) => formatLimits(channel) || NO_VALUE },
        { label: 'Time outside limits', cell: outsideCell, isNumber: true },
      ],
    ),
    ...has(
      ({ statistics }) => statistics.mean_kinetic_temperature !== null,
      [
        {
          label: 'Mean kinetic temperature',
          cell: ({ statistics, unit, precision }) =>
            unit.format(statistics.mean_kinetic_temperature, precision, 'full'),
          isNumber: true,
        },
      ],
    ),
  ];
  return {
    columns: columns.map(({ label, isNumber }) => ({ label, ...(isNumber && { isNumber }) })),
    rows: channels.map((channel) => columns.map(({ cell }) => cell(channel))),
    none: 'No channels.',
    notes: channels.flatMap(missingNote),
  };
}

/** The first and the last reading of each channel. */
export function endTable(channels: readonly DescribedChannel[], { zone }: Pick<ReportData, 'zone'>): ReportTable {
  const cells = (reading: { at: number; magnitude: number } | null, { unit, precision }: DescribedChannel): string[] =>
    reading
      ? [
          formatLocalTime(reading.at, zone.offsetOf),
          `${unit.format(reading.magnitude, precision)} ${unit.unit}`.trimEnd(),
        ]
      : [NO_VALUE, NO_VALUE];
  return {
    columns: [
      { label: 'Channel' },
      { label: 'First reading' },
      { label: 'Value', isNumber: true },
      { label: 'Last reading' },
      { label: 'Value', isNumber: true },
    ],
    rows: channels.map((channel) => [
      channel.name,
      ...cells(channel.statistics.first, channel),
      ...cells(channel.statistics.last, channel),
    ]),
    none: 'No channels.',
    notes: [],
  };
}

function readingsCell({ statistics: { count, failed, gaps } }: DescribedChannel): string {
  const lines = [formatCount(count)];
  if (failed > 0) lines.push(`${formatCount(failed)} without a value`);
  if (gaps > 0) lines.push(plural(gaps, 'gap'));
  return lines.join('\n');
}

/** With its share of the time that the readings cover. */
function outsideCell({ statistics: { outside_ms: outside, covered_ms: covered } }: DescribedChannel): string {
  if (outside === null) return NO_VALUE;
  const text = formatExactDuration(outside);
  return outside > 0 && covered > 0
    ? `${text}\n${formatEntered(Number(((100 * outside) / covered).toPrecision(3)))} %`
    : text;
}

/** Why figures are missing. */
function missingNote({ name, statistics }: DescribedChannel): string[] {
  const { area_missing: reason, resolution_ms: width } = statistics;
  if (reason === 'deleted') {
    return [
      `${name}: raw readings of this range have been deleted. The figures are computed from aggregates of ${formatExactDuration(width)}, for the range extended to whole aggregates. Figures that need raw readings are missing.`,
    ];
  }
  if (reason === 'too-many') {
    return [`${name}: figures that need raw readings are missing because there are too many readings.`];
  }
  return [];
}
