import { fileURLToPath } from 'node:url';
import { utilityProcess } from 'electron';
import { END_MESSAGE, type StartHelper } from '../service/support/helper-process.ts';

/** Starts helpers as Electron's utility processes, since packaged apps cannot run Node scripts. */
export const startUtility: StartHelper = (file) => {
  const stdio = ['ignore', 'ignore', 'pipe'] as ('ignore' | 'pipe')[];
  const child = utilityProcess.fork(fileURLToPath(file), [], { serviceName: 'Mensura CSV files', stdio });
  // Not inherited: a hung helper would keep Mensura's standard error open.
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
      // Helpers ignore the signal that Electron sends.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process, no window
      child.postMessage(END_MESSAGE);
      child.kill();
    },
  };
};
