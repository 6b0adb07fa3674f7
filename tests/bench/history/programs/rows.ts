/** The yardstick: one row for each reading, one transaction a second with full synchronization, on the main thread. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type IngestFigures, play, taskOf, valueOf } from './load.ts';

/** Milliseconds. */
const COMMIT_MS = 1000;

const task = taskOf(process.argv);
const database = new DatabaseSync(join(task.folder, 'rows.sqlite'));
database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
database.exec(
  'CREATE TABLE reading (channel INTEGER, at INTEGER, value REAL, PRIMARY KEY (channel, at)) WITHOUT ROWID',
);
// A late timer can cause two readings of a channel in one millisecond; the newer one stays.
const insert = database.prepare('INSERT OR REPLACE INTO reading VALUES (?, ?, ?)');
let waiting: [device: number, at: number][] = [];
let measured = 0;
let stored = 0;

function commit(): void {
  database.exec('BEGIN');
  for (const [device, at] of waiting) {
    for (let channel = 0; channel < task.channels; channel += 1) {
      insert.run(device * task.channels + channel, at, valueOf(device, channel, at));
    }
  }
  database.exec('COMMIT');
  stored += waiting.length;
  waiting = [];
}

const timer = setInterval(commit, COMMIT_MS);
const figures = await play(task, (device, at) => {
  waiting.push([device, at]);
  measured += 1;
});
clearInterval(timer);
commit();
database.close();
const counts = { measured: measured * task.channels, stored: stored * task.channels, dropped: 0 };
process.send?.({ ...figures, ...counts } satisfies IngestFigures);
process.disconnect();
