/** Computed channels of a running service: history, export, and what a killed process loses. */
import { expect, test } from 'vitest';
import type { AppDevice, ComputedChannel, HistoryResult } from '../../service/contract/index.ts';
import { freshFolder, launch } from '../support/process.ts';
import { plug } from '../support/rig.ts';
import { until } from '../support/until.ts';

interface Reading {
  magnitude: number;
  at: number;
}

async function add(url: string, name: string, formula: string): Promise<string> {
  const response = await fetch(`${url}/app/v1/computed`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name, formula }),
  });
  expect(response.status, await response.clone().text()).toBe(201);
  return ((await response.json()) as ComputedChannel).id;
}

/** The newest reading; undefined without one. */
async function readingOf(url: string, id: string): Promise<Reading | undefined> {
  const response = await fetch(`${url}/app/v1/devices/computed/${id}`);
  if (!response.ok) return undefined;
  const value = ((await response.json()) as AppDevice).device.channels['value']?.value;
  return value ? { magnitude: value.magnitude, at: Date.parse(value.timestamp) } : undefined;
}

test('windows and integrals continue after SIGKILL, from the history', async () => {
  const dataDir = freshFolder();
  // 24.87 °C before, 10 °C after.
  const warm = await plug({ values: ['102466', '24.87', '66.81'] });
  const start = (path: string) => launch(['--data-dir', dataDir, '--port', '0', '--serial-port', path]);
  const first = start(warm.options.path);
  let url = await first.ready();
  const highest = await add(url, 'Highest', 'max_over([usb/E24638/temperature], 1 * hour)');
  const area = await add(url, 'Area', 'integral([usb/E24638/temperature])');
  const before = await until('an area of 6 s', async () => {
    const reading = await readingOf(url, area);
    return reading && reading.magnitude > 6 * 24.87 && reading;
  });
  const path = `history?channel=computed/${area}/value&points=1000`;
  await until('its history', async () => {
    const { channels } = (await (await fetch(`${url}/app/v1/${path}`)).json()) as HistoryResult;
    return channels[0]?.parts.some(({ at }) => at.length > 3);
  });
  const csv = await (await fetch(`${url}/app/v1/export?channel=computed/${area}/value`)).text();
  expect(csv).toContain(area);
  first.child.kill('SIGKILL');
  await first.exit;
  await warm.stop();

  const cold = await plug({ values: ['102466', '10.00', '66.81'] });
  const second = start(cold.options.path);
  url = await second.ready();
  const after = await until('the area after the start', () => readingOf(url, area));
  // At most the last two seconds before the end are not in the history; that time counts as the line to the next reading.
  const seconds = (after.at - before.at) / 1000;
  expect(after.magnitude).toBeGreaterThan(before.magnitude - 2 * 24.87);
  expect(after.magnitude).toBeLessThan(before.magnitude + seconds * 24.87 + 0.01);
  expect((await until('the window', () => readingOf(url, highest))).magnitude).toBe(24.87);
  second.child.kill('SIGTERM');
  expect(await second.exit).toBe(0);
});
