/**
 * The guest's kernel: Debian's own, of which a few megabytes are kept in the cache. It is never installed, and the
 * kernel of this computer, which may be without USB, does not matter.
 */
import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { cacheFolder } from '../cache-folder.ts';
import { type DebianPackage, downloadPackage, packageBehind, updateLists } from '../debian.ts';
import { modulesToLoad } from './modules.ts';

/** The full kernel: the one for clouds lacks USB/IP. */
const KERNEL = 'linux-image-amd64';

const find = (): DebianPackage | undefined => packageBehind(KERNEL, 'linux-image-');

function folderName({ name, version }: DebianPackage): string {
  // With the layout of the folder: another one gets another name.
  return `guest-2-${name}-${version.replaceAll(/[^\w.+~-]/g, '_')}`;
}

/** What of the package is unpacked at all: the rest is hundreds of megabytes. */
const PARTS = [
  './boot/vmlinuz-*',
  ...['fs', 'net/9p', 'drivers/usb', 'drivers/virtio', 'drivers/block', 'crypto', 'lib', 'arch/x86/crypto'].map(
    (name) => `*/kernel/${name}/*`,
  ),
];

async function unpack(wanted: DebianPackage, folder: string): Promise<void> {
  const whole = join(folder, 'package');
  await mkdir(whole);
  downloadPackage(wanted, whole);
  const [archive = ''] = await readdir(whole);
  const command = 'dpkg-deb --fsys-tarfile "$0" | tar -x --wildcards "$@"';
  execFileSync('sh', ['-c', command, archive, ...PARTS], { cwd: whole });
  const modules = globSync(join(whole, '**/*.ko'));
  const order = await modulesToLoad(modules);
  for (const file of order) await copyFile(file, join(folder, basename(file)));
  await writeFile(join(folder, 'order'), order.map((file) => `${basename(file)}\n`).join(''));
  const [kernel = ''] = globSync(join(whole, 'boot/vmlinuz-*'));
  await copyFile(kernel, join(folder, 'vmlinuz'));
  await rm(whole, { recursive: true });
}

/**
 * Makes sure that the kernel is there: downloaded once for each of its versions (70 MB), a few megabytes of it kept.
 * Where Debian's lists cannot be had, one that is kept already will do.
 * @returns a folder with `vmlinuz`, the modules as `*.ko`, and in `order` the order in which they are loaded
 * @throws Error when it cannot be had
 */
export async function ensureGuestKernel(): Promise<string> {
  const cache = cacheFolder();
  await mkdir(cache, { recursive: true });
  const kept = (await readdir(cache)).filter((name) => name.startsWith('guest-2-')).toSorted();
  let wanted = find();
  if (!wanted && kept.length === 0) {
    updateLists();
    wanted = find();
  }
  const name = wanted ? folderName(wanted) : kept.at(-1);
  if (!name) throw new Error(`No list of packages has ${KERNEL}: is this Debian, and was "apt-get update" run?`);
  if (wanted && !kept.includes(name)) await fetchInto(join(cache, name), wanted, cache);
  return join(cache, name);
}

async function fetchInto(ready: string, wanted: DebianPackage, cache: string): Promise<void> {
  console.log(`Fetching ${wanted.name} for the virtual computer of the tests (once)...`);
  const folder = await mkdtemp(join(cache, 'unpacking-'));
  try {
    await unpack(wanted, folder);
    await chmod(folder, 0o755);
    await rename(folder, ready);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
