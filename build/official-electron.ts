import { spawnSync } from 'node:child_process';
import { access, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { downloadArtifact } from '@electron/get';
import { ROOT } from './paths.ts';

/** A download without data for this long fails, in milliseconds. */
const STALL_MS = 20_000;

const require = createRequire(join(ROOT, 'package.json'));
const PACKAGE = dirname(require.resolve('electron/package.json'));

/** The path of the binary, if it was downloaded before. */
async function installedBinary(): Promise<string | undefined> {
  try {
    const name = await readFile(join(PACKAGE, 'path.txt'), 'utf8');
    const binary = join(process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(PACKAGE, 'dist'), name);
    await access(binary);
    return binary;
  } catch {
    return undefined;
  }
}

/** Shows each percent in one line on a terminal, every tenth otherwise. */
function progressReporter(): (percent: number) => void {
  let shown = -1;
  return (fraction) => {
    const percent = Math.floor(fraction * 100);
    if (percent === shown || (!process.stderr.isTTY && percent < shown + 10 && percent < 100)) return;
    shown = percent;
    process.stderr.write(
      process.stderr.isTTY ? `\rDownloading Electron: ${percent} %` : `Downloading Electron: ${percent} %\n`,
    );
    if (process.stderr.isTTY && percent === 100) process.stderr.write('\n');
  };
}

/** Downloads the archive into the cache of Electron's installer. */
async function download(): Promise<void> {
  const { version } = require('electron/package.json') as { version: string };
  const checksums = require('electron/checksums.json') as Record<string, string>;
  const stalled = new AbortController();
  const watch = setTimeout(() => stalled.abort(new Error(`no data received for ${STALL_MS / 1000} s`)), STALL_MS);
  const report = progressReporter();
  const downloadOptions = {
    quiet: true,
    signal: stalled.signal,
    getProgressCallback: ({ percent }: { percent: number }) => {
      watch.refresh();
      report(percent);
    },
  };
  try {
    await downloadArtifact({ version, artifactName: 'electron', checksums, downloadOptions });
  } finally {
    clearTimeout(watch);
  }
}

/**
 * The path of Electron's binary, downloaded from Electron's releases if needed.
 * @throws Error with the reason why it is not available
 */
export async function officialElectron(): Promise<string> {
  const installed = await installedBinary();
  if (installed) return installed;
  console.error('Downloading the Electron runtime from its GitHub releases (first start only).');
  await download();
  const { status, stderr } = spawnSync(process.execPath, [join(PACKAGE, 'install.js')], { encoding: 'utf8' });
  const binary = await installedBinary();
  if (!binary) throw new Error(`cannot unpack the downloaded archive (${status}): ${stderr.trim()}`);
  return binary;
}
