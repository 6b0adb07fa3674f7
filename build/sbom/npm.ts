import { spawnSync } from 'node:child_process';
import { ROOT } from '../paths.ts';

/** Longest wait for npm, in milliseconds: the registry may be slow. */
const TIMEOUT_MS = 120_000;

/** Limit of npm's output, in bytes: the list of all packages has about 1 MB. */
const MAX_BYTES = 64 * 2 ** 20;

/**
 * Runs the npm that started this command in the project folder; outside npm, the one in the PATH.
 * @returns its standard output and standard error; an exit code of 1 may only mean findings
 * @throws Error if npm is missing or does not exit
 */
export function npm(args: readonly string[]): { answer: string; said: string } {
  const script = process.env['npm_execpath'];
  // The GUI build sets it for the whole process, and npm would then omit development packages.
  const { NODE_ENV: _NODE_ENV, ...env } = process.env;
  const options = { cwd: ROOT, env, encoding: 'utf8', timeout: TIMEOUT_MS, maxBuffer: MAX_BYTES } as const;
  const { error, stdout, stderr } = script?.endsWith('npm-cli.js')
    ? spawnSync(process.env['npm_node_execpath'] ?? process.execPath, [script, ...args], options)
    : spawnSync('npm', [...args], { ...options, shell: process.platform === 'win32' });
  if (error) throw new Error(`Cannot run npm ${args[0] ?? ''}: ${error.message}`, { cause: error });
  return { answer: stdout, said: stderr.trim() };
}
