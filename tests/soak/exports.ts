/**
 * Exports of a history of many readings: in limited memory, canceled midway, and a million rows opened by a spreadsheet
 * and an independent Parquet reader.
 */
import type { ExportJob } from '../../service/contract/index.ts';
import { readColumns } from '../service/history/export/support/parquet-reader.ts';
import { type AtEnd, withEnds } from '../support/ends.ts';
import { exportPath, type Filling, filledValue, fillHistory } from '../support/filled-history.ts';
import { ProcessWatch } from '../support/load/process-watch.ts';
import { dataFolder, send, startPublishing } from '../support/load/publishing.ts';
import { Spreadsheet } from '../support/spreadsheet.ts';
import { until } from '../support/until.ts';
import { type Outcome, Problems } from './support/outcome.ts';

export interface ExportsOptions {
  readings: number;
  /** Rows for independent readers. */
  rows: number;
}

const CHANNELS = 8;

/** Time between samples of the process, in milliseconds. */
const SAMPLE_MS = 100;

/**
 * Maximum memory of an export of everything beyond that of a fifth, in MiB: the other four fifths are 122 MiB of
 * doubles alone. A process grows during its first exports of any size: with two million readings each, until the
 * twentieth, and then stayed at 480 to 520 MiB.
 */
const GROWTH_MIB = 120;

const FORMATS = [
  'format=csv&time=unix_ms',
  'format=csv&layout=readings',
  'format=csv&split_rows=1048575',
  'format=jsonl&layout=readings',
  'format=parquet',
  'format=parquet&layout=readings',
];

export function exports(options: ExportsOptions): Promise<Outcome> {
  return withEnds((atEnd) => run(atEnd, options));
}

async function run(atEnd: AtEnd, { readings, rows }: ExportsOptions): Promise<Outcome> {
  const facts: string[] = [];
  const problems = new Problems();
  const filling: Filling = {
    channels: CHANNELS,
    perChannel: Math.max(rows, Math.ceil(readings / CHANNELS)),
    from: Math.floor(Date.now() / 1000) * 1000 - 86_400_000 * 30,
    stepMs: 1000,
  };
  const folder = await dataFolder(atEnd);
  await fillHistory(folder, filling);
  const service = await startPublishing(atEnd, folder);
  const watch = (): ProcessWatch => new ProcessWatch(service.process.pid ?? 0, SAMPLE_MS);
  const job = async (id: string): Promise<ExportJob> =>
    (await (await fetch(`${service.url}/app/v1/exports/${id}`)).json()) as ExportJob;

  /** Reads an export and discards it. @returns its time, and the service's maximum memory */
  async function passOver(
    query: string,
    part: Filling,
  ): Promise<{ seconds: number; mebibytes: number; bytes: number }> {
    const watching = watch();
    watching.start();
    const begin = performance.now();
    let bytes = 0;
    try {
      const response = await fetch(service.url + exportPath(CHANNELS, part, query));
      for await (const piece of response.body ?? []) bytes += piece.length;
    } finally {
      watching.stop();
    }
    return { seconds: (performance.now() - begin) / 1000, mebibytes: watching.mostMebibytes, bytes };
  }

  const all: Filling = { ...filling, perChannel: Math.ceil(readings / CHANNELS) };
  const fifth: Filling = { ...all, perChannel: Math.ceil(all.perChannel / 5) };
  // The first export lets the process grow to its final size.
  await passOver(`${FORMATS[0]}&id=first`, all);
  for (const [place, query] of FORMATS.entries()) {
    const few = await passOver(`${query}&id=few-${place}`, fifth);
    const many = await passOver(`${query}&id=many-${place}`, all);
    const { state, readings: written, readings_expected: expected, error } = await job(`many-${place}`);
    const total = all.perChannel * CHANNELS;
    problems.unless(
      state === 'done' && written === total,
      `${query}: ${state}, ${written} of ${total} readings: ${error}`,
    );
    problems.unless(expected === total, `${query}: ${expected} readings were expected`);
    problems.unless(
      many.mebibytes - few.mebibytes < GROWTH_MIB,
      `${query}: memory rose to ${many.mebibytes.toFixed(0)} MiB, from ${few.mebibytes.toFixed(0)} with a fifth`,
    );
    facts.push(
      `${query}: ${written} readings as ${(many.bytes / 2 ** 20).toFixed(0)} MiB in ${many.seconds.toFixed(1)} s; memory ` +
        `${many.mebibytes.toFixed(0)} MiB at most, ${few.mebibytes.toFixed(0)} MiB with a fifth of them`,
    );
  }

  const cancelled = await fetch(`${service.url}${exportPath(CHANNELS, all, 'layout=readings&id=cancelled')}`);
  await until('a part of the file', async () => (await job('cancelled')).bytes > 0);
  const asked = await send(service.url, 'DELETE', '/app/v1/exports/cancelled', {});
  problems.unless(asked.status === 200, `the cancellation returned ${asked.status}`);
  const end = await cancelled.arrayBuffer().then(
    () => 'was complete',
    () => 'broke off',
  );
  const { state, bytes } = await job('cancelled');
  problems.unless(end === 'broke off' && state === 'cancelled', `the canceled export ${end}: ${state}`);
  facts.push(`canceled after ${(bytes / 2 ** 20).toFixed(1)} MiB: for the reader it ${end}`);

  const part: Filling = { ...filling, perChannel: rows };
  await asParquet(service.url, part, problems, facts);
  await inSpreadsheet(atEnd, service.url, part, problems, facts);
  return { facts, problems: problems.list };
}

async function fileAt(url: string): Promise<Uint8Array> {
  return new Uint8Array(await (await fetch(url)).arrayBuffer());
}

async function asParquet(url: string, part: Filling, problems: Problems, facts: string[]): Promise<void> {
  const [at, value] = readColumns(await fileAt(url + exportPath(1, part, 'format=parquet')));
  let wrong = 0;
  for (let row = 0; row < part.perChannel; row += 1) {
    if (at?.values[row] !== part.from + row * part.stepMs || value?.values[row] !== filledValue(row, 0)) wrong += 1;
  }
  problems.unless(wrong === 0 && at?.values.length === part.perChannel, `Apache Arrow reads ${wrong} rows otherwise`);
  facts.push(`Apache Arrow reads ${at?.values.length} rows of Parquet, ${wrong} of them otherwise`);
}

async function inSpreadsheet(
  atEnd: AtEnd,
  url: string,
  part: Filling,
  problems: Problems,
  facts: string[],
): Promise<void> {
  const spreadsheet = await Spreadsheet.start(['de_DE']);
  atEnd(() => spreadsheet.stop());
  const query = 'separator=semicolon&decimal_mark=comma&time=unix_ms&decimals=all';
  const [, ...found] = await spreadsheet.open(await fileAt(url + exportPath(1, part, query)), 'de_DE');
  let wrong = 0;
  for (let row = 0; row < part.perChannel; row += 1) {
    const [at, value] = found[row] ?? [];
    if (at !== part.from + row * part.stepMs || value !== filledValue(row, 0)) wrong += 1;
  }
  problems.unless(wrong === 0 && found.length === part.perChannel, `Gnumeric reads ${wrong} rows otherwise`);
  facts.push(`Gnumeric in German reads ${found.length} rows of CSV, ${wrong} of them otherwise`);
}
