/**
 * Runs part of the service in a separate process: a hanging system call there delays neither the service nor its end.
 */
import { fork } from 'node:child_process';

/** Signals sent to the whole process group. The helper ignores them: the service still writes rows through it. */
const GROUP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Sent by the service to end a helper. */
export const END_MESSAGE = 'end';

export interface HelperProcess {
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called once, also if the process could not be started. */
  onExit(listener: () => void): void;
  /** Ends the process. One in a system call on a dead disk remains until the system returns. */
  kill(): void;
}

/** @param file the helper's entry, from `workerFile` */
export type StartHelper = (file: URL) => HelperProcess;

/** Uses the running Node. */
export const startNodeHelper: StartHelper = (file) => {
  const child = fork(file, { serialization: 'advanced', stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  // Not inherited: a hanging helper would hold the service's standard error open.
  child.stderr?.pipe(process.stderr, { end: false });
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  return {
    // The exit event reports a dead process.
    send: (message) => void child.send(message as object, () => {}),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void exited.then(listener),
    kill: () => void child.kill('SIGKILL'),
  };
};

/** Electron's channel to the parent process: https://www.electronjs.org/docs/latest/api/parent-port */
interface ParentPort {
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
  postMessage(message: unknown): void;
}

/**
 * The helper's side: replies to the service's messages over Node or Electron, and ends with the service.
 * @param handle must not reject
 */
export function serveMessages(handle: (message: unknown) => Promise<unknown>): void {
  // `process.exit` would wait for threads in system calls.
  const end = (): void => void process.kill(process.pid, 'SIGKILL');
  for (const signal of GROUP_SIGNALS) process.on(signal, () => {});
  const { parentPort } = process as unknown as { parentPort?: ParentPort };
  const onMessage = async (message: unknown): Promise<void> => {
    if (message === END_MESSAGE) end();
    const reply = await handle(message);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process, no window
    if (parentPort) parentPort.postMessage(reply);
    else process.send?.(reply);
  };
  if (parentPort) parentPort.on('message', ({ data }) => void onMessage(data));
  else process.on('message', (message) => void onMessage(message));
  process.on('disconnect', end);
}
