import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes write permission of group and others below a folder, whatever the umask of the builder is. */
export async function removeGroupAndOtherWrite(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const { mode } = await stat(path);
    if ((mode & 0o022) !== 0) await chmod(path, mode & 0o7755);
  }
}
