/** Runs of a running service: what is recorded, and what a killed process loses. */
import { expect, test } from 'vitest';
import type { HistoryResult, Run, RunStatistics, Runs } from '../../service/contract/index.ts';
import { freshFolder, launch } from '../support/process.ts';
import { plug } from '../support/rig.ts';
import { until } from '../support/until.ts';

const CHANNEL = { family: 'usb', serial: 'E24638', channel: 'temperature', low: 2, high: 24 };

async function send<Answer>(url: string, path: string, body: unknown = {}): Promise<Answer> {
  const response = await fetch(`${url}/app/v1/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.ok, await response.clone().text()).toBe(true);
  return (await response.json()) as Answer;
}

async function read<Answer>(url: string, path: string): Promise<Answer> {
  return (await (await fetch(`${url}/app/v1/${path}`)).json()) as Answer;
}

test('a run goes on after SIGKILL, and its statistics are those of its readings', async () => {
  const dataDir = freshFolder();
  const instrument = await plug({ values: ['102466', '24.87', '66.81'] });
  const start = () => launch(['--data-dir', dataDir, '--port', '0', '--serial-port', instrument.options.path]);
  const first = start();
  let url = await first.ready();
  await until('a stored reading', async () => {
    const { channels } = await read<{ channels: unknown[] }>(url, 'history/channels');
    return channels.length > 0;
  });
  const { id, from, started } = await send<Run>(url, 'runs', {
    name: 'Batch 12',
    channels: [CHANNEL],
    pre_trigger_s: 60,
  });
  expect(Date.parse(started) - Date.parse(from)).toBe(60_000);
  await send<Run>(url, 'runs', { name: 'Short', channels: [CHANNEL], stop_after_s: 2 });
  const count = async (): Promise<number> =>
    (await read<RunStatistics>(url, `runs/${id}/statistics`)).channels[0]?.count ?? 0;
  await until('readings of the run', async () => (await count()) >= 3);
  first.child.kill('SIGKILL');
  await first.exit;

  const second = start();
  url = await second.ready();
  const before = await until('the run', async () => {
    const { runs } = await read<Runs>(url, 'runs?search=batch');
    return runs[0]?.to === null && count();
  });
  expect(before).toBeGreaterThanOrEqual(3);
  await until('more readings of the run', async () => (await count()) > before);
  await until('the end of the short run', async () => {
    const { runs } = await read<Runs>(url, 'runs?search=short');
    const [short] = runs;
    return short?.to && Date.parse(short.to) - Date.parse(short.started) === 2000;
  });
  const run = await send<Run>(url, `runs/${id}/stop`);
  expect(run.to).not.toBeNull();
  const statistics = await until('the statistics with all readings', async () => {
    const found = await read<RunStatistics>(url, `runs/${id}/statistics`);
    const path = `channel=usb/E24638/temperature&from=${run.from}&to=${run.to}&points=5000`;
    const { channels, until: known } = await read<HistoryResult>(url, `history?${path}`);
    const readings = channels[0]?.parts.flatMap((part) => (part.kind === 'readings' ? part.magnitude : [])) ?? [];
    return Date.parse(known) >= Date.parse(run.to ?? '') && found.channels[0]?.count === readings.length && found;
  });
  expect(statistics).toMatchObject({ from: run.from, to: run.to });
  expect(statistics.channels).toEqual([
    expect.objectContaining({
      ...CHANNEL,
      unit: '°C',
      min: 24.87,
      max: 24.87,
      failed: 0,
      outside_ms: statistics.channels[0]?.covered_ms,
      mean_kinetic_temperature: expect.closeTo(24.87, 9) as number,
    }),
  ]);
  // Two intervals of about a second between the first three readings, at least.
  expect(statistics.channels[0]?.covered_ms).toBeGreaterThan(1000);
  second.child.kill('SIGTERM');
  expect(await second.exit).toBe(0);
  await instrument.stop();
});
