/** A restore whose process is killed after each file that it writes: completed at the next start, and told of. */
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type AppStatus, type Backup, confirmationOf, type RestorePreview } from '../../../service/contract/index.ts';
import { freshFolder, launch } from '../../support/process.ts';
import { killedAfter } from './support/faulty.ts';

/** The files of a restore of everything, in the order in which they are written; the last is removed. */
const FILES = [
  'the backup',
  'what is under way',
  'settings',
  'devices',
  'dashboards',
  'corrections',
  'computed channels',
  'alarms',
  'automatic runs',
  'gateways',
  'databases',
  'destinations',
  'MQTT clients',
  'secrets',
  'the end',
] as const;

let template: string;
let wanted: Backup;
let before: Backup;

async function send(url: string, method: string, path: string, body: unknown): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${url}/app/v1/${path}`, { method, headers, body: JSON.stringify(body) });
  const text = await answer.text();
  expect(answer.ok, text).toBe(true);
  return JSON.parse(text) as unknown;
}

const read = async <Answer>(url: string, path: string): Promise<Answer> =>
  (await (await fetch(`${url}/app/v1/${path}`)).json()) as Answer;

/** An origin that the restore lets in, and one that it leaves out. */
const LISTED = 'https://tools.example:8443';
const REFUSED = 'https://evil.example';

/** What a backup restores: of a correction what is in force, not its past. */
const content = ({ made: _made, corrections, ...rest }: Backup) => ({
  ...rest,
  corrections: corrections?.map(({ serial, versions }) => [serial, versions.at(-1)?.coefficients]),
});

const start = (folder: string, env: Record<string, string> = {}): ReturnType<typeof launch> =>
  launch(['--data-dir', folder, '--port', '0', '--simulate=1x0'], env);

/** Other values in every part for each number; the MQTT client keeps its password. */
async function fill(url: string, number: number): Promise<void> {
  await send(url, 'PATCH', 'settings', { history_raw_days: 30 + number });
  await send(url, 'PATCH', 'devices/usb/SIM00001', { alias: `Room ${number}` });
  const rule = { family: 'usb', serial: 'SIM00001', channel: 'temperature', upper: 90 + number };
  await send(url, 'POST', 'alarms/rules', rule);
  await send(url, 'POST', 'dashboards', { name: `Page ${number}` });
  await send(url, 'POST', 'computed', { name: `Sum ${number}`, formula: `[usb/SIM00001/temperature] + ${number}` });
  const channels = [{ family: 'usb', serial: 'SIM00001', channel: 'temperature' }];
  await send(url, 'POST', 'run-plans', { name: `Batch ${number}`, channels, start: { kind: 'request' } });
  const points = [{ measured: 20, reference: 20 + number }];
  await send(url, 'PUT', 'devices/usb/SIM00001/channels/temperature/correction', { unit: '°C', points });
  await send(url, 'POST', 'gateways', { kind: 'sensgate', name: `Cellar ${number}`, host: '127.0.0.1', port: number });
  const database = { kind: 'victoriametrics', name: `Plant ${number}`, url: 'http://127.0.0.1:1', enabled: false };
  await send(url, 'POST', 'databases', database);
  const phone = { kind: 'ntfy', url: 'http://127.0.0.1:1', topic: 'plant', enabled: false };
  await send(url, 'POST', 'destinations', { ...phone, name: `Phone ${number}` });
  const client = { host: '127.0.0.1', port: 1, username: 'lab', password: 'planted' };
  const identifier = `lab${number}`;
  await send(url, 'POST', 'mqtt/clients', { identifier, ...client });
}

beforeAll(async () => {
  template = freshFolder();
  const run = start(template);
  const url = await run.ready();
  await fill(url, 1);
  wanted = await read<Backup>(url, 'backup');
  wanted.settings.allowed_origins = [LISTED];
  await fill(url, 2);
  before = await read<Backup>(url, 'backup');
  run.child.kill('SIGTERM');
  await run.exit;
});

test.each(FILES.map((file, index) => [file, index + 1] as const))(
  'killed after %s: all is as before, or all is restored, and it is said',
  async (file, files) => {
    const folder = freshFolder();
    cpSync(template, folder, { recursive: true });
    const killed = start(folder, killedAfter(files));
    const address = await killed.ready();
    const backup = { ...wanted, settings: { ...wanted.settings, allowed_origins: [LISTED, REFUSED] } };
    const { effects } = (await send(address, 'POST', 'restore/preview', { backup })) as RestorePreview;
    const body = { backup, confirm: confirmationOf(effects, [LISTED]) };
    const restore = send(address, 'POST', 'restore', body);
    await expect(restore).rejects.toThrow();
    expect(await killed.exit).toBeNull();
    const again = start(folder);
    const url = await again.ready();
    const isBegun = file !== 'the backup';
    const isEnded = file === 'the end';
    expect(content(await read<Backup>(url, 'backup'))).toEqual(content(isBegun ? wanted : before));
    const { problems } = await read<AppStatus>(url, 'status');
    const told = problems.filter(({ code }) => code === 'restore-interrupted');
    expect(told).toHaveLength(isBegun && !isEnded ? 1 : 0);
    for (const { text, remedy } of told) {
      expect(text).toContain('was completed at this start: settings, device names');
      expect(remedy).toContain('mensura-before-');
    }
    expect(existsSync(join(folder, 'restore-under-way.json'))).toBe(false);
    again.child.kill('SIGTERM');
    expect(await again.exit).toBe(0);
  },
);
