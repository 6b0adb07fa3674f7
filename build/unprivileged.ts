/**
 * Root must not run a browser engine, and Electron's own sandbox refuses to: where this process is root, the desktop
 * app runs as a user without rights, from a copy that such a user can read.
 */
import { cpSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DIST, ROOT } from './paths.ts';

/** The user and group `nobody` of every Linux. */
export const NOBODY = { uid: 65_534, gid: 65_534 } as const;

/** The groups that may open serial ports and USB devices where the distribution says so by group. */
const DEVICE_GROUPS = new Set(['dialout', 'uucp', 'plugdev']);

/** Whether this process is root on a system that has users. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Copies the built app into a new folder that everybody can read.
 * @returns the folder, to be given to Electron as the app's path; whoever asked removes it
 */
export async function stageApp(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mensura-app-'));
  // Of hundreds of files, at a third of the processor time that the promises take.
  cpSync(DIST, join(folder, 'dist'), { recursive: true });
  await cp(join(ROOT, 'package.json'), join(folder, 'package.json'));
  await chmod(folder, 0o755);
  return folder;
}

/** Makes a folder that belongs to `nobody` alone; one that exists stays as it is. */
export async function makeOwnFolder(path: string): Promise<string> {
  const made = await mkdir(path, { recursive: true, mode: 0o700 });
  if (made) await chown(path, NOBODY.uid, NOBODY.gid);
  return path;
}

/** The words that run a program as `nobody`, to be put in front of it. */
export async function asNobody(): Promise<string[]> {
  const table = await readFile('/etc/group', 'utf8').catch(() => '');
  const groups = table
    .split('\n')
    .map((line) => line.split(':'))
    .flatMap(([name, , gid]) => (name && gid && DEVICE_GROUPS.has(name) ? [gid] : []));
  const supplementary = groups.length > 0 ? `--groups=${groups.join(',')}` : '--clear-groups';
  return ['setpriv', `--reuid=${NOBODY.uid}`, `--regid=${NOBODY.gid}`, supplementary];
}
