/** What writing to a database costs a Mensura, beside the emulated fleet that does nothing else. */
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseView } from '../../../service/contract/index.ts';
import { type AtEnd, withEnds } from '../../support/ends.ts';
import { dataFolder, type Load, send } from '../../support/load/publishing.ts';
import { until } from '../../support/until.ts';
import { startChild } from '../gateways/child.ts';
import { cpuSeconds } from '../process-figures.ts';
import { resultOf, type Section } from '../results.ts';
import { startWatchedPublishing } from '../services.ts';
import type { DatabaseFleetCount, DatabaseFleetOrder, DatabaseFleetTask } from './programs/fleet.ts';
import { DATABASES, databaseObstacle, type MeasuredDatabase } from './servers.ts';

export interface DatabaseWriterOptions {
  rounds: number;
  load: Load;
  warmUpMs: number;
  durationMs: number;
}

interface Run {
  /** Share of one core. */
  share: number;
  /** Accepted lines per second. */
  lines: number;
}

export async function measureDatabaseWriter(options: DatabaseWriterOptions): Promise<Section> {
  const { rounds, load, warmUpMs, durationMs } = options;
  const section: Section = {
    title: 'Writing to a database',
    method:
      `The headless service with ${load.devices} simulated devices at ${load.periodMs} ms that are stored and published, ` +
      'once without a database and once writing to VictoriaMetrics on the same machine. Its time per line, in all ' +
      'threads, includes sampling and history. Beside it an emulated installation with as many devices, which only generates and writes ' +
      `lines. ${rounds} rounds of ${durationMs} ms in turn, with fresh processes, after ${warmUpMs} ms of warm-up.`,
    results: [],
  };
  const obstacle = databaseObstacle();
  if (obstacle) return { ...section, skipped: obstacle };
  const without: Run[] = [];
  const writing: Run[] = [];
  const bare: Run[] = [];
  for (let round = 0; round < rounds; round += 1) {
    without.push(await withEnds((atEnd) => runMensura(atEnd, options, undefined)));
    writing.push(await withEnds(async (atEnd) => runMensura(atEnd, options, await victoriaMetrics(atEnd))));
    bare.push(await withEnds(async (atEnd) => runBare(atEnd, options, await victoriaMetrics(atEnd))));
  }
  const perLine = ({ share, lines }: Run): number => (share / lines) * 1e6;
  return {
    ...section,
    results: [
      resultOf(
        'Mensura without a database: share of one core',
        '',
        without.map(({ share }) => share),
      ),
      resultOf(
        'Mensura: share of one core',
        '',
        writing.map(({ share }) => share),
      ),
      resultOf(
        'emulated installation: share of one core',
        '',
        bare.map(({ share }) => share),
      ),
      resultOf(
        'Mensura: lines',
        '1/s',
        writing.map(({ lines }) => lines),
      ),
      resultOf(
        'emulated installation: lines',
        '1/s',
        bare.map(({ lines }) => lines),
      ),
      resultOf('Mensura: time per line', 'µs', writing.map(perLine)),
      resultOf('emulated installation: time per line', 'µs', bare.map(perLine)),
    ],
  };
}

function victoriaMetrics(atEnd: AtEnd): Promise<MeasuredDatabase> {
  const [, start] = DATABASES;
  if (!start) throw new Error('VictoriaMetrics is missing.');
  return start(atEnd);
}

async function runMensura(
  atEnd: AtEnd,
  { load, warmUpMs, durationMs }: DatabaseWriterOptions,
  database: MeasuredDatabase | undefined,
): Promise<Run> {
  const service = await startWatchedPublishing(atEnd, await dataFolder(atEnd), load);
  let written = async (): Promise<number> => 0;
  if (database) {
    const { status, body } = await send(service.url, 'POST', '/app/v1/databases', database.input);
    if (status !== 201) throw new Error(`The database was refused: ${JSON.stringify(body)}`);
    const path = `${service.url}/app/v1/databases/${String(body['id'])}`;
    written = async () => ((await (await fetch(path)).json()) as DatabaseView).status.written;
    await until('written lines', async () => (await written()) > 0);
  }
  return measure(service.process.pid ?? 0, written, { warmUpMs, durationMs });
}

async function runBare(
  atEnd: AtEnd,
  { load, warmUpMs, durationMs }: DatabaseWriterOptions,
  { target }: MeasuredDatabase,
): Promise<Run> {
  const task: DatabaseFleetTask = { target, installations: 1, ...load, decimals: 2 };
  const fleet = await startChild<DatabaseFleetCount, DatabaseFleetOrder>(atEnd, 'databaseFleet', task);
  return measure(fleet.pid, async () => (await fleet.ask('count')).accepted, { warmUpMs, durationMs });
}

async function measure(
  pid: number,
  written: () => Promise<number>,
  { warmUpMs, durationMs }: { warmUpMs: number; durationMs: number },
): Promise<Run> {
  await delay(warmUpMs);
  const look = async () => ({ lines: await written(), cpu: cpuSeconds(pid), at: performance.now() });
  const before = await look();
  await delay(durationMs);
  const after = await look();
  const seconds = (after.at - before.at) / 1000;
  return { share: (after.cpu - before.cpu) / seconds, lines: (after.lines - before.lines) / seconds };
}
