import { randomBytes } from 'node:crypto';
import type { ExportJob, Family } from '../../contract/index.ts';
import { counted } from '../../support/counted.ts';
import { type Api, connect } from '../client/api.ts';
import { CliError, EXIT } from '../failure.ts';
import { waitForInterrupt } from '../interrupt.ts';
import type { CommonOptions, Invocation } from '../invocation.ts';
import { print, printJson } from '../output.ts';
import { escapeText } from '../text/escape.ts';
import { showProgress } from './export-progress.ts';
import { findTargets } from './export-targets.ts';
import { outputPath, writeOutputFile } from './whole-file.ts';

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

/** @param id identifies the export for progress and figures */
function queryOf(options: ExportOptions, channels: readonly string[], id: string): string {
  const { from, to, format, layout, separator, decimalMark, time, splitRows } = options;
  const given = { from, to, format, layout, separator, decimal_mark: decimalMark, time, split_rows: splitRows, id };
  const query = new URLSearchParams(channels.map((channel) => ['channel', channel] as [string, string]));
  for (const [name, value] of Object.entries(given)) if (value !== undefined) query.set(name, String(value));
  return query.toString();
}

function checkOutput({ output, format, splitRows, json }: ExportOptions): void {
  if (output !== '-') return;
  if (json) throw new CliError(EXIT.usage, '--json requires --output <file>');
  if (process.stdout.isTTY && (format === 'parquet' || splitRows !== undefined)) {
    throw new CliError(EXIT.usage, 'cannot write a binary file to a terminal; use --output <file>');
  }
}

/** The file name from the response; empty if it has none. */
function proposedName(response: Response): string {
  return /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? '';
}

/** What remains of an export that did not finish. */
const remains = ({ output }: ExportOptions): string =>
  output === '-' ? 'the output is incomplete' : 'no file was written';

/** Adds the reason that the service reports. */
async function breakage(api: Api, id: string, cause: unknown, options: ExportOptions): Promise<CliError> {
  if (cause instanceof CliError) return cause;
  const job = await api.find<ExportJob>(`/app/v1/exports/${id}`).catch(() => undefined);
  const why = job?.error ? `: ${job.error.replace(/\.$/, '')}` : '';
  return new CliError(EXIT.failed, `export failed${why}; ${remains(options)}`, { cause });
}

async function toStandardOutput(pieces: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const piece of pieces) await print(piece);
}

async function tell(api: Api, id: string, path: string, { json }: ExportOptions): Promise<void> {
  const { rows, readings, bytes } = await api.call<ExportJob>(`/app/v1/exports/${id}`);
  if (json) return printJson({ file: path, rows, readings, bytes });
  const size = `${counted(rows, 'row')}, ${counted(bytes, 'byte')}`;
  await print(`Exported ${counted(readings, 'reading')} to ${escapeText(path)} (${size}).\n`);
}

/** `mensura export`: writes the file while the service generates it. */
export async function run({ words: [targets], options }: Invocation<[string[]], ExportOptions>): Promise<void> {
  checkOutput(options);
  const api = await connect(options);
  if (options.output !== '-') api.requireProof('no file was written');
  const channels = await findTargets(api, targets, options.family);
  const id = `cli-${randomBytes(8).toString('hex')}`;
  const interrupted = waitForInterrupt();
  const ended = new AbortController();
  try {
    // Ending the request cancels the export in the service.
    const signal = AbortSignal.any([interrupted, ended.signal]);
    const response = await api.open(`/app/v1/export?${queryOf(options, channels, id)}`, { signal });
    if (!response.body) throw new Error('the service sent an empty response');
    if (options.output === '-') return await toStandardOutput(response.body);
    const path = await outputPath(options.output, proposedName(response), `mensura-export.${options.format}`);
    const progress = showProgress(api, id);
    try {
      await writeOutputFile(path, response.body, options);
    } finally {
      progress.end();
    }
    await tell(api, id, path, options);
  } catch (error) {
    if (interrupted.aborted) throw new CliError(EXIT.interrupted, `export canceled; ${remains(options)}`);
    throw await breakage(api, id, error, options);
  } finally {
    ended.abort();
  }
}
