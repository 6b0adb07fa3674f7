import { type FileHandle, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorText } from '../../support/errors.ts';
import { CliError, EXIT } from '../failure.ts';

/** Reads a file that the user named. @throws CliError `file` */
export async function readInputBytes(path: string): Promise<Buffer> {
  return readFile(path).catch((error: unknown) => {
    throw new CliError(EXIT.file, `cannot read ${path}: ${errorText(error)}`, { cause: error });
  });
}

/** Reads a file of UTF-8 that the user named. @throws CliError `file` */
export async function readInputFile(path: string): Promise<string> {
  return (await readInputBytes(path)).toString();
}

/** Suffix of the file while it is written. */
const PARTIAL = '.part';

export interface SaveOptions {
  /** Overwrites an existing file. */
  force?: boolean;
  /** Permissions of the file, before the user's umask. Default 0o666. */
  mode?: number;
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** A plain file name: no path, flag, hidden file or device of Windows, and no dot or space at its end. */
const BARE_NAME = /^(?!(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$))\w[\w .~-]{0,198}[\w~-]$/i;

/**
 * The file to write: in a folder it gets the name that the service proposes.
 * @param ours the name if the service proposes none or an unsafe one
 */
export async function outputPath(given: string, proposed: string, ours: string): Promise<string> {
  if (!(await isFolder(given))) return given;
  return join(given, BARE_NAME.test(proposed) ? proposed : ours);
}

/** Devices and pipes are never replaced, not even with `--force`. */
async function refuseToReplace(path: string, force: boolean): Promise<void> {
  const there = await stat(path).catch(() => undefined);
  if (!there || (force && there.isFile())) return;
  if (there.isFile())
    throw new CliError(EXIT.file, `${path} already exists; choose another file, or use --force to overwrite it`);
  throw new CliError(EXIT.file, `${path} is not a regular file; choose another file, or - for standard output`);
}

function cannotWrite(path: string, error: unknown): CliError {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EEXIST') {
    const text = `${path} exists: another command is writing it or was interrupted; if none is running, delete this file or use --force`;
    return new CliError(EXIT.file, text, { cause: error });
  }
  return new CliError(EXIT.file, `cannot write ${path}: ${errorText(error)}`, { cause: error });
}

/** @throws CliError for errors of the file; errors of the pieces pass through */
async function writeAll(
  path: string,
  pieces: AsyncIterable<Uint8Array>,
  { force = false, mode = 0o666 }: SaveOptions,
): Promise<void> {
  const make = async (): Promise<FileHandle> => {
    // It may be a link, or a FIFO, where opening would block.
    if (force) await rm(path, { force: true });
    return open(path, 'wx', mode);
  };
  const file = await make().catch((error: unknown) => {
    throw cannotWrite(path, error);
  });
  try {
    for await (const piece of pieces) {
      await file.writeFile(piece).catch((error: unknown) => {
        throw cannotWrite(path, error);
      });
    }
    await file.sync();
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
  await file.close();
}

/**
 * Writes a file under another name, then renames it; after an error nothing is left.
 * @throws CliError `file` if it exists or cannot be written; the errors of the pieces
 */
export async function writeOutputFile(
  path: string,
  pieces: AsyncIterable<Uint8Array>,
  options: SaveOptions,
): Promise<void> {
  const { force = false } = options;
  await refuseToReplace(path, force);
  const partial = path + PARTIAL;
  await writeAll(partial, pieces, options);
  try {
    await refuseToReplace(path, force);
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error instanceof CliError ? error : cannotWrite(path, error);
  }
}
