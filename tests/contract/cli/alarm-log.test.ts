import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Alarm } from '../../../service/contract/index.ts';
import { freshFolder } from '../../support/process.ts';
import { measured, plug, serve } from '../../support/rig.ts';
import { until } from '../../support/until.ts';
import { type Ended, mensura } from './support/mensura.ts';

let env: Record<string, string>;
const cwd = freshFolder();

const log = (...args: string[]): Promise<Ended> => mensura(['alarms', 'log', ...args], { env, cwd });

const CHANNEL = { family: 'usb', serial: 'E24638', channel: 'temperature' };

beforeAll(async () => {
  const service = await serve([await plug()]);
  env = { MENSURA_DATA_DIR: service.dataDir };
  await measured(service);
  for (const rule of [
    { ...CHANNEL, upper: 20, severity: 'critical', message: 'Close the door.' },
    { ...CHANNEL, upper: 21 },
  ]) {
    const response = await fetch(`${service.url}/app/v1/alarms/rules`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(rule),
    });
    if (!response.ok) throw new Error(`The rule was refused: ${await response.text()}`);
  }
  await until('both alarms', async () => (await log()).out.split('\r\n').length === 4);
});

test('prints the alarm history as CSV', async () => {
  const { code, out, err } = await log();
  expect([code, err]).toEqual([0, '']);
  const [heading, ...lines] = out.split('\r\n');
  expect(heading).toMatch(/^\uFEFFsince,ended,severity,family,serial,channel,kind,limit,/);
  expect(lines.filter((line) => line.includes(',critical,usb,E24638,temperature,above,20,'))).toHaveLength(1);
  expect(lines.filter((line) => line.includes(',warning,usb,E24638,temperature,above,21,'))).toHaveLength(1);
});

test.each<[filter: string[], limits: number[]]>([
  [['--min-severity', 'critical'], [20]],
  [['--text', 'door'], [20]],
  [['--state', 'cleared'], []],
  [
    ['--device', 'usb/E24638', '--state', 'active'],
    [20, 21],
  ],
  [['--device', 'usb/E1'], []],
  [['--to', '-1h'], []],
  [
    ['--from', '-1h'],
    [20, 21],
  ],
  [['--rule', 'nothing'], []],
])('has the alarms of the filter %j, as JSON Lines', async (filter, limits) => {
  const { code, out } = await log('--format', 'jsonl', ...filter);
  const alarms = out.split('\n').flatMap((line) => (line === '' ? [] : (JSON.parse(line) as Alarm)));
  expect([code, alarms.map(({ limit }) => limit ?? 0).toSorted((a, b) => a - b)]).toEqual([0, limits]);
});

test('is saved to a file, which is not overwritten without --force', async () => {
  const path = join(cwd, 'alarms.csv');
  const saved = { code: 0, out: 'Saved the alarm history to alarms.csv.\n', err: '' };
  expect(await log('--output', 'alarms.csv')).toEqual(saved);
  const bytes = readFileSync(path);
  expect(bytes.toString()).toBe((await log()).out);
  expect(await log('-o', 'alarms.csv')).toMatchObject({ code: 11, err: expect.stringContaining('already exists') });
  expect(await log('-o', 'alarms.csv', '--force')).toEqual(saved);
  expect(JSON.parse((await log('-o', '.', '--format', 'jsonl', '--json')).out)).toMatchObject({
    file: 'mensura-alarms.jsonl',
  });
  expect(existsSync(join(cwd, 'mensura-alarms.jsonl'))).toBe(true);
});

test.each([
  [['--json'], '--json requires --output <file>'],
  [['--format', 'xlsx'], '--format'],
  [['--min-severity', 'low'], '--min-severity'],
  [['--from', 'soon'], '--from'],
])('refuses %j', async (args, words) => {
  expect(await log(...args)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(words) });
});
