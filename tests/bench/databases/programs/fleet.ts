/** Emulates installations that write to a database, in a process with its task as JSON in the first argument. */
import { DatabaseFleet } from '../../../emulator/database/fleet.ts';
import { createTarget, type TargetOptions } from '../../../emulator/database/target.ts';

export interface DatabaseFleetTask {
  target: TargetOptions;
  installations: number;
  /** Of each installation. */
  devices: number;
  periodMs: number;
  decimals: number;
}

/** Messages of the parent; the response to each is the count. */
export type DatabaseFleetOrder = 'count' | 'stop';

export interface DatabaseFleetCount {
  sampled: number;
  accepted: number;
  acceptedReadings: number;
  refused: number;
  discarded: number;
  waiting: number;
  bytes: number;
  /** Sample sets that were not taken because the machine is too busy. */
  skipped: number;
  latestMs: number;
  slowestMs: number;
}

// This channel closes when the parent ends, however it ends, so nothing outlives it.
process.once('disconnect', () => process.exit(0));
const { target, ...sizes } = JSON.parse(process.argv[2] ?? '') as DatabaseFleetTask;
const fleet = new DatabaseFleet({ ...sizes, target: createTarget(target) });

function count(): DatabaseFleetCount {
  const { sampled, accepted, acceptedReadings, refused, discarded, waiting, bytes, slowestMs } = fleet.account;
  const { skipped, latestMs } = fleet;
  return { sampled, accepted, acceptedReadings, refused, discarded, waiting, bytes, skipped, latestMs, slowestMs };
}

process.on('message', (order: DatabaseFleetOrder) => {
  const done = order === 'stop' ? fleet.stop() : Promise.resolve();
  void done.then(() => process.send?.(count()));
});
fleet.start();
process.send?.('ready');
