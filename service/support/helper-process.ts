/** A part of the service in a process of its own: a system call that hangs there delays neither the service nor its end. */
import { fork } from 'node:child_process';

/** The signals that end a group of processes. The helper ends with the service, which has rows to write by then. */
const GROUP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** What the host sends to a helper that is to end. */
export const END_MESSAGE = 'end';

/** The service's side. */
export interface HelperProcess {
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called once, also where the process could not be started. */
  onExit(listener: () => void): void;
  /** Ends the process. One that is in a system call of a dead disk stays until the system lets it go. */
  kill(): void;
}

/** Starts a helper. @param file its entry, as `workerFile` gives it */
export type StartHelper = (file: URL) => HelperProcess;

/** With the Node that runs this. */
export const startNodeHelper: StartHelper = (file) => {
  const child = fork(file, { serialization: 'advanced', stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  // Not inherited: a process that hangs would keep open what others read the service's standard error from.
  child.stderr?.pipe(process.stderr, { end: false });
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  return {
    // A process that is gone is reported by its exit.
    send: (message) => void child.send(message as object, () => {}),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void exited.then(listener),
    kill: () => void child.kill('SIGKILL'),
  };
};

/** Electron's way to the process that started this one: https://www.electronjs.org/docs/latest/api/parent-port */
interface ParentPort {
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
  postMessage(message: unknown): void;
}

/**
 * The helper's side: answers the messages of the service, as Node or Electron passes them, and ends with it.
 * @param answer must not reject
 */
export function answerService(answer: (message: unknown) => Promise<unknown>): void {
  // Not `process.exit`, which waits for threads in system calls.
  const end = (): void => void process.kill(process.pid, 'SIGKILL');
  for (const signal of GROUP_SIGNALS) process.on(signal, () => {});
  const { parentPort } = process as unknown as { parentPort?: ParentPort };
  const take = async (message: unknown): Promise<void> => {
    if (message === END_MESSAGE) end();
    const answered = await answer(message);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process, no window
    if (parentPort) parentPort.postMessage(answered);
    else process.send?.(answered);
  };
  if (parentPort) parentPort.on('message', ({ data }) => void take(data));
  else process.on('message', (message) => void take(message));
  process.on('disconnect', end);
}
