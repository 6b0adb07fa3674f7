import { execFileSync } from 'node:child_process';
import { chmod, copyFile, cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';

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
