/** The thread that keeps the history. */
import { parentPort } from 'node:worker_threads';

if (!parentPort) throw new Error('This runs as a worker thread.');
