/** The guest's kernel: Debian's, of which a few megabytes stay in the cache. It is never installed on this computer. */
import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { chmod, copyFile, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { cacheFolder } from '../cache-folder.ts';
import { aptUpdate, type DebianPackage, downloadPackage, resolveMetaPackage } from '../debian.ts';

/** Statically linked: the guest has no shared libraries at boot. */
export const BUSYBOX = '/bin/busybox';

/** Mount points of init.sh. */
const FOLDERS = ['bin', 'dev', 'proc', 'sys', 'mnt/host', 'mnt/root', 'mnt/rw'];

/**
 * Creates the guest's first file system: BusyBox, kernel modules and init.sh.
 * @param kernel the folder with the modules
 * @param folder for the archive and temporary files
 * @returns the path of the archive
 */
export async function makeInitrd(kernel: string, folder: string): Promise<string> {
  const tree = join(folder, 'tree');
  for (const name of FOLDERS) await mkdir(join(tree, name), { recursive: true });
  await copyFile(BUSYBOX, join(tree, 'bin/busybox'));
  await cp(kernel, join(tree, 'modules'), { recursive: true, filter: (path) => !path.endsWith('vmlinux') });
  await copyFile(join(import.meta.dirname, 'init.sh'), join(tree, 'init'));
  await chmod(join(tree, 'init'), 0o755);
  const archive = join(folder, 'initrd');
  execFileSync('sh', ['-c', 'find . | cpio --quiet -o -H newc >"$0"', archive], { cwd: tree });
  return archive;
}

/** Shared disk of the host (9p over virtio), writable overlay, virtual USB controller, CDC-ACM, own disk with ext4. */
const WANTED = 'virtio_pci 9pnet_virtio 9p overlay vhci-hcd cdc-acm virtio_blk crc32c_generic ext4'.split(' ');

/** File names use "-"; dependencies use "_" or "-". */
function plain(name: string): string {
  return name.replaceAll('-', '_');
}

/**
 * The modules for the guest, each after its dependencies.
 * @param files every module of the kernel package; others are built into the kernel
 * @returns their files in load order
 * @throws Error if the package is not the standard kernel
 */
async function modulesToLoad(files: readonly string[]): Promise<string[]> {
  const byName = new Map(files.map((file) => [plain(basename(file, '.ko')), file]));
  const order = new Set<string>();
  const add = async (name: string): Promise<void> => {
    const file = byName.get(plain(name));
    if (!file || order.has(file)) return;
    const depends = /\0depends=([^\0]*)\0/.exec(await readFile(file, 'latin1'))?.[1] ?? '';
    for (const other of depends.split(',').filter(Boolean)) await add(other);
    order.add(file);
  };
  for (const name of WANTED) await add(name);
  if (![...order].some((file) => plain(basename(file)) === 'vhci_hcd.ko')) {
    throw new Error('The kernel package lacks the module vhci-hcd; the standard Debian 12 kernel is required.');
  }
  return [...order];
}

/** Not the kernel for clouds, which lacks USB/IP. */
const KERNEL = 'linux-image-amd64';

const find = (): DebianPackage | undefined => resolveMetaPackage(KERNEL, 'linux-image-');

/** Increment the number when the content of the folder changes. */
const LAYOUT = 'guest-3-';

function folderName({ name, version }: DebianPackage): string {
  return `${LAYOUT}${name}-${version.replaceAll(/[^\w.+~-]/g, '_')}`;
}

/** Unpacked files; the rest of the package has hundreds of megabytes. */
const UNPACKED_PATTERNS = [
  './boot/vmlinuz-*',
  ...['fs', 'net/9p', 'drivers/usb', 'drivers/virtio', 'drivers/block', 'crypto', 'lib', 'arch/x86/crypto'].map(
    (name) => `*/kernel/${name}/*`,
  ),
];

/** Fields of the kernel's header: size of the part before the code, and position of the kernel in the code. */
const SETUP_SECTORS = 0x1f1;
const PAYLOAD_OFFSET = 0x248;
const PAYLOAD_BYTES = 0x24c;
const SECTOR_BYTES = 512;
/** An uncompressed kernel has about 70 MB. */
const MOST_KERNEL_BYTES = 256 * 1024 * 1024;

/** Decompressed here, since the guest would take seconds for it at each boot. */
async function uncompressed(file: string): Promise<Buffer> {
  const image = await readFile(file);
  const start = ((image[SETUP_SECTORS] || 4) + 1) * SECTOR_BYTES + image.readUInt32LE(PAYLOAD_OFFSET);
  const input = image.subarray(start, start + image.readUInt32LE(PAYLOAD_BYTES));
  return execFileSync('xz', ['-dc', '--single-stream'], { input, maxBuffer: MOST_KERNEL_BYTES });
}

async function unpack(wanted: DebianPackage, folder: string): Promise<void> {
  const whole = join(folder, 'package');
  await mkdir(whole);
  downloadPackage(wanted, whole);
  const [archive = ''] = await readdir(whole);
  const command = 'dpkg-deb --fsys-tarfile "$0" | tar -x --wildcards "$@"';
  execFileSync('sh', ['-c', command, archive, ...UNPACKED_PATTERNS], { cwd: whole });
  const modules = globSync(join(whole, '**/*.ko'));
  const order = await modulesToLoad(modules);
  for (const file of order) await copyFile(file, join(folder, basename(file)));
  await writeFile(join(folder, 'order'), order.map((file) => `${basename(file)}\n`).join(''));
  const [kernel = ''] = globSync(join(whole, 'boot/vmlinuz-*'));
  await writeFile(join(folder, 'vmlinux'), await uncompressed(kernel));
  await rm(whole, { recursive: true });
}

async function cachedKernels(): Promise<string[]> {
  const cache = cacheFolder();
  await mkdir(cache, { recursive: true });
  const names = (await readdir(cache)).filter((name) => name.startsWith(LAYOUT));
  return names.toSorted().map((name) => join(cache, name));
}

/**
 * A kernel from the cache, without reading Debian's package lists, which takes a second of processor time.
 * @throws Error if the cache has none and none can be downloaded
 */
export async function guestKernel(): Promise<string> {
  return (await cachedKernels()).at(-1) ?? ensureGuestKernel();
}

/**
 * Downloads the kernel (70 MB) once for each version. Without Debian's package lists it uses one from the cache.
 * @returns a folder with `vmlinux`, the modules as `*.ko`, and their load order in `order`
 * @throws Error if it is not available
 */
export async function ensureGuestKernel(): Promise<string> {
  const cached = await cachedKernels();
  let wanted = find();
  if (!wanted && cached.length === 0) {
    aptUpdate();
    wanted = find();
  }
  const folder = wanted ? join(cacheFolder(), folderName(wanted)) : cached.at(-1);
  if (!folder) throw new Error(`Package ${KERNEL} not found. On Debian, run "apt-get update".`);
  if (wanted && !cached.includes(folder)) await fetchInto(folder, wanted, cacheFolder());
  return folder;
}

async function fetchInto(ready: string, wanted: DebianPackage, cache: string): Promise<void> {
  console.log(`Downloading ${wanted.name} for the test virtual machine (first run only)...`);
  const folder = await mkdtemp(join(cache, 'unpacking-'));
  try {
    await unpack(wanted, folder);
    await chmod(folder, 0o755);
    await rename(folder, ready);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
