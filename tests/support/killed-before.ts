/** Runs a program that is killed before one of its steps on the disk: see kill-before-step.ts. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const PRELOAD = new URL('./kill-before-step.ts', import.meta.url).href;

/**
 * @param program a path
 * @param step counted from 1
 * @returns whether it was killed; false where it has fewer steps, and ended by itself
 * @throws Error where it failed
 */
export async function isKilledBefore(
  step: number,
  program: string,
  { args = [], env = {} }: { args?: string[]; env?: Record<string, string> } = {},
): Promise<boolean> {
  const child = spawn(process.execPath, [`--import=${PRELOAD}`, program, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env, KILL_BEFORE: String(step) },
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  if (signal === 'SIGKILL') return true;
  if (code !== 0) throw new Error(`${program} ended with ${signal ?? `code ${code}`}.`);
  return false;
}
