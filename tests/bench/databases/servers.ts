/** The measured databases, on fresh folders. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseInput } from '../../../service/contract/index.ts';
import {
  type InfluxDB,
  startInfluxDB,
  startVictoriaMetrics,
  type VictoriaMetrics,
} from '../../databases/support/servers.ts';
import type { TargetOptions } from '../../emulator/database/target.ts';
import { endAll } from '../../support/at-end.ts';
import type { AtEnd } from '../../support/ends.ts';
import { until } from '../../support/until.ts';
import { PATIENCE_MS } from '../patience.ts';
import { HAS_PROC } from '../process-figures.ts';

/** Time without a change of size after which nothing is merged any more, in milliseconds. */
const QUIET_MS = 8000;
const CHECK_MS = 500;

/** `st_blocks` counts these; files may have reserved more than they occupy. */
const BLOCK_BYTES = 512;

export interface MeasuredDatabase {
  name: string;
  pid: number;
  target: TargetOptions;
  /** What a Mensura is given. */
  input: DatabaseInput;
  /** Bytes of its data and index, once everything is on disk and merged. */
  mergedBytes(): Promise<number>;
}

export type StartDatabase = (atEnd: AtEnd) => Promise<MeasuredDatabase>;

/** Why databases cannot be measured here; undefined when they can. */
export function databaseObstacle(): string | undefined {
  return HAS_PROC ? undefined : 'Requires /proc, which only Linux has.';
}

export const DATABASES: readonly StartDatabase[] = [
  async (atEnd) => {
    atEnd(endAll);
    const server = await startInfluxDB();
    await server.query('CREATE DATABASE fleet');
    const fields = { kind: 'influxdb1', database: 'fleet' } as const;
    return {
      name: 'InfluxDB',
      pid: server.pid,
      target: { ...fields, server: server.url },
      input: { ...fields, name: 'measured', url: server.url },
      mergedBytes: () => sizeOfInfluxDB(server),
    };
  },
  async (atEnd) => {
    atEnd(endAll);
    const server = await startVictoriaMetrics();
    const kind = 'victoriametrics';
    return {
      name: 'VictoriaMetrics',
      pid: server.pid,
      target: { kind, server: server.url },
      input: { kind, name: 'measured', url: server.url },
      mergedBytes: () => sizeOfVictoriaMetrics(server),
    };
  },
];

async function sizeOfInfluxDB({ folder }: InfluxDB): Promise<number> {
  const wal = join(folder, 'wal/fleet');
  const data = join(folder, 'data/fleet');
  const unwritten = (): boolean => filesBelow(wal).some(({ size }) => size > 0);
  await until('the log of InfluxDB to be compacted', () => !unwritten(), PATIENCE_MS);
  return quietSize([data]);
}

async function sizeOfVictoriaMetrics({ url, folder }: VictoriaMetrics): Promise<number> {
  await fetch(`${url}/internal/force_flush`);
  await fetch(`${url}/internal/force_merge`);
  return quietSize([join(folder, 'data/data'), join(folder, 'data/indexdb')]);
}

/** The size of folders, once it does not change any more. */
async function quietSize(folders: readonly string[]): Promise<number> {
  const sum = (): number =>
    folders.reduce((all, folder) => filesBelow(folder).reduce((bytes, { size }) => bytes + size, all), 0);
  let size = sum();
  for (let quiet = 0; quiet < QUIET_MS; quiet += CHECK_MS) {
    await delay(CHECK_MS);
    const now = sum();
    if (now !== size) quiet = 0;
    size = now;
  }
  return size;
}

function filesBelow(folder: string): { size: number }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    if (!entry.isFile()) return [];
    try {
      return [{ size: statSync(join(entry.parentPath, entry.name)).blocks * BLOCK_BYTES }];
    } catch {
      // Merged meanwhile.
      return [];
    }
  });
}
