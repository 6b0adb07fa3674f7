/** Debian's package tools, as far as the tests' prerequisites need them. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline/promises';
import { findProgram } from '../tests/support/programs.ts';
import { isRoot } from './unprivileged.ts';

/** `apt-get` with the right to install, as the words of a command; undefined where there is none. */
function aptCommand(): string[] | undefined {
  if (!findProgram('apt-get')) return undefined;
  if (isRoot()) return ['apt-get'];
  const mayWithoutAsking = findProgram('sudo') !== undefined && spawnSync('sudo', ['-n', 'true']).status === 0;
  return mayWithoutAsking ? ['sudo', '-n', 'apt-get'] : undefined;
}

function apt(args: readonly string[]): void {
  const [program, ...words] = aptCommand() ?? [];
  if (!program) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync(program, [...words, '-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env });
}

/** Fetches the lists of packages, where that is allowed; what fails is said on standard error. */
export function updateLists(): void {
  apt(['update']);
}

/** Whether the person at the terminal agrees; without a terminal, or with CI=true, nobody is asked. */
async function mayInstall(packages: readonly string[]): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY || process.env['CI'] === 'true') return true;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const question = `The tests need Debian packages: ${packages.join(' ')}\nInstall them now? [Y/n] `;
  const answer = await terminal.question(question).catch((error: Error) => {
    // Ctrl+D is no answer, and so no consent; Ctrl+C ends everything.
    if (error.message.includes('Ctrl+D')) return 'n';
    throw error;
  });
  terminal.close();
  return /^(?:y(?:es)?)?$/i.test(answer.trim());
}

/**
 * Installs packages, where that is allowed, and asks before where somebody is at the terminal. What fails is said on
 * standard error.
 */
export async function installPackages(packages: readonly string[]): Promise<void> {
  if (!aptCommand() || !(await mayInstall(packages))) return;
  console.log(`Installing Debian packages: ${packages.join(' ')}`);
  updateLists();
  apt(['-y', 'install', '--no-install-recommends', ...packages]);
}

/** Whether a package is installed, with everything that belongs to it. */
export function isPackageInstalled(name: string): boolean {
  const { stdout } = spawnSync('dpkg-query', ['--show', '--showformat=${db:Status-Status}', name], {
    encoding: 'utf8',
  });
  return stdout === 'installed';
}

/** A package by name and version, as the lists know it. */
export interface DebianPackage {
  name: string;
  version: string;
}

function show(name: string): string {
  return spawnSync('apt-cache', ['show', '--no-all-versions', name], { encoding: 'utf8' }).stdout ?? '';
}

/** The newest package that a name without content depends on, as `linux-image-amd64`; undefined where no list has it. */
export function packageBehind(name: string, prefix: string): DebianPackage | undefined {
  const depends = /^Depends: (.*)$/m.exec(show(name))?.[1] ?? '';
  const found = depends
    .split(/, */)
    .map((entry) => entry.split(' ')[0] ?? '')
    .find((entry) => entry.startsWith(prefix));
  const version = found && /^Version: (.*)$/m.exec(show(found))?.[1];
  return version ? { name: found, version } : undefined;
}

/**
 * Downloads a package into a folder, without installing it.
 * @throws Error when that fails
 */
export function downloadPackage({ name, version }: DebianPackage, folder: string): void {
  // Not as the user "_apt", who may not write into the folder.
  const args = ['-qq', '-o', 'APT::Sandbox::User=root', 'download', `${name}=${version}`];
  execFileSync('apt-get', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}
