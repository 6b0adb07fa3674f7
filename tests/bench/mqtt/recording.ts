/** Messages of the service, recorded for the yardsticks. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withEnds } from '../../support/ends.ts';
import { quietBroker } from '../../support/load/brokers.ts';
import { addClients, dataFolder } from '../../support/load/publishing.ts';
import { startWitness } from '../../support/load/witness.ts';
import { until } from '../../support/until.ts';
import { PATIENCE_MS } from '../patience.ts';
import { startWatchedPublishing } from '../services.ts';
import type { RecordedMessage } from './programs/publisher.ts';

/** A multiple of the number of products, so that each has the same share. */
const DEVICES = 120;

/** Too many for any cache of the newest messages. */
const MESSAGES = 1200;

export interface Recording {
  messages: RecordedMessage[];
  /** Bytes of a payload on average. */
  averageBytes: number;
  /** A file with the messages as JSON, and one with a payload per line. */
  json: string;
  lines: string;
}

/** @param folder takes the files */
export async function record(folder: string): Promise<Recording> {
  const messages: RecordedMessage[] = [];
  await withEnds(async (atEnd) => {
    const broker = await quietBroker(atEnd);
    await startWitness(atEnd, {
      port: broker.port,
      format: '%t %p',
      onLine: (line) => {
        const end = line.indexOf(' ');
        messages.push({ topic: line.slice(0, end), payload: line.slice(end + 1) });
      },
    });
    const service = await startWatchedPublishing(atEnd, await dataFolder(atEnd), { devices: DEVICES, periodMs: 100 });
    await addClients(service.url, { bench: broker.port });
    await until('recorded messages', () => messages.length >= MESSAGES, PATIENCE_MS);
  });
  messages.splice(MESSAGES);
  const json = join(folder, 'recording.json');
  const lines = join(folder, 'recording.txt');
  await writeFile(json, JSON.stringify(messages));
  await writeFile(lines, `${messages.map(({ payload }) => payload).join('\n')}\n`);
  const bytes = messages.reduce((sum, { payload }) => sum + Buffer.byteLength(payload), 0);
  return { messages, averageBytes: Math.round(bytes / messages.length), json, lines };
}
