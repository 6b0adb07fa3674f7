/** The set-up of a fleet, docs/examples/fleet, by the programs that it is written for. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from '../../../build/paths.ts';
import { ensureUnpacked, UNPACKED_PROGRAMS, type UnpackedPackage } from '../../../build/unpacked-programs.ts';
import { atEnd } from '../../support/at-end.ts';
import { endsWithUs } from '../../support/ends-with-us.ts';
import { until } from '../../support/until.ts';

export const SETUP = join(ROOT, 'docs/examples/fleet');

export function readSetup(file: string): string {
  return readFileSync(join(SETUP, file), 'utf8');
}

/** Replaces each text, wherever it is. @throws Error when one is missing, since the file has changed then */
export function replaced(text: string, replacements: Readonly<Record<string, string>>): string {
  return Object.entries(replacements).reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`"${from}" is missing.`);
    return changed.replaceAll(from, to);
  }, text);
}

/** Writes a file of the set-up into a folder, with replacements. @returns its path */
export function copySetup(file: string, folder: string, replacements: Readonly<Record<string, string>> = {}): string {
  const path = join(folder, basename(file));
  writeFileSync(path, replaced(readSetup(file), replacements));
  return path;
}

export async function programOf(name: UnpackedPackage): Promise<string> {
  return join(await ensureUnpacked(name), UNPACKED_PROGRAMS[name]);
}

/** The flags of a service of a docker-compose file. @throws Error when it has none */
export function flagsOf(file: string, service: string): string[] {
  const block = new RegExp(`^ {2}${service}:\\n((?: {4}.*\\n|\\n)+)`, 'm').exec(readSetup(file))?.[1] ?? '';
  const flags = [...block.matchAll(/^ {6}- (-\S+)$/gm)].map((match) => match[1] ?? '');
  if (flags.length === 0) throw new Error(`${service} has no flags in ${file}.`);
  return flags;
}

export interface Run {
  status: number | null;
  /** Of both outputs. */
  said: string;
}

export function runTool(program: string, args: readonly string[], env: Record<string, string> = {}): Run {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  if (error) throw error;
  return { status, said: stdout + stderr };
}

export interface Started {
  child: ChildProcess;
  log(): string;
}

/** Starts a server, which ends with the test file. @throws Error with its log when it ends instead of getting ready */
export async function startServer(
  program: string,
  args: readonly string[],
  isReady: (log: string) => boolean | Promise<boolean>,
  env: Record<string, string> = {},
): Promise<Started> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  endsWithUs(child);
  let log = '';
  const read = (chunk: Buffer): void => {
    log = (log + chunk.toString()).slice(-20_000);
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const ended = once(child, 'exit');
  atEnd(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  await until(`${basename(program)} to be ready`, () => {
    if (child.exitCode !== null) throw new Error(`${basename(program)} ended: ${log}`);
    return isReady(log);
  }).catch((cause: unknown) => {
    throw new Error(`${basename(program)} is not ready: ${log}`, { cause });
  });
  return { child, log: () => log };
}
