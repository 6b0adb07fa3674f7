import { parentPort, workerData } from 'node:worker_threads';
import { errorText, isMensuraError } from '../../support/errors.ts';
import { textOf } from './file-text.ts';
import type { FromImportWorker, ImportWorkerData } from './messages.ts';
import { FileParser } from './parse-file.ts';
import { zoneNamed } from './time-zone.ts';

const port = parentPort;
if (!port) throw new Error('This file must run as a worker thread.');

const { path, form, zone, columns, until } = workerData as ImportWorkerData;

function send(message: FromImportWorker, transferred: ArrayBuffer[] = []): void {
  port?.postMessage(message, transferred);
}

try {
  const known = zoneNamed(zone);
  if (!known) throw new Error(`Unknown time zone ${zone}`);
  const parser = new FileParser({ form, zone: known, columns, until });
  let done = 0;
  const progress = (bytes: number): void => {
    done += bytes;
    send({ kind: 'progress', bytes: done });
  };
  for await (const text of textOf(path, progress)) parser.add(text);
  const file = parser.end();
  send(
    { kind: 'parsed', file },
    file.columns.flatMap(({ at, value, reach }) => [at.buffer, value.buffer, reach.buffer]),
  );
} catch (error) {
  const isKnown = isMensuraError(error) && error.code === 'bad-request';
  const errors = isMensuraError(error) ? error.errors : [];
  send({ kind: 'failed', code: isKnown ? 'bad-request' : 'internal', message: errorText(error), errors });
}
port.close();
