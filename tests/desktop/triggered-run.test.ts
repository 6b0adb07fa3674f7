/** From an alarm to a signed page: a run that an instrument starts, through the death of the app, to its PDF. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AlarmRule, RunPlans, RunStatistics, Runs } from '../../service/contract/index.ts';
import { type DesktopApp, startDesktop } from '../support/desktop/desktop.ts';
import { type EmulatedInstrument, emulate } from '../support/desktop/emulator.ts';
import { type Installation, install } from '../support/desktop/installation.ts';
import { answerSaveDialog, proposedPath } from '../support/desktop/save-dialog.ts';
import { pdfLines } from '../support/pdf-text.ts';
import { until } from '../support/until.ts';

const CHANNEL = { family: 'usb', serial: 'E11111', channel: 'temperature' } as const;

let installation: Installation;
let instrument: EmulatedInstrument;
let app: DesktopApp;
let folder: string;
let start: () => Promise<DesktopApp>;

beforeAll(async () => {
  installation = await install();
  const path = join(await installation.makeFolder('ports'), 'ttyEMU');
  folder = await installation.makeFolder('saved');
  instrument = await emulate(path, CHANNEL.serial);
  const dataDir = await installation.makeFolder('data');
  start = () => startDesktop(installation, { dataDir, args: ['--serial-port', path] });
  app = await start();
});
afterAll(async () => {
  await app.electron.close();
  await instrument.stop();
  await installation.remove();
});

async function get<Answer>(path: string): Promise<Answer> {
  return (await (await fetch(`${app.url}/app/v1/${path}`)).json()) as Answer;
}

/** From the page, as the window's own requests. */
function send<Answer>(method: string, path: string, body: unknown): Promise<Answer> {
  return app.page.evaluate<Answer>(`fetch('/app/v1/${path}', {
    method: '${method}',
    headers: { 'Content-Type': 'application/json' },
    body: ${JSON.stringify(JSON.stringify(body))}
  }).then((response) => response.json())`);
}

function statistics(id: number, least: number): Promise<RunStatistics['channels'][number]> {
  return until(`${least} readings`, async () => {
    const { channels } = await get<RunStatistics>(`runs/${id}/statistics`);
    return channels.find(({ count }) => count >= least);
  });
}

test('a run started by an alarm survives the death of the app, and its PDF has the figures of the API', async () => {
  await app.page.getByRole('option', { name: /E11111/ }).waitFor();
  const condition = { ...CHANNEL, upper: -50 };
  const { id: rule } = await send<AlarmRule>('POST', 'alarms/rules', { ...condition, enabled: false });
  await send('POST', 'run-plans', {
    name: 'Oven {n}',
    channels: [{ ...CHANNEL, low: 0, high: 50 }],
    operator: 'A. Rossi',
    start: { kind: 'alarm', rule },
  });
  await send('PUT', `alarms/rules/${rule}`, { ...condition, enabled: true });
  const id = await until('the run', async () => (await get<RunPlans>('run-plans')).plans[0]?.active_run ?? undefined);
  const before = await statistics(id, 3);

  app.process.kill('SIGKILL');
  await app.exited();
  app = await start();
  const { runs } = await get<Runs>('runs');
  expect(runs).toMatchObject([{ id, name: 'Oven 1', to: null }]);
  await statistics(id, before.count + 3);
  await send('POST', `runs/${id}/stop`, {});

  const { count, min, max, mean } = await statistics(id, 1);
  await app.page.evaluate(`location.hash = '#/runs/${id}/report'`);
  await app.page.getByRole('region', { name: 'Statistics' }).waitFor();
  const file = join(folder, 'oven.pdf');
  await answerSaveDialog(app, file);
  await app.page.getByRole('button', { name: 'Save as PDF…' }).click();
  await app.printed(/saved .* to .*oven\.pdf/);
  expect(await proposedPath(app)).toMatch(/Report Oven 1\.pdf$/);
  const lines = await pdfLines(file);
  const text = lines.join('\n');
  for (const part of ['Oven 1', 'A. Rossi', 'E11111']) expect(text).toContain(part);
  const figures = [String(count), ...[min, max].map((value) => value?.toFixed(2)), mean?.toFixed(4)];
  expect(lines.filter((line) => figures.every((figure) => line.split(' ').includes(figure ?? '')))).not.toEqual([]);
}, 180_000);
