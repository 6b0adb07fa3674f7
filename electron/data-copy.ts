/** Copies a data folder whose service has stopped, so that every file in it is whole. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat, statfs, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { syncFolder } from '../service/support/atomic-file.ts';
import { unfinishedPath } from './data-target.ts';

/** What belongs to a run or to the place, not to the data. */
const LEFT: ReadonlySet<string> = new Set(['lock', 'lock-journal', 'instance.json', 'location.json']);

/** The folders of the browser engine in the data folder. */
const ENGINE_FOLDERS: ReadonlySet<string> = new Set(['electron', 'electron-headless']);

/**
 * What of them is the user's: the window's place, the page's own memory (theme, sizes of panes), and the key by which
 * Windows seals passwords. The rest is cache. The engine may be writing these: sizes that change are no failure.
 */
const KEPT_OF_ENGINE: readonly string[] = ['window.json', 'Local State', 'Local Storage'];

/** Room that shall be left on the target's disk, in bytes. */
const SPARE_BYTES = 50 * 1024 * 1024;

export interface FileToCopy {
  /** Relative to the data folder. */
  path: string;
  bytes: number;
  /** False for the browser engine's. */
  isChecked: boolean;
}

export interface CopyOptions {
  from: string;
  to: string;
  signal: AbortSignal;
  /** Told of what is done and what there is, in bytes. */
  onProgress(done: number, total: number): void;
}

/** The files to be copied. A link is followed, so that the copy is whole by itself: what it leads to is copied. */
export async function listData(folder: string): Promise<FileToCopy[]> {
  const files: FileToCopy[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (LEFT.has(entry.name) || entry.name.endsWith('.tmp')) continue;
    if (!ENGINE_FOLDERS.has(entry.name)) await gather(folder, entry.name, true, files);
    else for (const name of KEPT_OF_ENGINE) await gather(folder, join(entry.name, name), false, files);
  }
  return files;
}

async function gather(folder: string, path: string, isChecked: boolean, files: FileToCopy[]): Promise<void> {
  const facts = await stat(join(folder, path)).catch((error: NodeJS.ErrnoException) => {
    // The engine's own come and go.
    if (!isChecked && error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (facts?.isFile()) files.push({ path, bytes: facts.size, isChecked });
  if (!facts?.isDirectory()) return;
  for (const name of await readdir(join(folder, path))) await gather(folder, join(path, name), isChecked, files);
}

/**
 * Copies the data into an empty folder, and compares the sizes. What was begun is taken away again when it fails or is
 * cancelled; should even that be cut short, a file there says that the copy is unfinished.
 * @throws Error in words, where there is no room or a file came out shorter; what the file system says; `AbortError`
 */
export async function copyData({ from, to, signal, onProgress }: CopyOptions): Promise<void> {
  const files = await listData(from);
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  await requireRoom(to, total);
  const present = new Set(await readdir(to));
  const mark = unfinishedPath(to);
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

async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= bytes + SPARE_BYTES) return;
  const size = (count: number): string => `${Math.ceil(count / 2 ** 20).toLocaleString()} MiB`;
  throw new Error(`The data needs ${size(bytes)}, but ${folder} has only ${size(bavail * bsize)} free.`);
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
  if (isChecked && size !== bytes) throw new Error(`The copy of ${path} is incomplete: ${size} of ${bytes} bytes.`);
}
