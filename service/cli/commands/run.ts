import { formatRunDuration, type Run, type Runs, runStart } from '../../contract/index.ts';
import { counted } from '../../support/counted.ts';
import { connect } from '../client/api.ts';
import { findActiveRun, findRun, RUNS } from '../client/runs.ts';
import { isYes, requireTerminal } from '../confirm.ts';
import { CliError, EXIT } from '../failure.ts';
import type { CommonOptions, Invocation } from '../invocation.ts';
import { print, printJson, printNote } from '../output.ts';
import { escapeText } from '../text/escape.ts';
import { type Column, table } from '../text/table.ts';
import { outputPath, writeOutputFile } from './whole-file.ts';

const COLUMNS: readonly Column[] = [
  { heading: 'ID', side: 'right' },
  { heading: 'NAME' },
  { heading: 'START' },
  { heading: 'END' },
  { heading: 'DURATION', side: 'right' },
  { heading: 'OPERATOR', isOptional: true },
  { heading: 'TAGS', isOptional: true },
  { heading: 'CHANNELS' },
];

function row(run: Run): string[] {
  const { id, name, to, operator, tags, channels } = run;
  const targets = channels.map(({ serial, channel }) => `${serial}/${channel}`);
  const start = new Date(runStart(run)).toISOString();
  const times = [start, to ?? 'active', formatRunDuration(run, Date.now())];
  return [String(id), name, ...times, operator, tags.join(', '), targets.join(' ')];
}

interface ListOptions extends CommonOptions {
  search?: string;
  limit: number;
}

/** Newest first. */
export async function list({ options }: Invocation<[], ListOptions>): Promise<void> {
  const { search = '', limit, json } = options;
  const query = new URLSearchParams({ search, limit: String(limit) });
  const { runs, total } = await (await connect(options)).call<Runs>(`${RUNS}?${query.toString()}`);
  if (json) return printJson(runs);
  if (total === 0) {
    return printNote(search === '' ? 'No runs. Run "mensura run start" to start one.' : 'No matching runs.');
  }
  await print(table(COLUMNS, runs.map(row)));
  if (runs.length < total) printNote(`${runs.length} of ${counted(total, 'run')}; use --limit to list more.`);
}

export async function stop({ words: [word], options }: Invocation<[string?]>): Promise<void> {
  const api = await connect(options);
  const { id } = await findActiveRun(api, word);
  const run = await api.call<Run>(`${RUNS}/${id}/stop`, { method: 'POST' });
  if (options.json) return printJson(run);
  await print(`${escapeText(`Stopped run ${run.id} ("${run.name}").`)}\n`);
}

interface ReportOptions extends CommonOptions {
  output?: string;
  force?: boolean;
}

/** A plain file name on all systems: `mensura-Batch-12.html`. */
function reportName(name: string): string {
  return `mensura-${name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')}.html`;
}

/** Saves the report: by default, named after the run. */
export async function report({ words: [word], options }: Invocation<[string], ReportOptions>): Promise<void> {
  const { output = '.', json } = options;
  if (output === '-' && json) throw new CliError(EXIT.usage, '--json requires a file, not --output -');
  const api = await connect(options);
  if (output !== '-') api.requireProof('no file was written');
  const { id, name } = await findRun(api, word);
  const html = await api.text(`${RUNS}/${id}/report`);
  if (output === '-') return print(html);
  const path = await outputPath(output, '', reportName(name));
  const bytes = Buffer.from(html);
  const pieces = (async function* () {
    yield bytes;
  })();
  await writeOutputFile(path, pieces, options);
  if (json) return printJson({ file: path, bytes: bytes.length });
  await print(`${escapeText(`Saved the report of run ${id} ("${name}") to ${path}.`)}\n`);
}

interface RemoveOptions extends CommonOptions {
  yes?: boolean;
}

/** Deletes none unless all exist. */
export async function remove({ words: [words], options }: Invocation<[string[]], RemoveOptions>): Promise<void> {
  const api = await connect(options);
  const runs = new Map<number, Run>();
  for (const word of words) {
    const run = await findRun(api, word);
    runs.set(run.id, run);
  }
  const names = escapeText([...runs.values()].map(({ name }) => `"${name}"`).join(', '));
  if (!options.yes) {
    requireTerminal(`after deletion, retention can delete the readings of ${names}; use --yes to confirm`);
    if (!(await isYes(`Delete ${names}? Active runs are stopped, and retention can then delete the readings.`))) {
      throw new CliError(EXIT.interrupted, 'canceled; runs not deleted');
    }
  }
  for (const id of runs.keys()) await api.call(`${RUNS}/${id}`, { method: 'DELETE' });
  if (options.json) return printJson({ removed: [...runs.keys()] });
  await print(`Deleted ${names}.\n`);
}
