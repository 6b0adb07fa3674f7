import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

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
    throw new Error('The kernel package lacks the module vhci-hcd; the standard Debian 12 kernel is required.');
  }
  return [...order];
}
