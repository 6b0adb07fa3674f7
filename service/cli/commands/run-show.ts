import {
  formatRunDuration,
  formatRunLead,
  type Run,
  type RunChannelStatistics,
  type RunStatistics,
  runStart,
} from '../../contract/index.ts';
import { formatReading } from '../../contract/precision.ts';
import { connect } from '../client/api.ts';
import { findRun, RUNS } from '../client/runs.ts';
import type { Invocation } from '../invocation.ts';
import { print, printJson } from '../output.ts';
import { escapeText } from '../text/escape.ts';
import { type Column, pad, table } from '../text/table.ts';

const COLUMNS: readonly Column[] = [
  { heading: 'CHANNEL' },
  { heading: 'READINGS', side: 'right' },
  { heading: 'FAILED', side: 'right' },
  { heading: 'GAPS', side: 'right' },
  { heading: 'MIN', side: 'right' },
  { heading: 'MAX', side: 'right' },
  { heading: 'MEAN', side: 'right' },
  { heading: 'DEVIATION', side: 'right' },
  { heading: 'UNIT' },
  { heading: 'LOW', side: 'right', isOptional: true },
  { heading: 'HIGH', side: 'right', isOptional: true },
  { heading: 'OUTSIDE', side: 'right', isOptional: true },
  { heading: 'MKT', side: 'right', isOptional: true },
  { heading: 'REASON', isOptional: true },
];

/** Why the time outside the limits and the mean kinetic temperature are missing. */
const REASONS: Readonly<Record<NonNullable<RunChannelStatistics['area_missing']>, string>> = {
  deleted: 'raw readings deleted',
  'too-many': 'too many readings',
};

function row(statistics: RunChannelStatistics): string[] {
  const { serial, channel, unit, low, high, outside_ms: outside, area_missing: missing } = statistics;
  const reading = (value: number | null): string => (value === null ? '-' : formatReading(value, channel, unit));
  const hasLimits = low !== null || high !== null;
  const kinetic = statistics.mean_kinetic_temperature;
  return [
    `${serial}/${channel}`,
    ...[statistics.count, statistics.failed, statistics.gaps].map(String),
    ...[statistics.min, statistics.max, statistics.mean, statistics.standard_deviation].map(reading),
    unit,
    low === null ? '' : String(low),
    high === null ? '' : String(high),
    hasLimits ? (outside === null ? '-' : `${outside / 1000} s`) : '',
    kinetic === null ? '' : reading(kinetic),
    missing ? REASONS[missing] : '',
  ];
}

/** One line for each fact, except for empty ones. */
function facts(run: Run, { to: until, bytes }: RunStatistics): [name: string, text: string][] {
  const { id, name, operator, tags, notes, to, stop_at: stopAt, plan, attachments } = run;
  const [firstNote = '', ...furtherNotes] = notes.split('\n');
  const lines: [string, string][] = [
    ['ID', String(id)],
    ['Name', name],
    ['Operator', operator],
    ['Tags', tags.join(', ')],
    ['Notes', firstNote],
    ...furtherNotes.map((note): [string, string] => ['', note]),
    ['Start', [new Date(runStart(run)).toISOString(), formatRunLead(run)].filter(Boolean).join(', ')],
    ['End', to ?? `active${stopAt === null ? '' : `, stops at ${stopAt}`}`],
    ['Duration', formatRunDuration(run, Date.parse(until))],
    ['Automatic run', plan ?? ''],
    ['Attachments', attachments.map((attachment) => attachment.name).join(', ')],
    ['Stored data', `${(bytes / 2 ** 20).toFixed(1)} MiB`],
  ];
  return lines.filter(([, text]) => text !== '');
}

/** Prints a run and the statistics of its channels. */
export async function show({ words: [word], options }: Invocation<[string]>): Promise<void> {
  const api = await connect(options);
  const run = await findRun(api, word);
  const statistics = await api.call<RunStatistics>(`${RUNS}/${run.id}/statistics`);
  if (options.json) return printJson({ run, statistics });
  const lines = facts(run, statistics).map(([name, text]) => `${pad(name, 15)}${escapeText(text)}\n`);
  await print(`${lines.join('')}\n${table(COLUMNS, statistics.channels.map(row))}`);
}
