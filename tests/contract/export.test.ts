/** Exports of a running service: whole files of what its history holds, and CSV files written while it measures. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExportJob, ReadingsEvent } from '../../service/contract/index.ts';
import { HAS_PROC, residentMiB } from '../bench/process-figures.ts';
import { readCsv } from '../service/history/export/support/csv-reader.ts';
import { differences } from '../service/history/export/support/differences.ts';
import { readColumns } from '../service/history/export/support/parquet-reader.ts';
import { openEvents } from '../support/events.ts';
import { exportPath, type Filling, filledValue, fillHistory } from '../support/filled-history.ts';
import { type RunningService, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** 200,000 readings, long before those that the service measures. */
const FILLING: Filling = {
  channels: 4,
  perChannel: 50_000,
  from: Math.floor(Date.now() / 1000) * 1000 - 86_400_000 * 7,
  stepMs: 1000,
};

/** How much memory an export may take, in MiB: that of JSON Lines is of 26. */
const GROWTH_MIB = 150;

let dataDir: string;
let service: RunningService;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mensura-export-'));
  await fillHistory(dataDir, FILLING);
  const args = ['--simulate=1x0', '--simulate-publish', '--simulate-seed', '3', '--simulate-period', '50'];
  service = await startService({ args, dataDir, env: { TZ: 'UTC' } });
});

afterAll(async () => {
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function fileOf(query: string): Promise<Buffer> {
  const response = await fetch(service.url + exportPath(FILLING.channels, FILLING, query));
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

const jobOf = async (id: string): Promise<ExportJob> =>
  (await (await fetch(`${service.url}/app/v1/exports/${id}`)).json()) as ExportJob;

describe('an export of a kept history', () => {
  test('as CSV has every reading', async () => {
    const [heading, ...rows] = readCsv((await fileOf('time=unix_ms&decimals=all&id=csv')).toString().slice(1));
    expect(heading).toEqual(['time (ms since 1970)', ...[0, 1, 2, 3].map((n) => `E24638 temperature_${n} (°C)`)]);
    expect(rows).toHaveLength(FILLING.perChannel);
    const expected = rows.map((_, index) =>
      [FILLING.from + index * FILLING.stepMs, ...[0, 1, 2, 3].map((place) => filledValue(index, place))].map(String),
    );
    expect(differences(rows, expected)).toEqual([]);
    expect(await jobOf('csv')).toMatchObject({
      state: 'done',
      rows: 50_000,
      readings: 200_000,
      readings_expected: 200_000,
    });
  });

  test('as Parquet has every reading', async () => {
    const [at, ...columns] = readColumns(await fileOf('format=parquet'));
    expect(
      differences(
        at?.values,
        Array.from({ length: FILLING.perChannel }, (_, index) => FILLING.from + index * 1000),
      ),
    ).toEqual([]);
    for (const [place, { values }] of columns.entries()) {
      expect(
        differences(
          values,
          Array.from({ length: FILLING.perChannel }, (_, index) => filledValue(index, place)),
        ),
      ).toEqual([]);
    }
  });

  test.skipIf(!HAS_PROC)('takes bounded memory', async () => {
    await fileOf('format=jsonl&layout=readings');
    const pid = service.process.pid ?? 0;
    const before = residentMiB(pid);
    let most = before;
    let bytes = 0;
    const response = await fetch(service.url + exportPath(4, FILLING, 'format=jsonl&layout=readings'));
    for await (const piece of response.body ?? []) {
      bytes += piece.length;
      most = Math.max(most, residentMiB(pid));
    }
    expect(bytes / 2 ** 20).toBeGreaterThan(20);
    expect(most - before).toBeLessThan(GROWTH_MIB);
  });

  test('that is cancelled breaks off', async () => {
    const response = await fetch(service.url + exportPath(4, FILLING, 'format=jsonl&layout=readings&id=cancelled'));
    await until('a part of the file', async () => (await jobOf('cancelled')).bytes > 0);
    const asked = await fetch(`${service.url}/app/v1/exports/cancelled`, {
      method: 'DELETE',
      headers: { 'Content-Type': 'application/json' },
    });
    expect(asked.status).toBe(200);
    const end = await response.arrayBuffer().then(
      () => 'was complete',
      () => 'broke off',
    );
    expect(end).toBe('broke off');
    expect(await jobOf('cancelled')).toMatchObject({ state: 'cancelled', error: null });
  });
});

describe('CSV files day by day', () => {
  test('hold what is measured from the moment they are switched on', async () => {
    const stream = await openEvents(service.url);
    const patch = (settings: unknown): Promise<Response> =>
      fetch(`${service.url}/app/v1/settings`, {
        method: 'PATCH',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(settings),
      });
    expect((await patch({ csv_log: true, csv_log_options: { time: 'iso', decimals: 'all' } })).status).toBe(200);
    const folder = join(dataDir, 'csv');
    const rowsOf = async (): Promise<Map<string, string[]>> => {
      const names = await readdir(folder).catch(() => []);
      const tables = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
      return new Map(
        tables.flatMap((text) => readCsv(text.slice(1)).slice(1)).map(([at = '', ...cells]) => [at, cells] as const),
      );
    };
    await until('rows', async () => (await rowsOf()).size > 20);
    expect((await patch({ csv_log: false })).status).toBe(200);
    const rows = await rowsOf();
    const measured = stream.seen.flatMap(({ event, data }) =>
      event === 'readings' ? [data as unknown as ReadingsEvent] : [],
    );
    stream.close();
    expect((await readdir(folder)).every((name) => /^[A-Z0-9-]+_\d{4}-\d\d-\d\d\.csv$/.test(name))).toBe(true);
    let compared = 0;
    for (const { timestamp, values } of measured) {
      const row = rows.get(timestamp);
      if (!row) continue;
      const expected = Object.values(values).map(({ magnitude }) => (magnitude === null ? '' : String(magnitude)));
      expect(row.filter(Boolean).toSorted()).toEqual(expected.filter(Boolean).toSorted());
      compared += 1;
    }
    expect(compared).toBeGreaterThan(15);
    const moments = [...rows.keys()];
    const between = measured.filter(
      ({ timestamp }) => timestamp >= (moments[0] ?? '') && timestamp <= (moments.at(-1) ?? ''),
    );
    expect(between.map(({ timestamp }) => timestamp)).toEqual(moments);
  });
});
