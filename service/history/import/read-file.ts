/** Reads a file for its preview, and again when it is imported: nothing of it stays in memory between. */
import type { ChannelRef, Family, ImportFormat, ImportLine, ImportOptions } from '../../contract/index.ts';
import { familySchema } from '../../contract/index.ts';
import { invalidFields } from '../../support/errors.ts';
import type { ColumnReadings } from './column.ts';
import { recordsIn } from './csv-records.ts';
import { parseFile } from './file-reader.ts';
import { headOf } from './file-text.ts';
import type { ParsedColumn } from './parse-file.ts';
import { type FileForm, HEAD_RECORDS, recognize } from './recognize.ts';
import { type ChannelCatalog, type PlannedColumn, planColumn, withoutDoubles } from './targets.ts';
import { zoneNamed } from './time-zone.ts';

/** A clock may be behind by so much, in milliseconds. */
const FUTURE_MS = 60_000;

export interface SourceFile {
  readonly path: string;
  /** Its name at the user. */
  readonly file: string;
  readonly options: ImportOptions;
}

export interface ReadColumn extends PlannedColumn {
  /** In the unit of the target; undefined without a target. */
  readonly readings: ColumnReadings | undefined;
}

export interface ReadFile {
  readonly format: ImportFormat;
  readonly columns: readonly ReadColumn[];
  readonly lines: number;
  readonly unreadableLines: number;
  readonly unreadable: readonly ImportLine[];
}

export interface ReadFileOptions {
  readonly catalog: ChannelCatalog;
  /** Milliseconds since 1970. */
  readonly now: number;
  onProgress(bytes: number): void;
  readonly signal: AbortSignal;
}

/** @throws MensuraError `bad-request` for a file that is not recognized, or an unknown time zone */
export async function readFile(source: SourceFile, options: ReadFileOptions): Promise<ReadFile> {
  const { catalog, now, onProgress, signal } = options;
  const form = await formOf(source);
  const zoneName = source.options.time_zone ?? form.timeZone;
  if (!zoneNamed(zoneName)) throw invalidFields([{ path: 'time_zone', message: `unknown time zone "${zoneName}"` }]);
  const planned = form.layout === 'readings' ? [] : planHeadings(form, source, catalog);
  const columns = planned.flatMap(({ column, target }) => (target && column !== null ? [column - 1] : []));
  const { path } = source;
  const parsed = await parseFile({ path, form, zone: zoneName, columns, until: now + FUTURE_MS }, onProgress, signal);
  const byColumn = new Map(parsed.columns.map((one) => ['column' in one.key ? one.key.column + 1 : null, one]));
  const read =
    form.layout === 'readings'
      ? planChannels(parsed.columns, source, catalog)
      : planned.map((one) => withReadings(one, byColumn.get(one.column)));
  return {
    format: formatOf(form, zoneName),
    columns: read,
    lines: parsed.lines,
    unreadableLines: parsed.unreadableLines,
    unreadable: parsed.unreadable,
  };
}

/** Readings of an unreadable line are in no column, so each has a number. */
function withReadings(planned: PlannedColumn, parsed: ColumnReadings | undefined): ReadColumn {
  if (!planned.target || !parsed) return { ...planned, readings: undefined };
  const { value } = parsed;
  for (let index = 0; index < value.length; index += 1) value[index] = planned.convert(value[index] ?? Number.NaN);
  return { ...planned, readings: parsed };
}

async function formOf({ path, options }: SourceFile): Promise<FileForm> {
  const text = (await headOf(path)).replace(/^\uFEFF/, '');
  return recognize(recordsIn(text, HEAD_RECORDS), options);
}

function planHeadings(form: FileForm, { options, file }: SourceFile, catalog: ChannelCatalog): PlannedColumn[] {
  const isGeneral = form.kind === 'general';
  const numbered = form.headings.map((heading, index) => ({ heading, column: index + 1, index }));
  const others = numbered.filter(({ index }) => !form.timeColumns.includes(index));
  return withoutDoubles(
    others.map(({ heading, column }) => planColumn({ column, heading, options, file, isGeneral }, catalog)),
  );
}

function planChannels(parsed: readonly ParsedColumn[], { file }: SourceFile, catalog: ChannelCatalog): ReadColumn[] {
  const planned = parsed.map(({ key }) => {
    if ('column' in key) throw new TypeError('A row for each reading has no columns.');
    const { family, serial, channel, unit } = key;
    const heading = `${family}/${serial}/${channel}${unit && ` (${unit})`}`;
    const known = familySchema.safeParse(family);
    const ref: Partial<ChannelRef> = { family: known.data as Family, serial, channel };
    const plan = planColumn(
      { column: null, heading: { heading, channel: ref, unit }, options: { columns: [] }, file, isGeneral: false },
      catalog,
    );
    return known.success ? plan : { ...plan, target: null, problem: `unknown family "${family}"` };
  });
  return withoutDoubles(planned).map((one, index) => withReadings(one, parsed[index]));
}

function formatOf(form: FileForm, zoneName: string | undefined): ImportFormat {
  const { kind, layout, separator, mark = 'point', headingLine, timeColumns, headings, isLocal } = form;
  return {
    kind,
    layout,
    separator,
    decimal_mark: mark,
    heading_line: headingLine,
    time_column: timeColumns.map((column) => headings[column]?.heading ?? '').join(' '),
    time_zone: isLocal ? (zoneNamed(zoneName)?.name ?? null) : null,
  };
}
