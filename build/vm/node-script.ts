import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { cacheFolder } from '../cache-folder.ts';
import { TYPESCRIPT_NODE_FLAGS } from '../node-flags.ts';
import { ROOT } from '../paths.ts';
import type { GuestOptions } from './boot.ts';

/** The port for answers, separate from the console with the messages of the kernel. */
export const RESULT_PORT = '/dev/ttyS1';

const STRIPPED = 'stripped.mjs';
const MOST_TEXT_BYTES = 16 * 1024 * 1024;

/** Makes the folders of a path accessible for every user. */
function openPath(path: string): string {
  const folders = path.split('/').map((_, index, all) => all.slice(0, index + 1).join('/'));
  return folders
    .slice(1)
    .map((folder) => `chmod a+x '${folder}'`)
    .join('\n');
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

export interface NodeScript {
  /** The file, as an absolute path. */
  file: string;
  args: readonly string[];
  /** Absolute paths of other files that it starts with its own flags (`process.execArgv`). */
  starts?: readonly string[];
  env?: Record<string, string>;
  /** Shell commands to run first. */
  before?: readonly string[];
}

/** A module that provides the files without types; imported before them. */
function stripped(files: readonly string[]): string {
  const flags = ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'strip.ts')];
  return execFileSync(process.execPath, [...flags, ...files], { encoding: 'utf8', maxBuffer: MOST_TEXT_BYTES });
}

/** The script and files with which a guest runs a TypeScript file, with the same Node as here. */
export function nodeScript({
  file,
  args,
  starts = [],
  env = {},
  before = [],
}: NodeScript): Required<Pick<GuestOptions, 'script' | 'files'>> {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${quoted(value)}`);
  const flags = [...TYPESCRIPT_NODE_FLAGS.map(quoted), `--import "$FILES/${STRIPPED}"`];
  const command = [...variables, quoted(process.execPath), ...flags, ...[file, ...args].map(quoted)].join(' ');
  const script = [
    openPath(ROOT),
    openPath(process.execPath),
    openPath(cacheFolder()),
    // The cache folder of root.
    `mkdir -p /var/cache/mensura && mount --bind '${cacheFolder()}' /var/cache/mensura`,
    `stty -F ${RESULT_PORT} raw -echo`,
    ...before,
    `cd '${ROOT}' && ${command} 2>&1`,
  ].join('\n');
  return { script, files: { [STRIPPED]: stripped([file, ...starts]) } };
}
