/** Plays remote Mensuras in a process of its own, with its task as JSON in the first argument; tells its parent when all are there. */
import { playRemotes } from '../../../instruments/gateway/remotes.ts';

export interface RemotesTask {
  port: number;
  remotes: number;
  instruments: number;
  periodMs: number;
}

/** What the parent may ask for at any time, with any message. */
export interface RemotesCount {
  sent: number;
  skipped: number;
}

// The parent's end closes this channel, however it ended: nothing that it started outlives it.
process.once('disconnect', () => process.exit(0));
const remotes = await playRemotes(JSON.parse(process.argv[2] ?? '') as RemotesTask);
process.on('message', () => process.send?.({ sent: remotes.sent, skipped: remotes.skipped } satisfies RemotesCount));
process.send?.('ready');
