/** Stands between the program and its files: a test sees every step that changes the disk, and can have it fail. */
import type * as FileSystem from 'node:fs/promises';

export const disk: {
  /** Called before each step; what it throws is what the step fails with. */
  step: ((what: string) => void) | undefined;
} = { step: undefined };

type Open = typeof FileSystem.open;

/** The file system with every change of the disk announced; reading is not. */
export function watched(fs: typeof FileSystem): typeof FileSystem {
  const announce = (what: string): void => disk.step?.(what);
  const open = async (...args: Parameters<Open>): Promise<unknown> => {
    const [path, flags] = args;
    const isFolder = flags === 'r';
    announce(`open ${isFolder ? 'folder' : 'file'}`);
    const file = await fs.open(path, flags, args[2]);
    return {
      writeFile: async (text: string) => {
        // Half of it first: a crash can come between.
        await file.write(text.slice(0, text.length / 2));
        announce('write');
        await file.write(text.slice(text.length / 2));
      },
      sync: async () => {
        announce(isFolder ? 'sync folder' : 'sync file');
        await file.sync();
      },
      close: () => file.close(),
    };
  };
  const rename: typeof FileSystem.rename = async (from, to) => {
    announce('rename');
    await fs.rename(from, to);
  };
  const rm: typeof FileSystem.rm = async (path, options) => {
    announce('rm');
    await fs.rm(path, options);
  };
  return { ...fs, open: open as unknown as Open, rename, rm };
}
