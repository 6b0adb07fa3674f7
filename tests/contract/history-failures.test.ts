/** A history that cannot be kept costs nothing but itself, says so, and works again when it can. */
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AppStatus, HistoryStorage, StoredChannels } from '../../service/contract/index.ts';
import { type RunningService, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const ARGS = ['--simulate=1x0', '--simulate-publish', '--simulate-period', '100'];

let dataDir: string;
let service: RunningService | undefined;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mensura-history-'));
});
afterEach(async () => {
  await service?.stop();
  service = undefined;
  await rm(dataDir, { recursive: true, force: true });
});

async function read<Answer>(path: string): Promise<Answer> {
  return (await (await fetch(`${service?.url}/app/v1/${path}`)).json()) as Answer;
}

const status = (): Promise<AppStatus> => read<AppStatus>('status');
const storage = (): Promise<HistoryStorage> => read<HistoryStorage>('history/storage');

/** Until what is measured is on disk. */
function untilRecording(): Promise<HistoryStorage> {
  return until('readings to be stored', async () => {
    const facts = await storage();
    return facts.state === 'recording' && facts.stored_total > 0 && facts;
  });
}

test('a folder that cannot be used is said, and nothing that was measured is lost when it can be', async () => {
  await writeFile(join(dataDir, 'history'), 'in the way');
  service = await startService({ args: ARGS, dataDir });
  const { problems } = await until('the problem', async () => {
    const now = await status();
    return now.history === 'waiting' && now.problems.length > 0 && now.readings_total > 0 && now;
  });
  expect(problems).toMatchObject([{ code: 'history-failed', subject: 'history' }]);
  expect(problems[0]?.remedy).not.toBe('');
  const refused = await fetch(`${service.url}/app/v1/history/channels`);
  expect(refused.status).toBe(500);
  expect(await refused.json()).toEqual({
    message: expect.stringContaining('Cannot read the history') as string,
  });
  expect(await storage()).toMatchObject({ state: 'waiting', stored_total: 0, dropped_total: 0 });
  await rm(join(dataDir, 'history'));
  const facts = await untilRecording();
  const { readings_total: entered } = await status();
  // Those that waited were committed with the first: all that entered but the newest.
  expect(facts.stored_total).toBeGreaterThan(0);
  await until('all that entered before', async () => (await storage()).stored_total >= entered);
  expect(await storage()).toMatchObject({ dropped_total: 0 });
  await until('the problem to go', async () => (await status()).problems.length === 0);
});

test('a damaged file is set aside and named, and a new one is begun', async () => {
  await mkdir(join(dataDir, 'history'));
  await writeFile(join(dataDir, 'history', 'history.sqlite'), Buffer.alloc(8192, 'not a database '));
  service = await startService({ args: ARGS, dataDir });
  await untilRecording();
  const { problems } = await status();
  expect(problems).toMatchObject([{ code: 'history-damaged' }]);
  const aside = (await readdir(join(dataDir, 'history'))).find((name) => name.startsWith('history-damaged-'));
  expect(problems[0]?.subject).toBe(join(dataDir, 'history', aside ?? ''));
  expect((await read<StoredChannels>('history/channels')).channels.length).toBeGreaterThan(0);
});

test('switched off and on while it runs, and off over a restart', async () => {
  service = await startService({ args: ARGS, dataDir });
  await untilRecording();
  const patch = async (body: object): Promise<void> => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch(`${service?.url}/app/v1/settings`, {
      method: 'PATCH',
      headers,
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
  };
  await patch({ history: false, history_max_gib: 0.5 });
  expect(await storage()).toMatchObject({ state: 'off', limit_bytes: 2 ** 29 });
  const stored = await until('the last commit', async () => {
    const facts = await storage();
    return facts.pending === 0 && facts.stored_total;
  });
  const { readings_total: before } = await status();
  await until('further readings', async () => (await status()).readings_total > before + 10);
  expect((await storage()).stored_total).toBe(stored);
  await service.stop();
  service = await startService({ args: ARGS, dataDir });
  expect(await storage()).toMatchObject({ state: 'off', limit_bytes: 2 ** 29 });
  expect((await read<StoredChannels>('history/channels')).channels.length).toBeGreaterThan(0);
  await patch({ history: true });
  await untilRecording();
});

test('simulated instruments are not recorded unless they are published', async () => {
  service = await startService({ args: ['--simulate=1x0', '--simulate-period', '100'], dataDir });
  await until('readings', async () => (await status()).readings_total > 20);
  await until('the file to be open', async () => (await storage()).state === 'recording');
  expect(await storage()).toMatchObject({ stored_total: 0, pending: 0 });
  expect(await read<StoredChannels>('history/channels')).toEqual({ channels: [] });
});
