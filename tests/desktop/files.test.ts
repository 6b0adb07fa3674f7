import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppDevice, RunStatistics } from '../../service/contract/index.ts';
import { type DesktopApp, startDesktop } from '../support/desktop/desktop.ts';
import { type Installation, install } from '../support/desktop/installation.ts';
import { answerSaveDialog, proposedPath } from '../support/desktop/save-dialog.ts';

let installation: Installation;
let app: DesktopApp;
let dataDir: string;
let folder: string;

beforeAll(async () => {
  installation = await install();
  dataDir = await installation.makeFolder('data');
  folder = await installation.makeFolder('saved');
  app = await startDesktop(installation, { dataDir, args: ['--simulate'] });
  await app.page.waitForLoadState();
});
afterAll(async () => {
  await app.electron.close();
  await installation.remove();
});

describe('a download', () => {
  interface Seen {
    /** The initial path of the native dialog. */
    proposed: string | undefined;
    state: string;
    path: string;
  }

  /** Saves the next download to this path, instead of the native dialog. */
  const saveAs = (path: string): Promise<void> =>
    app.electron.evaluate(({ session }, file) => {
      const seen: unknown[] = ((globalThis as { seen?: unknown[] }).seen = []);
      session.defaultSession.once('will-download', (_event, item) => {
        const { defaultPath: proposed } = item.getSaveDialogOptions();
        item.setSavePath(file);
        item.once('done', (_done, state) => seen.push({ proposed, state, path: item.getSavePath() }));
      });
    }, path);

  const seen = (): Promise<Seen[]> =>
    app.electron.evaluate(() => (globalThis as { seen?: unknown[] }).seen ?? []) as Promise<Seen[]>;

  /** Downloads a file with a click on a link, as the GUI does. */
  const press = (link: string): Promise<unknown> =>
    app.page.evaluate(`{
      const link = document.createElement('a');
      link.href = ${JSON.stringify(link)};
      link.download = '';
      document.body.append(link);
      link.click();
      link.remove();
    }`);

  test('from the service is saved with the native dialog, which proposes its name', async () => {
    const path = join(folder, 'clients.json');
    await saveAs(path);
    await press('/app/v1/mqtt/export');
    await expect.poll(seen, { timeout: 20_000 }).toHaveLength(1);
    const [download] = await seen();
    expect(download).toMatchObject({ state: 'completed', path });
    expect(download?.proposed).toMatch(/\.json$/);
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ mqtt: { clients: {} } });
    await app.printed(/saved .* to .*clients\.json/);
    expect(app.page.url()).toMatch(new RegExp(`^${app.url}/`));
  });

  test('created by the page is saved', async () => {
    const path = join(folder, 'chart.svg');
    await saveAs(path);
    await app.page.evaluate(`{
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob(['<svg/>'], { type: 'image/svg+xml' }));
      link.download = 'chart.svg';
      link.click();
    }`);
    await expect.poll(seen, { timeout: 20_000 }).toHaveLength(1);
    expect((await seen())[0]).toMatchObject({ state: 'completed' });
    expect(await readFile(path, 'utf8')).toBe('<svg/>');
  });

  test('from elsewhere is blocked', async () => {
    const server = createServer((_request, response) => {
      response.setHeader('Content-Disposition', 'attachment; filename="evil.txt"');
      response.end('evil');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const elsewhere = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    // Not from a page, which would be blocked before.
    await app.electron.evaluate(({ session }, url) => session.defaultSession.downloadURL(url), elsewhere);
    await app.printed(new RegExp(`blocked download ${elsewhere}`));
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  test('without a request of the page is blocked, even from the service', async () => {
    await app.electron.evaluate(
      ({ session }, url) => session.defaultSession.downloadURL(url),
      `${app.url}/app/v1/mqtt/export`,
    );
    await app.printed(/blocked download http:\/\/127\.0\.0\.1:\d+\/app\/v1\/mqtt\/export/);
  });
});

describe('the folder for CSV files', () => {
  /** Answers the next native dialogs with a folder or a cancel, and records message boxes. */
  const choose = (path: string | undefined): Promise<void> =>
    app.electron.evaluate(({ dialog }, chosen) => {
      const asked: unknown[] = ((globalThis as { asked?: unknown[] }).asked = []);
      dialog.showOpenDialog = () =>
        Promise.resolve({ canceled: chosen === undefined, filePaths: chosen === undefined ? [] : [chosen] });
      dialog.showMessageBox = (...given: unknown[]) => {
        asked.push(given.at(-1));
        return Promise.resolve({ response: 0, checkboxChecked: false });
      };
    }, path);

  const asked = (): Promise<{ message: string }[]> =>
    app.electron.evaluate(() => (globalThis as { asked?: { message: string }[] }).asked ?? []);

  const saved = async (): Promise<unknown> =>
    (
      JSON.parse(await readFile(join(dataDir, 'settings.json'), 'utf8').catch(() => '{}')) as {
        csv_log_folder?: unknown;
      }
    ).csv_log_folder;

  const button = () => app.page.getByRole('button', { name: 'Choose folder…' });

  test('is unchanged without a selection', async () => {
    await app.page.evaluate(`location.hash = '/history'`);
    await choose(undefined);
    await button().click();
    await expect.poll(() => button().isEnabled()).toBe(true);
    expect(await saved()).toBeUndefined();
  });

  test('must be writable', async () => {
    await choose('/proc');
    await button().click();
    await expect.poll(asked).toHaveLength(1);
    expect((await asked())[0]?.message).toBe('Cannot write CSV files to /proc');
    expect(await saved()).toBeUndefined();
  });

  test('is saved and shown at once', async () => {
    await choose(folder);
    await button().click();
    await expect.poll(saved).toBe(folder);
    await app.page.getByText(folder).waitFor();
  });
});

describe('a document to print', () => {
  test('is saved as PDF: the record of a correction, under the name of the device and channel', async () => {
    const devices = (await (await fetch(`${app.url}/app/v1/devices`)).json()) as { devices: AppDevice[] };
    const device = devices.devices.find(({ product }) => product.channels['temperature']);
    const path = `${device?.family}/${device?.serial}`;
    await app.page.evaluate(`fetch('/app/v1/devices/${path}/channels/temperature/correction', {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ unit: '°C', points: [{ measured: 20.1, reference: 20 }] }),
    })`);
    await app.page.evaluate(`location.hash = '#/devices/${path}/correct/temperature/record'`);
    const file = join(folder, 'record.pdf');
    await answerSaveDialog(app, file);
    await app.page.getByRole('button', { name: 'Save as PDF…' }).click();
    await app.printed(/saved .* to .*record\.pdf/);
    expect((await readFile(file)).subarray(0, 5).toString()).toBe('%PDF-');
    expect(await proposedPath(app)).toMatch(new RegExp(`Correction record ${device?.serial} temperature\\.pdf$`));
  });

  test('is saved as PDF: the report of a run, under the name of the run and with its figures', async () => {
    const ask = async <Answer>(path: string): Promise<Answer> =>
      (await (await fetch(`${app.url}/app/v1/${path}`)).json()) as Answer;
    const { devices } = await ask<{ devices: AppDevice[] }>('devices');
    const device = devices.find(({ product }) => product.channels['temperature']);
    const ref = { family: device?.family, serial: device?.serial, channel: 'temperature' };
    const from = new Date(Date.now() - 60_000).toISOString();
    const range = { from, to: new Date().toISOString() };
    const run = { name: 'Batch 12', channels: [{ ...ref, high: 1000 }], range };
    const { id } = await app.page.evaluate<{ id: number }>(`fetch('/app/v1/runs', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: ${JSON.stringify(JSON.stringify(run))}
    }).then((response) => response.json())`);
    const { channels } = await ask<RunStatistics>(`runs/${id}/statistics`);
    const [{ count, mean, min, max } = { count: 0, mean: null, min: null, max: null }] = channels;
    expect(count).toBeGreaterThan(0);
    await app.page.evaluate(`location.hash = '#/runs/${id}/report'`);
    const row = app.page.getByRole('region', { name: 'Statistics' }).getByRole('row').last();
    const shown = async (): Promise<string[]> => row.getByRole('cell').allInnerTexts();
    await row.waitFor();
    const fixed = (value: number | null, decimals: number): string => (value ?? 0).toFixed(decimals);
    expect((await shown()).slice(0, 4).map((text) => text.split('\n')[0])).toEqual([
      String(count),
      fixed(min, 2),
      fixed(max, 2),
      fixed(mean, 4),
    ]);
    const file = join(folder, 'report.pdf');
    await answerSaveDialog(app, file);
    await app.page.getByRole('button', { name: 'Save as PDF…' }).click();
    await app.printed(/saved .* to .*report\.pdf/);
    const pdf = (await readFile(file)).toString('latin1');
    expect(pdf.slice(0, 5)).toBe('%PDF-');
    // A4 in points of 1/72 inch.
    expect(pdf).toMatch(/\/MediaBox \[0 0 59[45]\.\d+ 84[12]\.\d+\]/);
    expect(await proposedPath(app)).toMatch(/Report Batch 12\.pdf$/);
  });
});
