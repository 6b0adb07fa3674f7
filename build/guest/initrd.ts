/** The guest's first file system: BusyBox, the kernel's modules, and the script that begins. */
import { execFileSync } from 'node:child_process';
import { chmod, copyFile, cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';

/** BusyBox without shared libraries: there are none yet when it runs. */
export const BUSYBOX = '/bin/busybox';

/** Folders that the first script mounts on. */
const FOLDERS = ['bin', 'dev', 'proc', 'sys', 'mnt/host', 'mnt/root', 'mnt/rw'];

/**
 * Makes the archive.
 * @param kernel the folder with the modules
 * @param folder where it may write
 * @returns the archive's path
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
