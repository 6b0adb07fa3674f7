/** The parent's side of a program that responds to requests. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { AtEnd } from '../../support/ends.ts';
import { type ServerName, serverPath } from '../build-servers.ts';
import { PATIENCE_MS } from '../patience.ts';
import { messageOf, watchProcess } from '../watch.ts';

export interface Child<Answer, Order extends string = 'count'> {
  pid: number;
  /** @param order `count` unless given */
  ask(order?: Order): Promise<Answer>;
}

/** Resolves when it is ready. @throws Error if it is not in time */
export async function startChild<Answer, Order extends string = 'count'>(
  atEnd: AtEnd,
  name: ServerName,
  task: unknown,
): Promise<Child<Answer, Order>> {
  const child = fork(serverPath(name), [JSON.stringify(task)], { execArgv: [] });
  const release = watchProcess(child, `The program ${name}`);
  atEnd(async () => {
    release();
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  });
  await messageOf(child, name, PATIENCE_MS);
  return {
    pid: child.pid ?? 0,
    ask: async (order?: Order) => {
      const answer = messageOf(child, name, PATIENCE_MS);
      child.send(order ?? 'count');
      return (await answer) as Answer;
    },
  };
}
