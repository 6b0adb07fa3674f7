/**
 * Writes a picture of the app's window as users see it, for the README:
 * `node tests/electron/support/take-screenshot.ts docs/images/devices-light.png [light|dark]`. Build first.
 */
import { resolve } from 'node:path';
import { startDesktop } from './desktop.ts';
import { install } from './installation.ts';

/** How long instruments are measured before the picture is taken, in milliseconds: the charts need something to show. */
const MEASURING_MS = 60_000;

const [path, scheme = 'light'] = process.argv.slice(2);
if (!path || (scheme !== 'light' && scheme !== 'dark')) {
  console.error('Give the path of the picture to write, and light or dark.');
  process.exit(2);
}

const installation = await install();
try {
  const dataDir = await installation.makeFolder('data');
  const app = await startDesktop(installation, { dataDir, args: ['--simulate=5x2', '--simulate-seed', '7'] });
  await app.page.emulateMedia({ colorScheme: scheme });
  await app.page.getByText('SIM00001').first().waitFor();
  await app.page.waitForTimeout(MEASURING_MS);
  await app.page.screenshot({ path: resolve(path) });
  await app.electron.close();
} finally {
  await installation.remove();
}
console.log(`Wrote ${path}.`);
