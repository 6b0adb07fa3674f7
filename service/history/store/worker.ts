/** The store's thread: processes requests, and maintenance in between. */
import { parentPort, workerData } from 'node:worker_threads';
import { errorText } from '../../support/errors.ts';
import { BackgroundTasks } from './background-tasks.ts';
import { packError, type StoreReply, type StoreRequest, type StoreWorkerData } from './messages.ts';
import { Store } from './store.ts';

if (!parentPort) throw new Error('This file must run as the history worker thread.');
const port = parentPort;
const { path, limits } = workerData as StoreWorkerData;

const post = (reply: StoreReply, transferred: ArrayBuffer[] = []): void => port.postMessage(reply, transferred);
const store = new Store({
  path,
  limits,
  setAside: (event) => post({ setAside: event }),
  replaced: () => post({ replaced: true }),
});
const failed = (text: string, error: unknown): void => post({ warning: `${text}: ${errorText(error)}` });
const chores = new BackgroundTasks({ store, limits, failed });
chores.start();

async function handleRequest({ id, name, args }: StoreRequest): Promise<void> {
  try {
    if (name === 'close') chores.stop();
    const operation = store[name] as (...given: unknown[]) => unknown;
    const value = await operation.call(store, ...args);
    post({ id, value }, buffersOf(value));
    if (name === 'commit') chores.committed();
    if (name === 'configure') chores.tidySoon();
  } catch (error) {
    post({ id, error: packError(error) });
  }
  if (name === 'close') port.close();
}

/** The columns of a slice are transferred, not copied. */
function buffersOf(value: unknown): ArrayBuffer[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((part) =>
    part instanceof Float64Array && part.buffer instanceof ArrayBuffer ? [part.buffer] : [],
  );
}

port.on('message', (request: StoreRequest) => void handleRequest(request));
