import { randomBytes } from 'node:crypto';
import { EXPORT_FIELDS, EXPORT_FORMATS, type ExportFormat } from '../../contract/exports.ts';
import { channelPath } from '../../contract/history.ts';
import type { ExportJob, Family } from '../../contract/index.ts';
import { counted } from '../../support/counted.ts';
import { type Api, connect } from '../client/api.ts';
import { channelsAt, knownChannels } from '../client/channels.ts';
import { CliError, EXIT } from '../failure.ts';
import { flagOf } from '../flags.ts';
import { waitForInterrupt } from '../interrupt.ts';
import type { CommonOptions, Invocation } from '../invocation.ts';
import { print, printJson } from '../output.ts';
import { escapeText } from '../text/escape.ts';
import { outputPath, writeOutputFile } from './whole-file.ts';

/** Between two updates, in milliseconds. */
const PERIOD_MS = 500;

const CLEAR_LINE = '\r\u001B[K';

function textOf({ readings, readings_expected: expected, bytes }: ExportJob): string {
  const share = expected ? `${Math.min(100, Math.floor((readings / expected) * 100))} %, ` : '';
  return `${share}${readings} readings, ${(bytes / 2 ** 20).toFixed(1)} MiB`;
}

/** Shows the progress of an export on one line until `end`, if standard error is a terminal. */
function showProgress(api: Api, id: string): { end(): void } {
  if (!process.stderr.isTTY) return { end: () => {} };
  let ended = false;
  let isUpdating = false;
  const update = async (): Promise<void> => {
    if (isUpdating) return;
    isUpdating = true;
    // The next update retries; the export itself reports errors.
    const job = await api.find<ExportJob>(`/app/v1/exports/${id}`).catch(() => undefined);
    isUpdating = false;
    if (job && !ended) process.stderr.write(CLEAR_LINE + textOf(job));
  };
  const timer = setInterval(() => void update(), PERIOD_MS);
  return {
    end: () => {
      ended = true;
      clearInterval(timer);
      process.stderr.write(CLEAR_LINE);
    },
  };
}

interface ExportOptions extends CommonOptions {
  family?: Family;
  /** Milliseconds since 1970. */
  from?: number;
  to?: number;
  format?: ExportFormat;
  splitRows?: number;
  output: string;
  force?: boolean;
}

/** @param id identifies the export for progress and figures */
function queryOf(options: ExportOptions, channels: readonly string[], id: string): string {
  const { from, to, splitRows } = options;
  const flags: Readonly<Record<string, string | number | boolean | undefined>> = { ...options };
  const choices = EXPORT_FIELDS.map((field) => [field.path, flags[flagOf(field).attributeName()]] as const);
  const given = { from, to, ...Object.fromEntries(choices), split_rows: splitRows, id };
  const query = new URLSearchParams(channels.map((channel) => ['channel', channel] as [string, string]));
  for (const [name, value] of Object.entries(given)) if (value !== undefined) query.set(name, String(value));
  return query.toString();
}

function checkOutput({ output, format = 'csv', splitRows, json }: ExportOptions): void {
  if (output !== '-') return;
  if (json) throw new CliError(EXIT.usage, '--json requires --output <file>');
  if (process.stdout.isTTY && (EXPORT_FORMATS[format].isBinary || splitRows !== undefined)) {
    throw new CliError(EXIT.usage, 'cannot write a binary file to a terminal; use --output <file>');
  }
}

/** The file name from the response; empty if it has none. */
function proposedName(response: Response): string {
  return /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? '';
}

/** The leftovers of an unfinished export. */
const remains = ({ output }: ExportOptions): string =>
  output === '-' ? 'the output is incomplete' : 'no file was written';

/** Adds the reason that the service reports. */
async function breakage(api: Api, id: string, cause: unknown, options: ExportOptions): Promise<CliError> {
  if (cause instanceof CliError) return cause;
  const job = await api.find<ExportJob>(`/app/v1/exports/${id}`).catch(() => undefined);
  const why = job?.error ? `: ${job.error.replace(/\.$/, '')}` : '';
  return new CliError(EXIT.failed, `cannot export readings${why}; ${remains(options)}`, { cause });
}

async function printResult(api: Api, id: string, path: string, { json }: ExportOptions): Promise<void> {
  const { rows, readings, bytes } = await api.call<ExportJob>(`/app/v1/exports/${id}`);
  if (json) return printJson({ file: path, rows, readings, bytes });
  const size = `${counted(rows, 'row')}, ${counted(bytes, 'byte')}`;
  await print(`Exported ${counted(readings, 'reading')} to ${escapeText(path)} (${size}).\n`);
}

/** Writes the file while the service generates it. */
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
    if (options.output === '-') {
      for await (const piece of response.body) await print(piece);
      return;
    }
    const path = await outputPath(
      options.output,
      proposedName(response),
      `mensura-export.${EXPORT_FORMATS[options.format ?? 'csv'].extension}`,
    );
    const progress = showProgress(api, id);
    try {
      await writeOutputFile(path, response.body, options);
    } finally {
      progress.end();
    }
    await printResult(api, id, path, options);
  } catch (error) {
    if (interrupted.aborted) throw new CliError(EXIT.interrupted, `export canceled; ${remains(options)}`);
    throw await breakage(api, id, error, options);
  } finally {
    ended.abort();
  }
}

/**
 * The channels in the form of the API, without duplicates, in the order of the arguments.
 * @throws CliError `notFound` for an argument without a channel
 */
async function findTargets(api: Api, words: readonly string[], family: Family | undefined): Promise<string[]> {
  const known = (await knownChannels(api)).filter((ref) => !family || ref.family === family);
  return [...new Set(words.flatMap((word) => channelsAt(known, word)).map(channelPath))];
}
