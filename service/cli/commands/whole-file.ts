/** Files that are there whole or not at all. */
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorText } from '../../support/errors.ts';
import { CliError, EXIT } from '../failure.ts';

/** What a file is called while it is being written. */
const PARTIAL = '.part';

export interface SaveOptions {
  /** Whether a file that is there may be replaced. */
  force?: boolean;
  /** Permissions of the file, less what the user's mask takes away. Default 0o666. */
  mode?: number;
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** A name for a file alone: no folder, no flag, nothing hidden, none of Windows' devices, no dot or blank at its end. */
const BARE_NAME = /^(?!(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$))\w[\w .~-]{0,198}[\w~-]$/i;

/**
 * The file that is meant: in a folder it has the name that the service proposes.
 * @param ours the name where the service proposes none, or one that could be more than a name
 */
export async function outputPath(given: string, proposed: string, ours: string): Promise<string> {
  if (!(await isFolder(given))) return given;
  return join(given, BARE_NAME.test(proposed) ? proposed : ours);
}

/** A device or a pipe is never replaced, also not by those who may. */
async function refuseToReplace(path: string, force: boolean): Promise<void> {
  const there = await stat(path).catch(() => undefined);
  if (!there || (force && there.isFile())) return;
  if (there.isFile()) throw new CliError(EXIT.file, `${path} is there already; name another file, or give --force`);
  throw new CliError(EXIT.file, `${path} is no file that can be replaced; name another, or - for standard output`);
}

function cannotWrite(path: string, error: unknown): CliError {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EEXIST') {
    const words = `${path} is there: another export writes it, or one was broken off; remove it, or give --force`;
    return new CliError(EXIT.file, words, { cause: error });
  }
  return new CliError(EXIT.file, `${path} cannot be written: ${errorText(error)}`, { cause: error });
}

/** Pieces of a file; what goes wrong with them is theirs, what goes wrong with the file is ours. */
async function writeAll(
  path: string,
  pieces: AsyncIterable<Uint8Array>,
  { force = false, mode = 0o666 }: SaveOptions,
): Promise<void> {
  const make = async (): Promise<FileHandle> => {
    // What is in its place may be a link, or a FIFO at which opening waits for ever.
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
 * Writes a file under another name, and gives it its own once it is whole; where it fails nothing is left.
 * @throws CliError `file` where it is there already, or cannot be written; what the pieces throw
 */
export async function saveWhole(path: string, pieces: AsyncIterable<Uint8Array>, options: SaveOptions): Promise<void> {
  const { force = false } = options;
  await refuseToReplace(path, force);
  const partial = path + PARTIAL;
  await writeAll(partial, pieces, options);
  try {
    // Somebody may have been quicker.
    await refuseToReplace(path, force);
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error instanceof CliError ? error : cannotWrite(path, error);
  }
}
