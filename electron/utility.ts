/** Helper processes of the service under Electron, which packages keep from running scripts as Node does. */
import { fileURLToPath } from 'node:url';
import { utilityProcess } from 'electron';
import { END_MESSAGE, type StartHelper } from '../service/support/helper-process.ts';

/** As Electron's utility process: https://www.electronjs.org/docs/latest/api/utility-process */
export const startUtility: StartHelper = (file) => {
  const stdio = ['ignore', 'ignore', 'pipe'] as ('ignore' | 'pipe')[];
  const child = utilityProcess.fork(fileURLToPath(file), [], { serviceName: 'Mensura CSV files', stdio });
  // Not inherited: a process that hangs would keep open what others read Mensura's standard error from.
  child.stderr?.on('data', (bytes: Buffer) => void process.stderr.write(bytes));
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process, no window
    send: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void exited.then(listener),
    kill: () => {
      // Electron's own signal is one that helpers do not heed.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process, no window
      child.postMessage(END_MESSAGE);
      child.kill();
    },
  };
};
