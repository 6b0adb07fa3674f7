/** Bytes that a reading takes on the disk of a database, after its compaction. */

import { WriteAccount } from '../../emulator/database/account.ts';
import { WritingDevice } from '../../emulator/database/device.ts';
import { createTarget } from '../../emulator/database/target.ts';
import { LineWriter } from '../../emulator/database/writer.ts';
import { randomSource } from '../../emulator/random.ts';
import { withEnds } from '../../support/ends.ts';
import { until } from '../../support/until.ts';
import { PATIENCE_MS } from '../patience.ts';
import { cpuSeconds } from '../process-figures.ts';
import { resultOf, type Section } from '../results.ts';
import { DATABASES, databaseObstacle, type StartDatabase } from './servers.ts';

export interface DatabaseDiskOptions {
  rounds: number;
  devices: number;
  /** Of each device, one a second. */
  sampleSets: number;
}

/** With noise in the last decimal, and all digits of a smooth wave. */
const DECIMALS = [2, undefined] as const;

const REQUEST_LINES = 5000;

interface Run {
  name: string;
  bytes: number;
  seconds: number;
}

export async function measureDatabaseDisk(options: DatabaseDiskOptions): Promise<Section> {
  const { rounds, devices, sampleSets } = options;
  const section: Section = {
    title: 'Bytes per reading on the disk of a database',
    method:
      `${sampleSets} sample sets of ${devices} emulated devices (1 or 7 channels), one a second, written in requests of ` +
      `${REQUEST_LINES} lines, one after the other. The size is that of data and index once the server has compacted ` +
      'them, without its write-ahead log (InfluxDB: soon after the last write; VictoriaMetrics: `/internal/force_merge`). ' +
      'Values have the given number of decimals with a noise of one in the last, or all digits of a smooth wave. ' +
      `Processor time is that of the server for a million readings, with its compaction. ${rounds} rounds in turn.`,
    results: [],
  };
  const obstacle = databaseObstacle();
  if (obstacle) return { ...section, skipped: obstacle };
  const runs: Run[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const decimals of DECIMALS) {
      for (const start of DATABASES) runs.push(await runOne(start, decimals, options));
    }
  }
  const figure = (what: string, unit: string, key: 'bytes' | 'seconds') =>
    [...new Set(runs.map(({ name }) => name))].map((name) =>
      resultOf(
        `${name}: ${what}`,
        unit,
        runs.filter((run) => run.name === name).map((run) => run[key]),
      ),
    );
  return {
    ...section,
    results: [...figure('per reading', 'bytes', 'bytes'), ...figure('per million readings', 's', 'seconds')],
  };
}

function runOne(start: StartDatabase, decimals: number | undefined, options: DatabaseDiskOptions): Promise<Run> {
  return withEnds(async (atEnd) => {
    const { name, pid, target, mergedBytes } = await start(atEnd);
    const account = new WriteAccount();
    const writer = new LineWriter({
      target: createTarget(target),
      gzip: true,
      batchMs: 1,
      mostWaiting: 2 * REQUEST_LINES,
      account,
    });
    atEnd(() => writer.close());
    const random = randomSource(1);
    const devices = Array.from(
      { length: options.devices },
      (_, number) =>
        new WritingDevice({
          installation: 'MS0000000000',
          number,
          phase: number / options.devices,
          decimals,
          random,
        }),
    );
    const begin = Date.now() - options.sampleSets * 1000;
    for (let second = 0; second < options.sampleSets; second += 1) {
      for (const device of devices) {
        const { line, readings } = device.sample(begin + second * 1000);
        writer.push(line, readings);
      }
      if (writer.waiting >= REQUEST_LINES) {
        await until('the lines to be accepted', () => writer.waiting === 0, PATIENCE_MS, { least: 1, most: 5 });
      }
    }
    await until('the last lines to be accepted', () => writer.waiting === 0, PATIENCE_MS);
    if (account.accepted < account.sampled) throw new Error(`${name} accepted ${account.accepted} lines only.`);
    const bytes = await mergedBytes();
    const digits = decimals === undefined ? 'all digits' : `${decimals} decimals`;
    const millions = account.acceptedReadings / 1e6;
    return { name: `${name}, ${digits}`, bytes: bytes / account.acceptedReadings, seconds: cpuSeconds(pid) / millions };
  });
}
