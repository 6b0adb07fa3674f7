import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PROPERTY_SEED } from '../../../support/property-runs.ts';
import { Random } from '../../../support/random.ts';
import { after } from './support/kill-steps.ts';
import { openStores, plain } from './support/stores.ts';

/** How often the process is killed; `npm run soak` does it more often. */
const KILLS = Number(process.env['MENSURA_KILLS'] ?? 5);

/** The longest the process lives after its first step, in milliseconds. */
const LIFE_MS = 150;

const random = new Random(PROPERTY_SEED);

const TARGET = join(import.meta.dirname, 'support/kill-target.ts');

let folder: string;
let child: ChildProcess | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mensura-kills-'));
});

afterEach(async () => {
  child?.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

/** Runs the process from a step on, kills it at some moment, and answers how many steps were acknowledged in all. */
async function runAndKill(first: number): Promise<number> {
  const target = spawn(process.execPath, [TARGET, folder, String(first)], { stdio: ['ignore', 'pipe', 'inherit'] });
  child = target;
  let said = '';
  target.stdout.on('data', (bytes: Buffer) => {
    said += bytes.toString();
  });
  const closed = once(target, 'close');
  await Promise.race([once(target.stdout, 'data'), closed]);
  await pause(random.next() * LIFE_MS);
  target.kill('SIGKILL');
  const [, signal] = (await closed) as [number | null, string | null];
  expect(signal, 'the process ended by itself').toBe('SIGKILL');
  const last = said.trimEnd().split('\n').at(-1) ?? '';
  return Number(last) + 1;
}

test(`a process that is killed ${KILLS} times loses nothing that was acknowledged`, {
  timeout: 30_000 + KILLS * 5000,
}, async () => {
  let steps = 0;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const acknowledged = await runAndKill(steps);
    expect(acknowledged).toBeGreaterThan(steps);
    const { store, secrets } = await openStores(folder);
    const state = plain(store.clients);
    // The step that was under way may have been saved before the process could say so.
    const isOneMore = JSON.stringify(state) === JSON.stringify(plain(after(acknowledged + 1)));
    steps = isOneMore ? acknowledged + 1 : acknowledged;
    expect(state, `after kill ${kill}`).toEqual(plain(after(steps)));
    const needed = [...store.clients.values()].filter((config) => config.secrets?.password);
    expect(secrets.ids()).toHaveLength(needed.length);
  }
});
