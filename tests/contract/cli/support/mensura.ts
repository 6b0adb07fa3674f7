import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { DIST } from '../../../../build/paths.ts';
import { atEnd } from '../../../support/at-end.ts';
import { type Heard, hear } from '../../../support/hear.ts';
import { freshFolder } from '../../../support/process.ts';

/** The built program. */
export const PROGRAM = join(DIST, 'cli/mensura.mjs');

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

export interface CallOptions {
  env?: Record<string, string>;
  cwd?: string;
  /** Written to standard input, which is then closed. */
  input?: string;
  /** Leaves standard input open. */
  keepInput?: boolean;
}

/** Variables that affect Node's detection of colors. */
const COLOUR: ReadonlySet<string> = new Set([
  'CI',
  'COLORTERM',
  'FORCE_COLOR',
  'NODE_DISABLE_COLORS',
  'NO_COLOR',
  'TERM',
]);

/** The environment without Mensura's variables, and with `mensura` in the PATH. */
function environment(env: Record<string, string>, programs: string): Record<string, string | undefined> {
  const clean = Object.entries(process.env).filter(([name]) => !name.startsWith('MENSURA_') && !COLOUR.has(name));
  const path = `${programs}${delimiter}${process.env['PATH'] ?? ''}`;
  // Hides a running Mensura of the user.
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

/** A folder for the PATH with `mensura`, as in a package. */
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

/** Starts `mensura`. */
export function begin(args: readonly string[], options: CallOptions = {}): Heard {
  return launchProgram(process.execPath, [PROGRAM, ...args], options);
}

async function ended(heard: Heard): Promise<Ended> {
  const code = await heard.exit;
  return { code, out: heard.out(), err: heard.err() };
}

/** Runs `mensura` until it exits. */
export function mensura(args: readonly string[], options: CallOptions = {}): Promise<Ended> {
  return ended(begin(args, options));
}

/** Runs a shell line with `mensura` until it exits, with `pipefail`. */
export function shell(line: string, options: CallOptions = {}): Promise<Ended> {
  return ended(beginShell(line, options));
}

/** Starts a shell line. */
export function beginShell(line: string, options: CallOptions = {}): Heard {
  return launchProgram('bash', ['--norc', '-o', 'pipefail', '-c', line], options);
}
