/** npm as the command was started by it; outside of npm, the one in the PATH. */
import { spawnSync } from 'node:child_process';
import { ROOT } from '../paths.ts';

/** Longest wait for an answer of npm, in milliseconds: it asks a registry that may be far away. */
const TIMEOUT_MS = 120_000;

/** The most that npm may print, in bytes: the list of all packages is about 1 MB. */
const MAX_BYTES = 64 * 2 ** 20;

/**
 * Runs npm in the project's folder.
 * @returns what it printed as its answer, and what it said beside it; npm ends with 1 for findings, too
 * @throws Error when there is no npm, or it does not end
 */
export function npm(args: readonly string[]): { answer: string; said: string } {
  const script = process.env['npm_execpath'];
  // Building the GUI sets it for the whole process, and npm would leave out what is installed for development.
  const { NODE_ENV: _NODE_ENV, ...env } = process.env;
  const options = { cwd: ROOT, env, encoding: 'utf8', timeout: TIMEOUT_MS, maxBuffer: MAX_BYTES } as const;
  const { error, stdout, stderr } = script?.endsWith('npm-cli.js')
    ? spawnSync(process.env['npm_node_execpath'] ?? process.execPath, [script, ...args], options)
    : spawnSync('npm', [...args], { ...options, shell: process.platform === 'win32' });
  if (error) throw new Error(`npm ${args[0] ?? ''} could not be run: ${error.message}`, { cause: error });
  return { answer: stdout, said: stderr.trim() };
}
