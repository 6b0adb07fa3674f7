/** Readings that are missing after kills: whether each may be. */
import { takenAt } from './readings.ts';

/** When a process was started, said that it is ready, and was killed: milliseconds since 1970. */
export interface Run {
  startedAt: number;
  servingAt: number;
  killedAt: number;
}

/**
 * How old a reading may be, at most, that a kill costs, in milliseconds. Written at least every second is what is
 * promised; a busy machine may be late, and a slow disk for two writes: the one under way and its own.
 */
export const LOSS_MS = 2500;

/**
 * How much later than the other a client may begin to take readings when the service starts, in milliseconds: it opens
 * its folder first.
 */
const BEGIN_MS = 1500;

export interface Losses {
  /** How old each was when the service was killed, of those that a kill may cost, in milliseconds. */
  atKill: number[];
  /** How long after the start each was taken, of those that one part took before the other, in milliseconds. */
  atBegin: number[];
  /** The others. */
  lost: string[];
}

/**
 * @param missing readings as `takenAt` reads them
 * @param lossMs how old one may be, at most, that a kill costs, in milliseconds
 */
export function lossesOf(missing: readonly string[], runs: readonly Run[], lossMs = LOSS_MS): Losses {
  const losses: Losses = { atKill: [], atBegin: [], lost: [] };
  for (const reading of missing) {
    const at = takenAt(reading);
    // Some are taken after the signal was sent, and before it comes.
    const during = runs.findLast(({ startedAt }) => at >= startedAt);
    const age = during ? Math.max(0, during.killedAt - at) : Number.POSITIVE_INFINITY;
    const since = during ? at - during.servingAt : Number.POSITIVE_INFINITY;
    if (since <= BEGIN_MS) losses.atBegin.push(since);
    else if (age <= lossMs) losses.atKill.push(age);
    else losses.lost.push(reading);
  }
  return losses;
}
