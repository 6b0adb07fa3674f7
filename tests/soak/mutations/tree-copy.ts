/** A copy of the source tree in which a file can be broken without harm to the tree itself. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../../build/paths.ts';
import type { AtEnd } from '../../support/ends.ts';
import { applied, type Mutation } from './mutation.ts';

/** What a program that runs in the copy ended with. */
export interface Ended {
  /** Undefined when it was ended by a signal, also by the limit. */
  code: number | undefined;
  /** The end of what it printed. */
  output: string;
}

/** How much of what a program printed is remembered, in characters. */
const OUTPUT_LENGTH = 4000;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export class TreeCopy {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Copies what git tracks or would track, as it is now, and links `node_modules`. Ctrl+C removes the copy, too. */
  static async make(atEnd: AtEnd): Promise<TreeCopy> {
    const folder = await mkdtemp(join(tmpdir(), 'mensura-mutations-'));
    const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    const interrupted = (): never => process.exit(130);
    process.once('exit', remove);
    for (const signal of SIGNALS) process.once(signal, interrupted);
    atEnd(() => {
      for (const signal of SIGNALS) process.off(signal, interrupted);
      process.off('exit', remove);
      return rm(folder, { recursive: true, force: true, maxRetries: 5 });
    });
    // Browsers and the desktop app run as a user without rights.
    await chmod(folder, 0o755);
    const [present, deleted] = await Promise.all([
      listed('--cached', '--others', '--exclude-standard'),
      listed('--deleted'),
    ]);
    const gone = new Set(deleted);
    for (const file of present.filter((name) => !gone.has(name))) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await copyFile(join(ROOT, file), join(folder, file));
    }
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
    return new TreeCopy(folder);
  }

  /**
   * Runs something while a file of the copy is broken, and restores that file.
   * @throws Error when the text to be replaced is not there exactly once
   */
  async whileBroken<Answer>({ file, find, replace }: Mutation, run: () => Promise<Answer>): Promise<Answer> {
    const path = join(this.folder, file);
    const text = await readFile(path, 'utf8');
    await writeFile(path, applied({ file, find, replace }, text));
    try {
      return await run();
    } finally {
      await writeFile(path, text);
    }
  }

  /** Runs a script of the copy; it and what it started are killed at the limit, and when this process ends. */
  async run(script: string, args: readonly string[], limitMs: number): Promise<Ended> {
    const child = spawn(process.execPath, [join(this.folder, script), ...args], {
      cwd: this.folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own: workers and services of a test run that hangs end with it.
      detached: true,
    });
    const kill = (): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        child.kill('SIGKILL');
      }
    };
    // Before the copy is removed.
    process.prependOnceListener('exit', kill);
    const timer = setTimeout(kill, limitMs);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output = `${output}${text}`.slice(-OUTPUT_LENGTH);
      });
    }
    try {
      const [code] = (await once(child, 'exit')) as [number | null];
      return { code: code ?? undefined, output };
    } finally {
      clearTimeout(timer);
      process.off('exit', kill);
    }
  }
}

/** Files of the tree, as git lists them. */
async function listed(...which: readonly string[]): Promise<string[]> {
  const { stdout } = await promisify(execFile)('git', ['ls-files', '-z', ...which], {
    cwd: ROOT,
    maxBuffer: 2 ** 24,
  });
  return stdout.split('\0').filter((name) => name !== '');
}
