/** Programs of the system, as tests need them. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where Debian puts what serves: not in the PATH of an ordinary user. */
const BEYOND_PATH = process.platform === 'win32' ? [] : ['/usr/local/sbin', '/usr/sbin'];

/** The path of an installed program; undefined where there is none. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...BEYOND_PATH];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

type Program = 'mosquitto' | 'mosquitto_sub' | 'mosquitto_pub' | 'mosquitto_passwd' | 'openssl' | 'stdbuf';

/**
 * The path of a program that a test cannot do without.
 * @throws Error naming the Debian packages
 */
export function requireProgram(name: Program): string {
  const path = findProgram(name);
  if (path) return path;
  throw new Error(
    `${name} is missing. On Debian or Ubuntu: apt-get install mosquitto mosquitto-clients openssl coreutils`,
  );
}

/**
 * Runs such a program to its end.
 * @param folder where it runs
 * @throws Error with what it printed, when it fails
 */
export function runProgram(name: Program, args: readonly string[], folder: string): void {
  execFileSync(requireProgram(name), args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
}
