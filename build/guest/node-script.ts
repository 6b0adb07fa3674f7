/** What a guest runs: one of this project's TypeScript files. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { cacheFolder } from '../cache-folder.ts';
import { FROM_TYPESCRIPT } from '../node-flags.ts';
import { ROOT } from '../paths.ts';
import type { GuestOptions } from './boot.ts';

/** What the guest writes its answers to; its console is another port, where the kernel may speak at any moment. */
export const ANSWER_PORT = '/dev/ttyS1';

const STRIPPED = 'stripped.mjs';
const MOST_TEXT_BYTES = 16 * 1024 * 1024;

/** Everything on the way to a file must be open to whatever user the file's program runs as. */
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
  /** Further files that it starts with its own flags (`process.execArgv`), as absolute paths. */
  starts?: readonly string[];
  env?: Record<string, string>;
  /** Lines of shell that come before. */
  before?: readonly string[];
}

/** What of a file is left for the guest to load, without types: a module to be imported before it. */
function stripped(files: readonly string[]): string {
  const flags = ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'strip.ts')];
  return execFileSync(process.execPath, [...flags, ...files], { encoding: 'utf8', maxBuffer: MOST_TEXT_BYTES });
}

/** What a guest needs to run a file, with the same Node as here. */
export function nodeScript({
  file,
  args,
  starts = [],
  env = {},
  before = [],
}: NodeScript): Required<Pick<GuestOptions, 'script' | 'files'>> {
  const words = Object.entries(env).map(([name, value]) => `${name}=${quoted(value)}`);
  const flags = [...FROM_TYPESCRIPT.map(quoted), `--import "$FILES/${STRIPPED}"`];
  const command = [...words, quoted(process.execPath), ...flags, ...[file, ...args].map(quoted)].join(' ');
  const script = [
    openPath(ROOT),
    openPath(process.execPath),
    openPath(cacheFolder()),
    // Where root looks for what was fetched once, whoever fetched it.
    `mkdir -p /var/cache/mensura && mount --bind '${cacheFolder()}' /var/cache/mensura`,
    `stty -F ${ANSWER_PORT} raw -echo`,
    ...before,
    `cd '${ROOT}' && ${command} 2>&1`,
  ].join('\n');
  return { script, files: { [STRIPPED]: stripped([file, ...starts]) } };
}
