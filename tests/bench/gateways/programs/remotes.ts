/** Plays remote Mensuras in a process of its own, with its task as JSON in the first argument; tells its parent when all are there. */
import { playRemotes } from '../../../emulator/gateway/remotes.ts';

export interface RemotesTask {
  port: number;
  remotes: number;
  instruments: number;
  periodMs: number;
}

/** What the parent may say at any time; each is answered with the count. */
export type RemotesOrder = 'count' | 'pause' | 'resume';

export interface RemotesCount {
  /** Moments that were handed to the broker, and their channel readings. */
  sent: number;
  sentReadings: number;
  /** Moments that were left out, since this machine is too busy. */
  skipped: number;
}

// The parent's end closes this channel, however it ended: nothing that it started outlives it.
process.once('disconnect', () => process.exit(0));
const remotes = await playRemotes(JSON.parse(process.argv[2] ?? '') as RemotesTask);
process.on('message', (order: RemotesOrder) => {
  if (order === 'pause') remotes.pause();
  if (order === 'resume') remotes.resume();
  const { sent, sentReadings, skipped } = remotes;
  process.send?.({ sent, sentReadings, skipped } satisfies RemotesCount);
});
process.send?.('ready');
