/** The History page in a browser, on a service that is played. */
import type { Page } from 'playwright';
import { beforeEach } from 'vitest';
import { appDevice } from '../../support/views/devices.ts';
import type { OpenPageOptions } from './browser.ts';
import { type PlayedRig, playedRig } from './played-rig.ts';

const DAY_MS = 86_400_000;

export interface HistoryRig extends PlayedRig {
  /** Opens the page; resolves when it shows what is kept of two devices. */
  openHistory(options?: OpenPageOptions): Promise<Page>;
}

export function historyRig(): HistoryRig {
  const rig = playedRig();
  beforeEach(() => {
    rig.service.put(appDevice({ serial: 'E1', alias: 'Cellar' }));
    const now = Date.now();
    for (const serial of ['E1', 'E2']) {
      for (const [channel, unit] of [
        ['temperature', '°C'],
        ['relative_humidity', '%rh'],
      ] as const) {
        rig.service.history.keep({ family: 'usb', serial, channel }, unit, [
          [now - 40 * DAY_MS, 20],
          [now - 60_000, 21],
        ]);
      }
    }
  });
  return Object.assign(rig, {
    openHistory: async (options: OpenPageOptions = {}) => {
      const { page } = await rig.open('/history', { timezoneId: 'Europe/Berlin', ...options });
      await page.getByRole('heading', { name: 'Storage' }).waitFor();
      await page.locator('.kept-device').first().waitFor();
      return page;
    },
  });
}

/** Until the names are there: before, both devices are called by their product. */
export async function named(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Delete the history of Cellar' }).waitFor();
}
