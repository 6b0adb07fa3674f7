/**
 * The guest's kernel: Debian's own, of which a few megabytes are kept in the cache. It is never installed, and the
 * kernel of this computer, which may be without USB, does not matter.
 */
import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { cacheFolder } from '../cache-folder.ts';
import { type DebianPackage, downloadPackage, packageBehind, updateLists } from '../debian.ts';
import { modulesToLoad } from './modules.ts';

/** The full kernel: the one for clouds lacks USB/IP. */
const KERNEL = 'linux-image-amd64';

const find = (): DebianPackage | undefined => packageBehind(KERNEL, 'linux-image-');

/** The layout of the folder is part of its name: another one gets another name. */
const LAYOUT = 'guest-3-';

function folderName({ name, version }: DebianPackage): string {
  return `${LAYOUT}${name}-${version.replaceAll(/[^\w.+~-]/g, '_')}`;
}

/** What of the package is unpacked at all: the rest is hundreds of megabytes. */
const PARTS = [
  './boot/vmlinuz-*',
  ...['fs', 'net/9p', 'drivers/usb', 'drivers/virtio', 'drivers/block', 'crypto', 'lib', 'arch/x86/crypto'].map(
    (name) => `*/kernel/${name}/*`,
  ),
];

/** Where the header of a kernel says how long the part before its code is, and where in that code the kernel lies. */
const SETUP_SECTORS = 0x1f1;
const PAYLOAD_OFFSET = 0x248;
const PAYLOAD_BYTES = 0x24c;
const SECTOR_BYTES = 512;
/** An uncompressed kernel has some 70 MB. */
const MOST_KERNEL_BYTES = 256 * 1024 * 1024;

/** The kernel without its compression: the guest would take seconds of processor time to unpack it at each boot. */
async function uncompressed(file: string): Promise<Buffer> {
  const image = await readFile(file);
  const begin = ((image[SETUP_SECTORS] || 4) + 1) * SECTOR_BYTES + image.readUInt32LE(PAYLOAD_OFFSET);
  const input = image.subarray(begin, begin + image.readUInt32LE(PAYLOAD_BYTES));
  return execFileSync('xz', ['-dc', '--single-stream'], { input, maxBuffer: MOST_KERNEL_BYTES });
}

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
  await writeFile(join(folder, 'vmlinux'), await uncompressed(kernel));
  await rm(whole, { recursive: true });
}

/** The folders of the kernels in the cache. */
async function cachedKernels(): Promise<string[]> {
  const cache = cacheFolder();
  await mkdir(cache, { recursive: true });
  const names = (await readdir(cache)).filter((name) => name.startsWith(LAYOUT));
  return names.toSorted().map((name) => join(cache, name));
}

/**
 * The kernel for a guest: one in the cache, without asking Debian's lists, which takes a second of processor time.
 * @throws Error when there is none and none can be had
 */
export async function guestKernel(): Promise<string> {
  return (await cachedKernels()).at(-1) ?? ensureGuestKernel();
}

/**
 * Makes sure that the kernel is there: downloaded once for each of its versions (70 MB), a few megabytes of it kept.
 * Where Debian's lists cannot be had, one in the cache will do.
 * @returns a folder with `vmlinux`, the modules as `*.ko`, and in `order` the order in which they are loaded
 * @throws Error when it cannot be had
 */
export async function ensureGuestKernel(): Promise<string> {
  const cached = await cachedKernels();
  let wanted = find();
  if (!wanted && cached.length === 0) {
    updateLists();
    wanted = find();
  }
  const folder = wanted ? join(cacheFolder(), folderName(wanted)) : cached.at(-1);
  if (!folder) throw new Error(`No list of packages has ${KERNEL}: is this Debian, and was "apt-get update" run?`);
  if (wanted && !cached.includes(folder)) await fetchInto(folder, wanted, cacheFolder());
  return folder;
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
