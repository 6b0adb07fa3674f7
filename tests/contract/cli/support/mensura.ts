/** The built command line as a program of its own: what it prints where, and how it ends. */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { DIST } from '../../../../build/paths.ts';
import { atEnd } from '../../../support/at-end.ts';
import { type Heard, hear } from '../../../support/hear.ts';
import { freshFolder } from '../../../support/process.ts';

/** The program as the build makes it. */
export const PROGRAM = join(DIST, 'cli/mensura.mjs');

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

export interface CallOptions {
  env?: Record<string, string>;
  cwd?: string;
  /** What it finds on standard input, which is then closed. */
  input?: string;
  /** Leaves standard input open, to be written to. */
  keepInput?: boolean;
}

/** What Node looks at to decide whether a terminal shows colours; that it runs in CI is a reason for none. */
const COLOUR: ReadonlySet<string> = new Set([
  'CI',
  'COLORTERM',
  'FORCE_COLOR',
  'NODE_DISABLE_COLORS',
  'NO_COLOR',
  'TERM',
]);

/** The environment without what would steer the program, and with a `mensura` in the PATH. */
function environment(env: Record<string, string>, programs: string): Record<string, string | undefined> {
  const clean = Object.entries(process.env).filter(([name]) => !name.startsWith('MENSURA_') && !COLOUR.has(name));
  const path = `${programs}${delimiter}${process.env['PATH'] ?? ''}`;
  // A home of its own: no Mensura of whoever runs the tests is found.
  return {
    ...Object.fromEntries(clean),
    HOME: programs,
    XDG_CONFIG_HOME: programs,
    PATH: path,
    TERM: 'xterm-256color',
    ...env,
  };
}

let binFolder: string | undefined;

/** A folder with `mensura` in it, as a package puts it into the PATH. */
export function bin(): string {
  if (binFolder !== undefined) return binFolder;
  binFolder = join(freshFolder(), 'bin');
  // The folder goes with the file that asked first; the next file shares this module.
  atEnd(() => {
    binFolder = undefined;
  });
  mkdirSync(binFolder);
  writeFileSync(join(binFolder, 'mensura'), `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`, {
    mode: 0o755,
  });
  return binFolder;
}

function launchProgram(
  command: string,
  args: readonly string[],
  { env = {}, cwd, input = '', keepInput = false }: CallOptions,
): Heard {
  const child = spawn(command, args, { env: environment(env, bin()), ...(cwd !== undefined && { cwd }) });
  if (!keepInput) child.stdin.end(input);
  const heard = hear(child);
  atEnd(async () => {
    child.kill('SIGKILL');
    await heard.exit;
  });
  return heard;
}

/** Starts it, to be listened to while it runs. */
export function begin(args: readonly string[], options: CallOptions = {}): Heard {
  return launchProgram(process.execPath, [PROGRAM, ...args], options);
}

async function ended(heard: Heard): Promise<Ended> {
  const code = await heard.exit;
  return { code, out: heard.out(), err: heard.err() };
}

/** Runs it to its end. */
export function mensura(args: readonly string[], options: CallOptions = {}): Promise<Ended> {
  return ended(begin(args, options));
}

/** Runs a line of a shell to its end, in which `mensura` is this program. A part that fails fails the line. */
export function shell(line: string, options: CallOptions = {}): Promise<Ended> {
  return ended(beginShell(line, options));
}

/** Starts a line of a shell. */
export function beginShell(line: string, options: CallOptions = {}): Heard {
  return launchProgram('bash', ['--norc', '-o', 'pipefail', '-c', line], options);
}
