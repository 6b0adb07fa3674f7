/**
 * Writes a picture of the app's window for the README, with an emulated instrument on a serial line beside simulated ones:
 * `node tests/support/desktop/take-screenshot.ts docs/images/devices-light.png [light|dark]`. Build first.
 */
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startDesktop } from './desktop.ts';
import { emulate } from './emulator.ts';
import { install } from './installation.ts';

/** How long instruments are measured before the picture is taken, in milliseconds: the charts need something to show. */
const MEASURING_MS = 60_000;

const [path, scheme = 'light'] = process.argv.slice(2);
if (!path || (scheme !== 'light' && scheme !== 'dark')) {
  console.error('Give the path of the picture to write, and light or dark.');
  process.exit(2);
}

const installation = await install();
const instrument = await emulate(join(tmpdir(), 'ttyEMU0'), 'E24638');
try {
  const dataDir = await installation.makeFolder('data');
  const args = ['--serial-port', instrument.path, '--simulate=3x2', '--simulate-seed', '7'];
  const app = await startDesktop(installation, { dataDir, args });
  await app.page.emulateMedia({ colorScheme: scheme });
  await app.page.getByText('E24638').first().click();
  await app.page.getByRole('button', { name: '1 min' }).click();
  await app.page.waitForTimeout(MEASURING_MS);
  await app.page.screenshot({ path: resolve(path) });
  await app.electron.close();
} finally {
  await instrument.stop();
  await installation.remove();
}
console.log(`Wrote ${path}.`);
