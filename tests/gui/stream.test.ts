/** How the page gets at the event stream where things are not as usual. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { appDevice, readings } from '../support/views/devices.ts';
import { PATIENCE_MS } from './support/browser.ts';
import { stretches } from './support/chart.ts';
import { playedRig } from './support/played-rig.ts';

const rig = playedRig();

const rowValues = (page: Page): Promise<string> => page.locator('.device-row-values').first().innerText();

describe.each([
  ['knows no shared workers', 'delete window.SharedWorker;'],
  [
    'does not let them start',
    `window.SharedWorker = class extends EventTarget {
      port = new MessageChannel().port1;
      constructor() {
        super();
        queueMicrotask(() => this.dispatchEvent(new Event('error')));
      }
    };`,
  ],
  ['refuses locks', `if (navigator.locks) navigator.locks.request = () => Promise.reject(new Error('refused'));`],
])('a browser that %s', (_, script) => {
  async function open(): Promise<Page> {
    return (await rig.open('', { script, expected: /net::ERR|Failed to load resource/ })).page;
  }

  test('gets the stream in the page itself, and finds a service that was away', async () => {
    const device = appDevice({ serial: 'E1', alias: 'Oven' });
    rig.service.put(device);
    const page = await open();
    await page.getByRole('option', { name: /Oven/ }).waitFor();
    expect(rig.service.streams).toBe(1);
    rig.service.send('readings', readings(device, { temperature: 12.34 }));
    await expect.poll(() => rowValues(page), { timeout: PATIENCE_MS }).toContain('12.34');
    const comeBack = await rig.leave();
    await page.getByText(/^No response from the service since/).waitFor();
    await comeBack((service) => service.put(device));
    await page.getByText(/^No response from the service since/).waitFor({ state: 'detached' });
    rig.service.send('readings', readings(device, { temperature: 43.21 }));
    await expect.poll(() => rowValues(page), { timeout: PATIENCE_MS }).toContain('43.21');
  });

  test('ends its stream with the page', async () => {
    const page = await open();
    await expect.poll(() => rig.service.streams, { timeout: PATIENCE_MS }).toBe(1);
    await page.goto('about:blank');
    await expect.poll(() => rig.service.streams, { timeout: PATIENCE_MS }).toBe(0);
  });
});

describe.each([
  ['an hour ahead', 3_600_000],
  ['an hour behind', -3_600_000],
])('a service whose clock is %s', (_, offset) => {
  test('has its own ages, and its readings at the right edge', async () => {
    rig.service.aheadMs = offset;
    const device = appDevice({
      serial: 'E1',
      at: Date.now() + offset,
      channels: { temperature: { unit: '°C', description: 'Temperature', value: 20 } },
    });
    rig.service.put(device);
    const { page } = await rig.open();
    await page.locator('.device-view canvas').first().waitFor();
    await page.getByRole('button', { name: '1 min', exact: true }).click();
    const sending = setInterval(
      () => rig.service.send('readings', readings(device, { temperature: 20 }, Date.now() + offset)),
      500,
    );
    try {
      const age = page.locator('.device-row-age');
      await expect.poll(() => age.innerText(), { timeout: PATIENCE_MS }).toMatch(/^\d\.\d s$/);
      const newest = async (): Promise<number> => (await stretches(page, 0, 1)).at(-1)?.to ?? 0;
      await expect.poll(newest, { timeout: PATIENCE_MS }).toBeGreaterThan(0.95);
    } finally {
      clearInterval(sending);
    }
  });
});
