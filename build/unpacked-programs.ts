/**
 * Programs that tests start on free ports: unpacked from Debian's packages into the cache. They are not installed, since
 * their packages would start servers.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from './cache-folder.ts';
import { aptUpdate, downloadPackage, findPackage } from './debian.ts';

/** The program of each package, below `/`. All but Exim need only the C library. */
export const UNPACKED_PROGRAMS = {
  influxdb: 'usr/bin/influxd',
  prometheus: 'usr/bin/prometheus',
  'victoria-metrics': 'usr/bin/victoria-metrics',
  'nats-server': 'usr/sbin/nats-server',
  'tinyproxy-bin': 'usr/bin/tinyproxy',
  'exim4-daemon-light': 'usr/sbin/exim4',
} as const;
export type UnpackedPackage = keyof typeof UNPACKED_PROGRAMS;

/** Increment the number when the content of the folders changes. */
const folderStart = (name: UnpackedPackage): string => `unpacked-1-${name}-`;

async function cachedFolder(name: UnpackedPackage): Promise<string | undefined> {
  const cache = cacheFolder();
  await mkdir(cache, { recursive: true });
  const newest = (await readdir(cache))
    .filter((entry) => entry.startsWith(folderStart(name)))
    .toSorted()
    .at(-1);
  return newest && join(cache, newest);
}

/**
 * Downloads a package, unless it was downloaded before.
 * @returns the folder with its files
 * @throws Error if it is not available
 */
export async function ensureUnpacked(name: UnpackedPackage): Promise<string> {
  const cached = await cachedFolder(name);
  if (cached) return cached;
  let wanted = findPackage(name);
  if (!wanted) {
    aptUpdate();
    wanted = findPackage(name);
  }
  if (!wanted) throw new Error(`Package ${name} not found. On Debian, run "apt-get update".`);
  console.log(`Downloading ${name} for the tests (first run only)...`);
  const folder = await mkdtemp(join(cacheFolder(), 'unpacking-'));
  try {
    downloadPackage(wanted, folder);
    const [archive = ''] = await readdir(folder);
    execFileSync('dpkg-deb', ['--extract', archive, '.'], { cwd: folder });
    await rm(join(folder, archive));
    const program = join(folder, UNPACKED_PROGRAMS[name]);
    if (!existsSync(program)) throw new Error(`Package ${name} lacks its program.`);
    // Exim's would run as root for everyone.
    await chmod(program, 0o755);
    await chmod(folder, 0o755);
    const ready = join(cacheFolder(), folderStart(name) + wanted.version.replaceAll(/[^\w.+~-]/g, '_'));
    await rename(folder, ready);
    return ready;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
