import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Api } from '../../../service/cli/client/api.ts';
import { findActiveRun, findRun } from '../../../service/cli/client/runs.ts';
import { atEnd } from '../../support/at-end.ts';
import { PlayedRuns } from '../../support/played/runs.ts';

/** More than one page of the list. */
const OTHERS = 1500;

let runs: PlayedRuns;
let api: Api;

async function add(name: string, isActive: boolean): Promise<number> {
  const channels = [{ family: 'usb' as const, serial: 'E24638', channel: 'temperature', low: null, high: null }];
  const input = { name, channels, operator: '', notes: '', tags: [], pre_trigger_s: 0, stop_after_s: null };
  const { id } = await runs.start({ ...input, range: null });
  if (!isActive) await runs.stop(id);
  return id;
}

/** The response to a path: a page of the list, or a run. */
async function responseTo(path: string): Promise<object> {
  const { pathname, searchParams } = new URL(path, 'http://x');
  const id = /^\/app\/v1\/runs\/(\d+)$/.exec(pathname)?.[1];
  if (id !== undefined) return runs.get(Number(id));
  const [offset, limit] = [Number(searchParams.get('offset')), Number(searchParams.get('limit'))];
  expect(limit).toBeLessThanOrEqual(1000);
  return runs.list({ search: searchParams.get('search') ?? '', offset, limit });
}

beforeAll(async () => {
  const server = createServer((request, response) => {
    void responseTo(request.url ?? '').then(
      (body) => response.end(JSON.stringify(body)),
      (error: unknown) => {
        response.statusCode = 404;
        response.end(JSON.stringify({ message: String(error) }));
      },
    );
  }).listen(0, '127.0.0.1');
  atEnd(() => void server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  api = new Api({ url, trusted: true, absent: 'absent' });
});

beforeEach(() => {
  runs = new PlayedRuns();
});

describe('a run', () => {
  test('is found by its ID or its exact name, also on a later page', async () => {
    const first = await add('Batch', false);
    for (let number = 0; number < OTHERS; number += 1) await add(`Batch ${number}`, false);
    expect(await findRun(api, String(first))).toMatchObject({ name: 'Batch' });
    expect(await findRun(api, 'Batch')).toMatchObject({ id: first });
    await expect(findRun(api, 'batch')).rejects.toMatchObject({
      exitCode: 7,
      message: 'no run with the ID or name batch; run "mensura run list" to list them',
    });
  });

  test('is found by a name of digits that is no ID', async () => {
    const id = await add('2026', false);
    expect(await findRun(api, '2026')).toMatchObject({ id });
    await add(String(id), false);
    expect(await findRun(api, String(id))).toMatchObject({ id, name: '2026' });
  });

  test('is not guessed among several of the same name', async () => {
    await add('Twice', false);
    await add('Twice', true);
    await expect(findRun(api, 'Twice')).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(/^several runs have the name Twice: \d \("Twice"\), \d \("Twice"\); use the ID$/),
    });
  });
});

describe('the active run', () => {
  test('needs no name if it is the only one', async () => {
    await expect(findActiveRun(api, undefined)).rejects.toMatchObject({
      exitCode: 7,
      message: 'no run is active; run "mensura run list" to list runs',
    });
    const id = await add('Active', true);
    for (let number = 0; number < OTHERS; number += 1) await add(`Finished ${number}`, false);
    expect(await findActiveRun(api, undefined)).toMatchObject({ id });
    await add('Another', true);
    await expect(findActiveRun(api, undefined)).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining('several runs are active: '),
    });
  });

  test('is preferred to finished runs of its name', async () => {
    await add('Batch', false);
    const id = await add('Batch', true);
    expect(await findActiveRun(api, 'Batch')).toMatchObject({ id });
    await add('Batch', true);
    await expect(findActiveRun(api, 'Batch')).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining('several active runs have the name Batch: '),
    });
  });

  test('is a finished one if there is no other, which the service refuses', async () => {
    const id = await add('Batch', false);
    expect(await findActiveRun(api, 'Batch')).toMatchObject({ id });
    await expect(findActiveRun(api, 'Batch 2')).rejects.toMatchObject({
      exitCode: 7,
      message: 'no active run with the ID or name Batch 2; run "mensura run list" to list runs',
    });
  });
});
