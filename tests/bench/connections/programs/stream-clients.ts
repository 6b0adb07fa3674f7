/**
 * Many clients of one event stream, in one process. The task is JSON in the first argument; the response to each
 * message of the parent has the counts so far.
 */
import type { ClientsCount, ClientsTask } from '../telling.ts';
import { StreamReader } from './stream-reader.ts';

/** Number of clients with measured delays: the first, the last, and some between. */
const WATCHED = 5;

process.once('disconnect', () => process.exit(0));
const { url, clients, pace } = JSON.parse(process.argv[2] ?? '') as ClientsTask;
const every = Math.max(1, Math.ceil(clients / WATCHED));
const isWatched = (index: number): boolean => index % every === 0 || index === clients - 1;
const readers = Array.from({ length: clients }, (_, index) => new StreamReader(new URL(url), pace, isWatched(index)));
const watched = readers.filter((_, index) => isWatched(index));

process.on('message', () => {
  process.send?.({
    events: readers.reduce((sum, { events }) => sum + events, 0),
    readings: readers.reduce((sum, { readings }) => sum + readings, 0),
    open: readers.filter(({ hasEnded }) => !hasEnded).length,
    watched: watched.length,
    stamps: watched.flatMap(({ stamps }) => stamps.splice(0)),
    delays: watched.flatMap(({ delays }) => delays.splice(0)),
  } satisfies ClientsCount);
});
process.send?.('ready');
