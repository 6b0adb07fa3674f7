/** What a guest runs: one of this project's TypeScript files. */
import { cacheFolder } from '../cache-folder.ts';
import { FROM_TYPESCRIPT } from '../node-flags.ts';
import { ROOT } from '../paths.ts';

/** What the guest writes its answers to; its console is another port, where the kernel may speak at any moment. */
export const ANSWER_PORT = '/dev/ttyS1';

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
  env?: Record<string, string>;
  /** Lines of shell that come before. */
  before?: readonly string[];
}

/** The lines of shell that run a file in the guest, with the same Node as here. */
export function nodeScript({ file, args, env = {}, before = [] }: NodeScript): string {
  const words = Object.entries(env).map(([name, value]) => `${name}=${quoted(value)}`);
  const command = [...words, ...[process.execPath, ...FROM_TYPESCRIPT, file, ...args].map(quoted)].join(' ');
  return [
    openPath(ROOT),
    openPath(process.execPath),
    openPath(cacheFolder()),
    // Where root looks for what was fetched once, whoever fetched it.
    `mkdir -p /var/cache/mensura && mount --bind '${cacheFolder()}' /var/cache/mensura`,
    `stty -F ${ANSWER_PORT} raw -echo`,
    ...before,
    `cd '${ROOT}' && ${command} 2>&1`,
  ].join('\n');
}
