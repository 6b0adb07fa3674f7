import { execFileSync, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline/promises';
import { findProgram } from '../tests/support/programs.ts';
import { isRoot } from './unprivileged.ts';

/** The command for `apt-get` with the right to install; undefined without it. */
function aptCommand(): string[] | undefined {
  if (!findProgram('apt-get')) return undefined;
  if (isRoot()) return ['apt-get'];
  const mayWithoutAsking = findProgram('sudo') !== undefined && spawnSync('sudo', ['-n', 'true']).status === 0;
  return mayWithoutAsking ? ['sudo', '-n', 'apt-get'] : undefined;
}

function apt(args: readonly string[]): void {
  const [program, ...prefix] = aptCommand() ?? [];
  if (!program) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync(program, [...prefix, '-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env });
}

/** Updates the package lists, if allowed. `apt-get` prints errors to standard error. */
export function aptUpdate(): void {
  apt(['update']);
}

/** Asks on a terminal, unless CI=true. True otherwise. */
async function mayInstall(packages: readonly string[]): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY || process.env['CI'] === 'true') return true;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const prompt = `The tests require Debian packages: ${packages.join(' ')}\nInstall them now? [Y/n] `;
  const reply = await terminal.question(prompt).catch((error: Error) => {
    // Ctrl+D means no; Ctrl+C ends the run.
    if (error.message.includes('Ctrl+D')) return 'n';
    throw error;
  });
  terminal.close();
  return /^(?:y(?:es)?)?$/i.test(reply.trim());
}

/** Installs packages, if allowed, after asking on a terminal. `apt-get` prints errors to standard error. */
export async function installPackages(packages: readonly string[]): Promise<void> {
  if (!aptCommand() || !(await mayInstall(packages))) return;
  console.log(`Installing Debian packages: ${packages.join(' ')}`);
  aptUpdate();
  apt(['-y', 'install', '--no-install-recommends', ...packages]);
}

/** Whether a package is completely installed. */
export function isPackageInstalled(name: string): boolean {
  const { stdout } = spawnSync('dpkg-query', ['--show', '--showformat=${db:Status-Status}', name], {
    encoding: 'utf8',
  });
  return stdout === 'installed';
}

export interface DebianPackage {
  name: string;
  version: string;
}

function show(name: string): string {
  return spawnSync('apt-cache', ['show', '--no-all-versions', name], { encoding: 'utf8' }).stdout ?? '';
}

/** The newest version of a package; undefined if no package list has it. */
export function findPackage(name: string): DebianPackage | undefined {
  const version = /^Version: (.*)$/m.exec(show(name))?.[1];
  return version ? { name, version } : undefined;
}

/** The package that a metapackage such as `linux-image-amd64` depends on; undefined if no package list has it. */
export function resolveMetaPackage(name: string, prefix: string): DebianPackage | undefined {
  const depends = /^Depends: (.*)$/m.exec(show(name))?.[1] ?? '';
  const found = depends
    .split(/, */)
    .map((entry) => entry.split(' ')[0] ?? '')
    .find((entry) => entry.startsWith(prefix));
  return found ? findPackage(found) : undefined;
}

/**
 * Downloads a package into a folder, without installing it.
 * @throws Error if the download fails
 */
export function downloadPackage({ name, version }: DebianPackage, folder: string): void {
  // The default user "_apt" may not write into the folder.
  const args = ['-qq', '-o', 'APT::Sandbox::User=root', 'download', `${name}=${version}`];
  execFileSync('apt-get', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}
