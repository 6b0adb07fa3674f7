// Stands for the store's thread: answers what it is asked for, and dies of a commit.
import { parentPort } from 'node:worker_threads';

parentPort.on('message', ({ id, name, args }) => {
  if (name === 'commit') throw new Error('out of breath');
  parentPort.postMessage({ id, value: name === 'open' ? args[0].length : undefined }, []);
});
