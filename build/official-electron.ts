/** Electron's own runtime: taken from where it is, else downloaded from its project, with progress to be seen. */
import { spawnSync } from 'node:child_process';
import { access, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { downloadArtifact } from '@electron/get';
import { ROOT } from './paths.ts';

/** A download that has not moved for so long is given up, in milliseconds. */
const STALL_MS = 20_000;

const require = createRequire(join(ROOT, 'package.json'));
const PACKAGE = dirname(require.resolve('electron/package.json'));

/** The binary's path if the package has its runtime already. */
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

/** Shows progress in one line on a terminal, and each tenth elsewhere. */
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

/** Puts the archive into the cache that Electron's own installer looks into. */
async function download(): Promise<void> {
  const { version } = require('electron/package.json') as { version: string };
  const checksums = require('electron/checksums.json') as Record<string, string>;
  const stalled = new AbortController();
  const watch = setTimeout(() => stalled.abort(new Error(`nothing came for ${STALL_MS / 1000} s`)), STALL_MS);
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
 * The path of Electron's binary.
 * @throws Error saying why it cannot be had
 */
export async function officialElectron(): Promise<string> {
  const installed = await installedBinary();
  if (installed) return installed;
  console.error("Electron's runtime is not here yet; it comes from its project's releases on GitHub (once).");
  await download();
  const { status, stderr } = spawnSync(process.execPath, [join(PACKAGE, 'install.js')], { encoding: 'utf8' });
  const binary = await installedBinary();
  if (!binary) throw new Error(`the downloaded archive could not be unpacked (${status}): ${stderr.trim()}`);
  return binary;
}
