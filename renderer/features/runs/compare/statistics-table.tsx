import { Link } from 'wouter';
import { type DisplayUnits, formatRunDuration, type Run, runStart } from '../../../../service/contract/index.ts';
import { formatDayAndTime, NO_VALUE } from '../../../data/format/numbers.ts';
import type { ComparedRun } from '../../../data/runs/compared-runs.ts';
import { precisionOf } from '../../charts/channels.ts';
import { formatDelta } from '../../charts/data/measurement.ts';
import { Swatch } from '../../charts/series-styles.tsx';
import { runRoute } from '../routes.ts';
import type { RunLine } from './compared-lines.ts';

interface StatisticsTableProps {
  runs: readonly ComparedRun[];
  lines: readonly RunLine[];
  units: DisplayUnits;
}

const FIGURES = ['Mean', 'Minimum', 'Maximum', 'Std. dev.', 'Duration', 'Outside limits', 'Mean kinetic temperature'];

/** The statistics of the lines side by side: a row for each, and one for a run without the channel. */
export function StatisticsTable({ runs, lines, units }: StatisticsTableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable by keyboard
    <section className="run-statistics" aria-label="Statistics" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Run</th>
            {FIGURES.map((figure) => (
              <th key={figure} scope="col">
                {figure}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {runs.flatMap((compared) => {
            const own = lines.filter(({ run }) => run.id === compared.run.id);
            if (own.length === 0) return <MissingRow key={compared.run.id} run={compared.run} />;
            return own.map((line) => <Row key={line.channel.key} compared={compared} line={line} units={units} />);
          })}
        </tbody>
      </table>
    </section>
  );
}

function MissingRow({ run }: { run: Run }) {
  return (
    <tr>
      <th scope="row">
        <RunLink run={run} />
      </th>
      <td className="run-statistics-none dim" colSpan={FIGURES.length}>
        This run does not have the channel
      </td>
    </tr>
  );
}

function RunLink({ run }: { run: Run }) {
  return (
    <>
      <Link href={runRoute(run.id)}>{run.name}</Link>
      <span className="run-statistics-start dim">
        {formatDayAndTime(runStart(run))}
        {run.to === null && ', active'}
      </span>
    </>
  );
}

/** Why the figures over time are missing. */
const MISSING = {
  deleted: 'Raw readings of this run have been deleted',
  'too-many': 'The run has too many readings to compute this',
} as const;

function Row({ compared, line, units }: { compared: ComparedRun; line: RunLine; units: DisplayUnits }) {
  const { channel, statistics } = line;
  const { run } = compared;
  const unit = units.of(channel.unit);
  const precision = precisionOf(channel);
  const { low, high, outside_ms: outside, area_missing: missing } = statistics ?? {};
  const hasLimits = (low ?? high ?? null) !== null;
  const reason = missing ? MISSING[missing] : undefined;
  return (
    <tr>
      <th scope="row">
        <Swatch series={channel} />
        <RunLink run={run} />
        <span className="run-statistics-start dim">
          {channel.device} {unit.unit && `(${unit.unit})`}
        </span>
      </th>
      <td>{unit.format(statistics?.mean ?? null, precision, 'full')}</td>
      <td>{unit.format(statistics?.min ?? null, precision)}</td>
      <td>{unit.format(statistics?.max ?? null, precision)}</td>
      <td>{unit.formatDifference(statistics?.standard_deviation ?? null, precision, 'full')}</td>
      <td>{formatRunDuration(run, Date.parse(compared.statistics.to))}</td>
      <td title={hasLimits ? reason : 'The run has no limits for the channel'}>
        {typeof outside === 'number' ? formatDelta(outside) : NO_VALUE}
      </td>
      <td title={channel.unit === '°C' ? reason : 'Only for temperatures'}>
        {unit.format(statistics?.mean_kinetic_temperature ?? null, precision, 'full')}
      </td>
    </tr>
  );
}
