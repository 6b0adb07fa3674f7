/** The parent's side of a program that answers when it is asked. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { AtEnd } from '../../soak/support/ends.ts';
import { type ServerName, serverPath } from '../build-servers.ts';

/** How long a program may take until it is ready, in milliseconds. */
const READY_TIMEOUT_MS = 60_000;

export interface Child<Answer> {
  pid: number;
  ask(): Promise<Answer>;
}

/** Starts it, and waits until it says that it is ready. @throws Error when it does not in time */
export async function startChild<Answer>(atEnd: AtEnd, name: ServerName, task: unknown): Promise<Child<Answer>> {
  const child = fork(serverPath(name), [JSON.stringify(task)], { execArgv: [] });
  atEnd(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  });
  await once(child, 'message', { signal: AbortSignal.timeout(READY_TIMEOUT_MS) });
  return {
    pid: child.pid ?? 0,
    ask: async () => {
      const answer = once(child, 'message');
      child.send('count');
      const [message] = (await answer) as [Answer];
      return message;
    },
  };
}
