/**
 * The yardstick: the least a program can do that sends the same readings of the same devices to one event stream, one
 * broker and one file. No driver, virtual channels, outbox on disk, packing, checks or limits.
 */
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { connect } from 'mqtt';
import { valueOf } from '../../history/programs/load.ts';
import { runServer } from '../../servers/child.ts';
import { listenOn } from '../../servers/listen.ts';
import type { Load } from '../load.ts';
import { answerQuestions } from './own-figures.ts';

const COMMIT_MS = 250;
const UNIT = '\u00b0C';

runServer(async ({ input, dataDir }) => {
  const { devices, channels, periodMs, brokerPort } = JSON.parse(input) as Load & { brokerPort: number };
  const database = new DatabaseSync(join(dataDir, 'rows.sqlite'));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  database.exec(
    'CREATE TABLE reading (channel INTEGER, at INTEGER, value REAL, PRIMARY KEY (channel, at)) WITHOUT ROWID',
  );
  const insert = database.prepare('INSERT OR REPLACE INTO reading VALUES (?, ?, ?)');
  let waiting: [channel: number, at: number, value: number][] = [];
  const client = connect({ host: '127.0.0.1', port: brokerPort });
  client.on('error', () => {});
  const readers = new Set<ServerResponse>();
  const newest = new Map<string, object>();

  const measure = (device: number, at: number): void => {
    const serial = `SIM${String(device + 1).padStart(5, '0')}`;
    const timestamp = new Date(at).toISOString();
    const values: Record<string, { magnitude: number; unit: string }> = {};
    for (let channel = 0; channel < channels; channel += 1) {
      const magnitude = valueOf(device, channel, at);
      values[`channel_${channel}`] = { magnitude, unit: UNIT };
      waiting.push([device * channels + channel, at, magnitude]);
    }
    const measurement = { serial, timestamp, values };
    newest.set(serial, measurement);
    const event = `event: readings\ndata: ${JSON.stringify({ family: 'gateway', ...measurement })}\n\n`;
    for (const reader of readers) reader.write(event);
    client.publish(`bare/${serial}/measurement`, JSON.stringify(measurement), { qos: 1 });
  };

  let due = performance.now();
  const beat = (): void => {
    const at = Date.now();
    for (let device = 0; device < devices; device += 1) measure(device, at);
    due = Math.max(due + periodMs, performance.now());
    setTimeout(beat, Math.ceil(due - performance.now()));
  };
  beat();
  setInterval(() => {
    database.exec('BEGIN');
    for (const row of waiting) insert.run(...row);
    database.exec('COMMIT');
    waiting = [];
  }, COMMIT_MS);
  answerQuestions();
  return listenOn(
    createServer(({ url }, response) => {
      if (url !== '/app/v1/events') {
        response.end(JSON.stringify(Object.fromEntries(newest)));
        return;
      }
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.flushHeaders();
      readers.add(response);
      response.once('close', () => readers.delete(response));
    }),
  );
});
