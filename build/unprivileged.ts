/** Electron's sandbox refuses to run as root: the desktop app then runs as `nobody`, from a readable copy. */
import { cpSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DIST, ROOT } from './paths.ts';

export const NOBODY = { uid: 65_534, gid: 65_534 } as const;

/** Groups that may open serial ports and USB devices, depending on the distribution. */
const DEVICE_GROUPS = new Set(['dialout', 'uucp', 'plugdev']);

/** False on Windows. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Copies the built app into a new folder that all users can read.
 * @returns the app's path for Electron; the caller deletes it
 */
export async function stageApp(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mensura-app-'));
  // For hundreds of files, a third of the processor time of the asynchronous version.
  cpSync(DIST, join(folder, 'dist'), { recursive: true });
  await cp(join(ROOT, 'package.json'), join(folder, 'package.json'));
  await chmod(folder, 0o755);
  return folder;
}

/** Creates a folder that only `nobody` can open; an existing one is not changed. */
export async function createOwnedFolder(path: string): Promise<string> {
  const made = await mkdir(path, { recursive: true, mode: 0o700 });
  if (made) await chown(path, NOBODY.uid, NOBODY.gid);
  return path;
}

/** The command prefix that runs a program as `nobody`. */
export async function runAsNobody(): Promise<string[]> {
  const table = await readFile('/etc/group', 'utf8').catch(() => '');
  const groups = table
    .split('\n')
    .map((line) => line.split(':'))
    .flatMap(([name, , gid]) => (name && gid && DEVICE_GROUPS.has(name) ? [gid] : []));
  const supplementary = groups.length > 0 ? `--groups=${groups.join(',')}` : '--clear-groups';
  return ['setpriv', `--reuid=${NOBODY.uid}`, `--regid=${NOBODY.gid}`, supplementary];
}
