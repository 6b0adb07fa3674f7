import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat, statfs, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { formatCount } from '../renderer/data/format/numbers.ts';
import { syncFolder } from '../service/support/atomic-file.ts';
import { copyMarkerPath } from './data-folder-candidate.ts';

/** Not copied: they belong to a run or to the folder. */
const LEFT: ReadonlySet<string> = new Set(['lock', 'lock-journal', 'instance.json', 'location.json']);

/** Chromium's folders. */
const ENGINE_FOLDERS: ReadonlySet<string> = new Set(['electron', 'electron-headless']);

/**
 * The files in them that are not cache: window position, local storage (theme, pane sizes), and the encryption key of
 * passwords on Windows. Chromium may be writing them, so their sizes are not checked.
 */
const COPIED_ENGINE_FILES: readonly string[] = ['window.json', 'Local State', 'Local Storage'];

/** Free space to leave on the target's disk, in bytes. */
const SPARE_BYTES = 50 * 1024 * 1024;

export interface FileToCopy {
  /** Relative to the data folder. */
  path: string;
  bytes: number;
  /** Whether the size of the copy is checked. */
  isChecked: boolean;
}

export interface CopyOptions {
  from: string;
  to: string;
  signal: AbortSignal;
  /** Copied and total bytes. */
  onProgress(done: number, total: number): void;
}

/** The files to copy. Links are followed, so that the copy is complete by itself. */
export async function listData(folder: string): Promise<FileToCopy[]> {
  const files: FileToCopy[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (LEFT.has(entry.name) || entry.name.endsWith('.tmp')) continue;
    if (!ENGINE_FOLDERS.has(entry.name)) await gather(folder, entry.name, true, files);
    else for (const name of COPIED_ENGINE_FILES) await gather(folder, join(entry.name, name), false, files);
  }
  return files;
}

async function gather(folder: string, path: string, isChecked: boolean, files: FileToCopy[]): Promise<void> {
  const facts = await stat(join(folder, path)).catch((error: NodeJS.ErrnoException) => {
    // Chromium deletes its files at any time.
    if (!isChecked && error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (facts?.isFile()) files.push({ path, bytes: facts.size, isChecked });
  if (!facts?.isDirectory()) return;
  for (const name of await readdir(join(folder, path))) await gather(folder, join(path, name), isChecked, files);
}

/**
 * Copies the data of a stopped service into an empty folder and compares sizes. Deletes the copy after an error or a
 * cancel; after a crash, `COPY_MARKER_FILE` marks it as incomplete.
 * @throws Error without enough space or for an incomplete file; errors of the file system; `AbortError`
 */
export async function copyData({ from, to, signal, onProgress }: CopyOptions): Promise<void> {
  const files = await listData(from);
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  await requireFreeSpace(to, total);
  const present = new Set(await readdir(to));
  const mark = copyMarkerPath(to);
  await writeFile(mark, 'Mensura was interrupted while copying its data to this folder.\n');
  try {
    let done = 0;
    for (const file of files) {
      await copyFile(file, { from, to, signal, onBytes: (bytes) => onProgress((done += bytes), total) });
    }
    signal.throwIfAborted();
    await syncFolder(to);
    await rm(mark);
  } catch (error) {
    for (const name of await readdir(to)) {
      if (!present.has(name) && join(to, name) !== mark) await rm(join(to, name), { recursive: true, force: true });
    }
    await rm(mark, { force: true });
    throw error;
  }
}

async function requireFreeSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= bytes + SPARE_BYTES) return;
  const size = (count: number): string => `${formatCount(Math.ceil(count / 2 ** 20))} MiB`;
  throw new Error(
    `The data needs ${size(bytes)}, but ${folder} has only ${size(bavail * bsize)} free. Free up disk space, or choose another folder.`,
  );
}

async function copyFile(
  { path, bytes, isChecked }: FileToCopy,
  { from, to, signal, onBytes }: Pick<CopyOptions, 'from' | 'to' | 'signal'> & { onBytes(bytes: number): void },
): Promise<void> {
  const [source, target] = [join(from, path), join(to, path)];
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const reading = createReadStream(source);
  reading.on('data', (chunk) => onBytes(chunk.length));
  await pipeline(reading, createWriteStream(target, { mode: 0o600, flush: true }), { signal });
  const { atime, mtime } = await stat(source);
  await utimes(target, atime, mtime);
  const { size } = await stat(target);
  if (isChecked && size !== bytes) {
    throw new Error(
      `The copy of ${path} is incomplete: ${size} of ${bytes} bytes. Check the disk that holds the new folder, then try again.`,
    );
  }
}
