/** One file, from its upload to the undo of its import. */
import type { ImportColumn, ImportJob, ImportOptions, ImportState, ImportSummary } from '../../contract/index.ts';
import { channelPath } from '../../contract/index.ts';
import { counted } from '../../support/counted.ts';
import type { Retention } from '../types.ts';
import type { ReadColumn, ReadFile } from './read-file.ts';
import type { StepCounts } from './store-steps.ts';
import type { StoredImport } from './types.ts';

const DAY_MS = 86_400_000;

/** What a preview found. */
export type PreviewFacts = Pick<
  ImportJob,
  'format' | 'lines' | 'unreadable_lines' | 'repeated' | 'unreadable' | 'warnings' | 'columns'
>;

const NO_FACTS: PreviewFacts = {
  format: null,
  lines: null,
  unreadable_lines: 0,
  repeated: 0,
  unreadable: [],
  warnings: [],
  columns: [],
};

export interface JobOptions {
  readonly id: string;
  readonly file: string;
  /** As in the API. */
  readonly created: string;
  readonly bytes: number;
  readonly state: ImportState;
  /** Null for an import of an earlier start. */
  readonly options: ImportOptions | null;
  /** The temporary file; undefined if there is none any more. */
  readonly path: string | undefined;
}

export class Job {
  readonly id: string;
  readonly file: string;
  readonly created: string;
  readonly bytes: number;
  state: ImportState;
  options: ImportOptions | null;
  path: string | undefined;
  progress: number | null = null;
  error: string | null = null;
  facts: PreviewFacts = NO_FACTS;
  /** Ends its current work. */
  abort = new AbortController();

  constructor({ id, file, created, bytes, state, options, path }: JobOptions) {
    this.id = id;
    this.file = file;
    this.created = created;
    this.bytes = bytes;
    this.state = state;
    this.options = options;
    this.path = path;
  }

  static fromStore({ id, state, summary }: StoredImport): Job {
    const { file, created, columns } = summary;
    const known = state === 'applied' ? 'applied' : 'undoing';
    const job = new Job({ id, file, created, bytes: 0, state: known, options: null, path: undefined });
    job.facts = { ...NO_FACTS, columns };
    return job;
  }

  /** Whether it is only a preview, of which nothing is stored. */
  get isPreview(): boolean {
    return this.state === 'reading' || this.state === 'ready' || this.state === 'unreadable';
  }

  get summary(): ImportSummary {
    return { file: this.file, created: this.created, columns: this.facts.columns };
  }

  view(): ImportJob {
    return {
      ...this.summary,
      ...this.facts,
      id: this.id,
      state: this.state,
      progress: this.progress,
      error: this.error,
      can_undo: this.state === 'applied',
      bytes: this.bytes,
      options: this.options,
    };
  }
}

/** What an import would do with a column. */
export interface PreviewCounts extends StepCounts {
  /** Whether the channel is not stored yet. */
  readonly isNew: boolean;
}

export function factsOf(
  { format, columns, lines, unreadableLines, unreadable }: ReadFile,
  counts: ReadonlyMap<ReadColumn, PreviewCounts>,
  { rawDays }: Retention,
): PreviewFacts {
  const views = columns.map((column) => columnView(column, counts.get(column)));
  const total = (name: 'expired' | 'aggregated' | 'covered'): number =>
    [...counts.values()].reduce((sum, one) => sum + one[name], 0);
  const warnings = columns.flatMap((column) => {
    const { target, readings } = column;
    if (!target || !readings?.at.length || !counts.get(column)?.isNew) return [];
    return [`${channelPath(target)} is not stored yet and is added${target.unit && ` in ${target.unit}`}.`];
  });
  if (total('expired') > 0) {
    warnings.push(
      `Older than the retention of raw readings (${counted(rawDays, 'day')}): ${counted(total('expired'), 'reading')}. They are deleted within the hour, and their aggregates stay.`,
    );
  }
  if (total('aggregated') > 0) {
    warnings.push(
      `Older than the raw readings that the size limit of the history leaves: ${counted(total('aggregated'), 'reading')}. Only their aggregates are stored.`,
    );
  }
  if (total('covered') > 0) {
    warnings.push(
      `Skipped: ${counted(total('covered'), 'reading')} of hours of which only aggregates are stored, which cannot tell whether the readings are in them.`,
    );
  }
  return {
    format,
    columns: views,
    lines,
    unreadable_lines: unreadableLines,
    repeated: columns.reduce((sum, { readings }) => sum + (readings?.repeated ?? 0), 0),
    unreadable: [...unreadable],
    warnings,
  };
}

function columnView(
  { column, heading, unit, target, problem, readings }: ReadColumn,
  counts: PreviewCounts | undefined,
): ImportColumn {
  const iso = (at: number | undefined): string | null => (at === undefined ? null : new Date(at).toISOString());
  return {
    column,
    heading,
    channel: target && channelPath(target),
    unit,
    target_unit: target?.unit ?? '',
    problem,
    readings: readings?.at.length ?? 0,
    first: iso(readings?.at[0]),
    last: iso(readings?.at.at(-1)),
    new: counts?.added ?? 0,
    stored: counts?.stored ?? 0,
    covered: counts?.covered ?? 0,
    expired: counts ? counts.expired + counts.aggregated : 0,
  };
}

/** The time before which raw readings are deleted, in milliseconds since 1970. */
export function expiryOf({ rawDays }: Retention, now: number): number {
  return now - rawDays * DAY_MS;
}
