/** The kernel modules that the guest loads, found by what each says that it depends on. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

/**
 * Disk shared by the host (9p over virtio), an overlay that can be written, USB over a virtual controller, CDC-ACM, a
 * disk of its own with ext4.
 */
const WANTED = 'virtio_pci 9pnet_virtio 9p overlay vhci-hcd cdc-acm virtio_blk crc32c_generic ext4'.split(' ');

/** Module names are written with "-" in files and with "_" or "-" in what depends on them. */
function plain(name: string): string {
  return name.replaceAll('-', '_');
}

/**
 * The modules that the guest needs, each after those that it depends on.
 * @param files every module of the kernel package; what is not among them is part of the kernel itself
 * @returns their files, in the order in which they are loaded
 * @throws Error when none of what is wanted is there: the package is another one
 */
export async function modulesToLoad(files: readonly string[]): Promise<string[]> {
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
    throw new Error('The kernel package has no module vhci-hcd: it is not the full kernel of Debian 12.');
  }
  return [...order];
}
