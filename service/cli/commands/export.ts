/** `mensura export`. */
import { randomBytes } from 'node:crypto';
import type { ExportJob, Family } from '../../contract/index.ts';
import { type Api, connect } from '../client/api.ts';
import { CliError, EXIT } from '../failure.ts';
import { untilInterrupted } from '../interrupt.ts';
import type { CommonOptions, Invocation } from '../invocation.ts';
import { print, printJson } from '../output.ts';
import { escapeText } from '../text/escape.ts';
import { showProgress } from './export-progress.ts';
import { findTargets } from './export-targets.ts';
import { outputPath, saveWhole } from './whole-file.ts';

interface ExportOptions extends CommonOptions {
  family?: Family;
  /** Milliseconds since 1970. */
  from?: number;
  to?: number;
  format: string;
  layout?: string;
  separator?: string;
  decimalMark?: string;
  time?: string;
  splitRows?: number;
  output: string;
  force?: boolean;
}

/** The query that asks for it. @param id to follow it by */
function queryOf(options: ExportOptions, channels: readonly string[], id: string): string {
  const { from, to, format, layout, separator, decimalMark, time, splitRows } = options;
  const given = { from, to, format, layout, separator, decimal_mark: decimalMark, time, split_rows: splitRows, id };
  const query = new URLSearchParams(channels.map((channel) => ['channel', channel] as [string, string]));
  for (const [name, value] of Object.entries(given)) if (value !== undefined) query.set(name, String(value));
  return query.toString();
}

function checkOutput({ output, format, splitRows, json }: ExportOptions): void {
  if (output !== '-') return;
  if (json) throw new CliError(EXIT.usage, '--json tells of the file that was written; name one with --output');
  if (process.stdout.isTTY && (format === 'parquet' || splitRows !== undefined)) {
    throw new CliError(EXIT.usage, 'this file is not for a terminal; name a file with --output');
  }
}

/** The name that the service proposes. */
function proposedName(response: Response): string {
  return /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? '';
}

/** Why an export broke off, in the service's own words. */
async function breakage(api: Api, id: string, cause: unknown): Promise<CliError> {
  if (cause instanceof CliError) return cause;
  const job = await api.find<ExportJob>(`/app/v1/exports/${id}`).catch(() => undefined);
  const why = job?.error ? `: ${job.error.replace(/\.$/, '')}` : '';
  return new CliError(EXIT.failed, `the export broke off${why}; nothing was kept of it`, { cause });
}

async function toStandardOutput(pieces: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const piece of pieces) await print(piece);
}

async function tell(api: Api, id: string, path: string, { json }: ExportOptions): Promise<void> {
  const { rows, readings, bytes } = await api.call<ExportJob>(`/app/v1/exports/${id}`);
  if (json) return printJson({ file: path, rows, readings, bytes });
  await print(`${escapeText(path)}: ${readings} readings in ${rows} rows, ${bytes} bytes\n`);
}

/** Writes what was measured to a file or to standard output, while the service makes it. */
export async function run({ words: [targets], options }: Invocation<[string[]], ExportOptions>): Promise<void> {
  checkOutput(options);
  const api = await connect(options);
  if (options.output !== '-') api.requireProof('no file is written of what it says');
  const channels = await findTargets(api, targets, options.family);
  const id = `cli-${randomBytes(8).toString('hex')}`;
  const interrupted = untilInterrupted();
  const ended = new AbortController();
  try {
    // Ending the request cancels the export at the service, wherever this program is in it.
    const signal = AbortSignal.any([interrupted, ended.signal]);
    const response = await api.open(`/app/v1/export?${queryOf(options, channels, id)}`, { signal });
    if (!response.body) throw new Error('The service answered without a body.');
    if (options.output === '-') return await toStandardOutput(response.body);
    const path = await outputPath(options.output, proposedName(response), `mensura-export.${options.format}`);
    const progress = showProgress(api, id);
    try {
      await saveWhole(path, response.body, options);
    } finally {
      progress.end();
    }
    await tell(api, id, path, options);
  } catch (error) {
    if (interrupted.aborted) throw new CliError(EXIT.interrupted, 'the export was cancelled; nothing was kept of it');
    throw await breakage(api, id, error);
  } finally {
    ended.abort();
  }
}
