/** Emulates remote Mensura installations in a process with its task as JSON in the first argument. */
import { playRemotes } from '../../../emulator/gateway/remotes.ts';

export interface RemotesTask {
  port: number;
  remotes: number;
  instruments: number;
  periodMs: number;
}

/** Messages of the parent; the response to each is the count. */
export type RemotesOrder = 'count' | 'pause' | 'resume';

export interface RemotesCount {
  /** Sample sets sent to the broker, and their channel readings. */
  sent: number;
  sentReadings: number;
  /** Sample sets skipped because the machine is too busy. */
  skipped: number;
}

// This channel closes when the parent ends, however it ends, so nothing outlives it.
process.once('disconnect', () => process.exit(0));
const remotes = await playRemotes(JSON.parse(process.argv[2] ?? '') as RemotesTask);
process.on('message', (order: RemotesOrder) => {
  if (order === 'pause') remotes.pause();
  if (order === 'resume') remotes.resume();
  const { sent, sentReadings, skipped } = remotes;
  process.send?.({ sent, sentReadings, skipped } satisfies RemotesCount);
});
process.send?.('ready');
