/** The desktop app of an ordinary user, on a computer with the udev rule. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ROOT } from '../../../build/paths.ts';
import type { DesktopApp } from '../../support/desktop/desktop.ts';
import type { AtEnd } from '../../support/ends.ts';
import { type Instruments, startInstruments } from '../guest/instruments.ts';
import { until } from '../guest/until.ts';
import { scenario } from '../support/scenario.ts';

const SERIAL = 'E90001';
const RULE = join(ROOT, 'build/udev/70-mensura.rules');

/** How long the app may take to begin, and to show something, in milliseconds: a virtual computer is slow. */
const PATIENCE_MS = 600_000;

/** One font alone: to look through all that are installed takes the guest ten seconds. */
const FONTS = '<fontconfig><dir>/usr/share/fonts/truetype/dejavu</dir></fontconfig>';

interface Desktop {
  instruments: Instruments;
  app: DesktopApp;
}

async function open(atEnd: AtEnd): Promise<Desktop> {
  execFileSync('cp', [RULE, '/etc/udev/rules.d/']);
  execFileSync('udevadm', ['control', '--reload-rules']);
  // Here and not above: the guest takes seconds to load Playwright, which other groups do without.
  const { startDesktop } = await import('../../support/desktop/desktop.ts');
  const { install } = await import('../../support/desktop/installation.ts');
  const instruments = await startInstruments();
  const installation = await install();
  atEnd(() => installation.remove());
  const dataDir = await installation.makeFolder('data');
  const fonts = join(dirname(dataDir), 'fonts.conf');
  await writeFile(fonts, FONTS);
  const app = await startDesktop(installation, { dataDir, env: { FONTCONFIG_FILE: fonts }, patienceMs: PATIENCE_MS });
  atEnd(() => app.electron.close());
  return { instruments, app };
}

async function listed({ app }: Desktop): Promise<string[]> {
  const answer = await fetch(`${app.url}/3.7.0/devices/usb`);
  return Object.keys(((await answer.json()) as { devices: object }).devices);
}

export const desktopApp = scenario(
  'the desktop app of an ordinary user',
  open,
  {
    'shows an instrument that is plugged in, with its value': async (desktop) => {
      const { app, instruments } = desktop;
      const begin = performance.now();
      await instruments.plug({ product: 'tmc100', serial: SERIAL });
      await app.page.getByText(SERIAL).first().waitFor({ timeout: PATIENCE_MS });
      const name = Math.round(performance.now() - begin);
      await app.page.getByText('12.5').first().waitFor({ timeout: PATIENCE_MS });
      const value = Math.round(performance.now() - begin);
      assert.deepEqual(await listed(desktop), [SERIAL]);
      return `in the window ${name} ms after plugging it in was begun, its value after ${value} ms`;
    },
    'says that it is gone when it is unplugged': async (desktop) => {
      await desktop.instruments.unplug(SERIAL);
      await until('no device', async () => (await listed(desktop)).length === 0);
      await desktop.app.page.getByText('Disconnected since').first().waitFor({ timeout: PATIENCE_MS });
    },
  },
  // Two of these waits are in one check.
  2 * PATIENCE_MS,
);
