/** Every small file of the data folder is damaged at once: each is set aside and named, and the service works. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AppStatus } from '../../../service/contract/index.ts';
import { freshFolder, launch } from '../../support/process.ts';
import { until } from '../../support/until.ts';

/** As a disk may leave it: the beginning of what was there. */
const HALF = '{"version": 1, "ha';

/** Written anew by each run: what an earlier one left means nothing. */
const OF_THE_RUN = 'instance.json';

async function send(url: string, method: string, path: string, body: unknown): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${url}/app/v1/${path}`, { method, headers, body: JSON.stringify(body) });
  expect(answer.ok, path).toBe(true);
}

test('all of them are set aside, each is told of, and measuring goes on', async () => {
  const folder = freshFolder();
  const args = ['--data-dir', folder, '--port', '0', '--simulate=1x1', '--simulate-period', '50'];
  const first = launch(args);
  const url = await first.ready();
  await until(
    'an instrument',
    async () => ((await (await fetch(`${url}/app/v1/status`)).json()) as AppStatus).readings_total > 0,
  );
  await send(url, 'PATCH', 'settings', { history_raw_days: 33 });
  await send(url, 'PATCH', 'devices/usb/SIM00001', { alias: 'x' });
  await send(url, 'POST', 'alarms/rules', { family: 'usb', serial: 'SIM00001', channel: 'temperature', upper: -99 });
  const points = [{ measured: 20, reference: 21 }];
  await send(url, 'PUT', 'devices/usb/SIM00001/channels/temperature/correction', { unit: '°C', points });
  await send(url, 'POST', 'gateways', { kind: 'sensgate', name: 'x', host: '127.0.0.1', port: 1 });
  await send(url, 'POST', 'mqtt/clients', {
    identifier: 'x',
    host: '127.0.0.1',
    port: 1,
    username: 'x',
    password: 'y',
  });
  first.child.kill('SIGTERM');
  expect(await first.exit).toBe(0);
  writeFileSync(join(folder, 'restore-under-way.json'), '');
  const files = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== OF_THE_RUN);
  expect(files.length).toBeGreaterThan(6);
  for (const name of files) writeFileSync(join(folder, name), HALF);

  const again = launch(args);
  const there = await again.ready();
  const { problems } = await until('readings', async () => {
    const now = (await (await fetch(`${there}/app/v1/status`)).json()) as AppStatus;
    return now.readings_total > 20 && now;
  });
  const names = readdirSync(folder);
  for (const name of files) {
    const aside = names.filter((other) => other.startsWith(`${name}.damaged-`));
    expect(aside, name).toHaveLength(1);
    expect(readFileSync(join(folder, aside[0] ?? ''), 'utf8')).toBe(HALF);
    expect(
      problems.some(({ text }) => text.includes(name)),
      name,
    ).toBe(true);
  }
  await send(there, 'PATCH', 'settings', { history_raw_days: 34 });
  again.child.kill('SIGTERM');
  expect(await again.exit).toBe(0);
});
