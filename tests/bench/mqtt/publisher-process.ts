/** The parent's side of the bare MQTT.js publisher. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { AtEnd } from '../../support/ends.ts';
import { serverPath } from '../build-servers.ts';
import { watchProcess } from '../watch.ts';
import type { PublisherTask } from './programs/publisher.ts';

export interface Publisher {
  pid: number;
  stop(): Promise<void>;
}

/** Starts it in a process with this Node. */
export function startPublisher(atEnd: AtEnd, task: PublisherTask): Publisher {
  const child = fork(serverPath('publisher'), [JSON.stringify(task)], { execArgv: [] });
  const release = watchProcess(child, 'Bare MQTT.js');
  const stop = async (): Promise<void> => {
    release();
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  };
  atEnd(stop);
  return { pid: child.pid ?? 0, stop };
}
