import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ImportColumn, ImportJob, ImportJobs, ImportOptions } from '../../contract/imports.ts';
import { counted } from '../../support/counted.ts';
import { errorText } from '../../support/errors.ts';
import { type Api, connect } from '../client/api.ts';
import { isYes, requireTerminal } from '../confirm.ts';
import { CliError, EXIT } from '../failure.ts';
import { waitForInterrupt } from '../interrupt.ts';
import type { CommonOptions, Invocation } from '../invocation.ts';
import { print, printJson, printNote } from '../output.ts';
import { escapeText } from '../text/escape.ts';
import { type Column, table } from '../text/table.ts';

const IMPORTS = '/app/v1/imports';

/** Between two looks at the state, in milliseconds. */
const POLL_MS = 250;

const CLEAR_LINE = '\r\u001B[K';

interface ImportFlags extends CommonOptions {
  column?: ImportOptions['columns'];
  timeZone?: string;
  dateOrder?: 'dmy' | 'mdy';
  device?: string;
  preview?: boolean;
  yes?: boolean;
}

/** Shows a preview, and imports the readings once they are confirmed. */
export async function run({ words: [path], options }: Invocation<[string], ImportFlags>): Promise<void> {
  const api = await connect(options);
  api.requireProof('no file was sent');
  if (!options.preview && !options.yes) {
    requireTerminal('an import changes the history; use --yes to confirm, or --preview');
  }
  const interrupted = waitForInterrupt();
  const { id } = await upload(api, path, options, interrupted);
  let isPreview = true;
  try {
    const job = await previewOf(api, id, options, interrupted);
    if (job.state === 'unreadable') throw new CliError(EXIT.failed, `cannot import ${path}: ${job.error}`);
    const readings = job.columns.reduce((sum, column) => sum + column.new, 0);
    if (options.preview) return await (options.json ? printJson(job) : printPreview(job));
    if (!options.json) await printPreview(job);
    if (readings === 0) return printNote('No new readings to import.');
    if (!options.yes && !(await isYes(`Import ${counted(readings, 'reading')}?`))) {
      throw new CliError(EXIT.interrupted, 'canceled; nothing was imported');
    }
    await api.call(`${IMPORTS}/${id}/apply`, { method: 'POST' });
    isPreview = false;
    await finish(api, id, options, interrupted);
  } catch (error) {
    if (!interrupted.aborted) throw error;
    if (!isPreview) await api.call(`${IMPORTS}/${id}`, { method: 'DELETE' }).catch(() => undefined);
    isPreview = true;
    throw new CliError(EXIT.interrupted, 'import canceled; nothing was imported', { cause: error });
  } finally {
    // A preview without an answer is of no use any more.
    if (isPreview) await discard(api, id);
  }
}

/** Newest first. */
export async function list({ options }: Invocation<[]>): Promise<void> {
  const { imports } = await (await connect(options)).call<ImportJobs>(IMPORTS);
  if (options.json) return printJson(imports);
  if (imports.length === 0) return printNote('No imports. Run "mensura import <file>" to import a file.');
  const columns: Column[] = [
    { heading: 'ID' },
    { heading: 'STATE' },
    { heading: 'CREATED' },
    { heading: 'NEW', side: 'right' },
    { heading: 'FILE' },
  ];
  const rows = imports.map(({ id, state, created, columns: channels, file }) => {
    const readings = channels.reduce((sum, column) => sum + column.new, 0);
    return [id, state, created, String(readings), file];
  });
  await print(table(columns, rows));
}

/** Removes the readings that an import added. */
export async function undo({ words: [id], options }: Invocation<[string], ImportFlags>): Promise<void> {
  const api = await connect(options);
  const path = `${IMPORTS}/${encodeURIComponent(id)}`;
  const { file, columns } = await api.call<ImportJob>(path);
  const readings = counted(
    columns.reduce((sum, column) => sum + column.new, 0),
    'reading',
  );
  if (!options.yes) {
    requireTerminal(`undoing removes the imported readings of ${file}; use --yes to confirm`);
    if (!(await isYes(`Remove the ${readings} imported from ${escapeText(file)}?`))) {
      throw new CliError(EXIT.interrupted, 'canceled; the readings stay');
    }
  }
  await api.call(path, { method: 'DELETE' });
  for (;;) {
    const job = await api.find<ImportJob>(path);
    if (!job) break;
    if (job.state !== 'undoing') throw new CliError(EXIT.failed, `cannot undo the import of ${file}: ${job.error}`);
    showProgress(job);
    await pause(POLL_MS);
  }
  endProgress();
  if (options.json) return printJson({ removed: id });
  await print(`Removed the readings imported from ${escapeText(file)}.\n`);
}

async function upload(api: Api, path: string, flags: ImportFlags, signal: AbortSignal): Promise<ImportJob> {
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    (error: unknown) => {
      throw new CliError(EXIT.file, `cannot read ${path}: ${errorText(error)}`, { cause: error });
    },
  );
  if (!isFile) throw new CliError(EXIT.file, `cannot read ${path}: not a file`);
  const { timeZone, dateOrder, device } = flags;
  const query = new URLSearchParams({ file: basename(path) });
  for (const [name, value] of Object.entries({ time_zone: timeZone, date_order: dateOrder, device })) {
    if (value !== undefined) query.set(name, value);
  }
  return api.call<ImportJob>(`${IMPORTS}?${query.toString()}`, {
    method: 'POST',
    file: createReadStream(path),
    signal,
  });
}

async function previewOf(api: Api, id: string, flags: ImportFlags, signal: AbortSignal): Promise<ImportJob> {
  const path = `${IMPORTS}/${id}`;
  const job = await settled(api, path, signal);
  const { column: columns, timeZone, dateOrder, device } = flags;
  if (!columns || job.state === 'unreadable') return job;
  const body = {
    columns,
    ...(timeZone !== undefined && { time_zone: timeZone }),
    ...(dateOrder && { date_order: dateOrder }),
    ...(device !== undefined && { device }),
  };
  await api.call(path, { method: 'PUT', body });
  return settled(api, path, signal);
}

async function finish(api: Api, id: string, { json }: ImportFlags, signal: AbortSignal): Promise<void> {
  const job = await settled(api, `${IMPORTS}/${id}`, signal);
  if (job.state !== 'applied') throw new CliError(EXIT.failed, `cannot import ${job.file}: ${job.error}`);
  if (json) return printJson(job);
  const readings = job.columns.reduce((sum, column) => sum + column.new, 0);
  await print(`Imported ${counted(readings, 'reading')}. To undo: mensura import undo ${id}\n`);
}

/** Waits for the end of the work that is going on, with its progress. */
async function settled(api: Api, path: string, signal: AbortSignal): Promise<ImportJob> {
  try {
    for (;;) {
      const job = await api.call<ImportJob>(path);
      if (job.progress === null) return job;
      showProgress(job);
      await pause(POLL_MS, undefined, { signal });
    }
  } finally {
    endProgress();
  }
}

async function discard(api: Api, id: string): Promise<void> {
  await api.call(`${IMPORTS}/${id}`, { method: 'DELETE' }).catch(() => undefined);
}

function showProgress({ state, progress }: ImportJob): void {
  if (process.stderr.isTTY) process.stderr.write(`${CLEAR_LINE}${state} ${Math.floor((progress ?? 0) * 100)} %`);
}

function endProgress(): void {
  if (process.stderr.isTTY) process.stderr.write(CLEAR_LINE);
}

const COLUMNS: readonly Column[] = [
  { heading: 'COLUMN', side: 'right' },
  { heading: 'HEADING' },
  { heading: 'CHANNEL' },
  { heading: 'READINGS', side: 'right' },
  { heading: 'NEW', side: 'right' },
  { heading: 'STORED', side: 'right', isOptional: true },
  { heading: 'FIRST' },
  { heading: 'LAST' },
];

function row({ column, heading, channel, readings, new: added, stored, first, last }: ImportColumn): string[] {
  const name = [column === null ? '' : String(column), heading, channel ?? 'not imported'];
  return [...name, String(readings), String(added), stored > 0 ? String(stored) : '', first ?? '', last ?? ''];
}

async function printPreview({ columns, unreadable, unreadable_lines: lines, warnings }: ImportJob): Promise<void> {
  await print(table(COLUMNS, columns.map(row)));
  const problems = columns.flatMap(({ heading, problem }) => (problem === null ? [] : [`${heading}: ${problem}`]));
  const notes = [...problems, ...warnings];
  if (lines > 0) notes.push(`${counted(lines, 'line')} cannot be read, and ${lines === 1 ? 'is' : 'are'} skipped:`);
  notes.push(...unreadable.map(({ line, reason }) => `  line ${line}: ${reason}`));
  for (const note of notes) printNote(escapeText(note));
}
