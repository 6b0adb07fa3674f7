/** Judges readings that are missing after kills. */
import { takenAt } from './readings.ts';

/** Start, readiness and kill of a process, in milliseconds since 1970. */
export interface Run {
  startedAt: number;
  servingAt: number;
  killedAt: number;
}

/**
 * Maximum age of readings lost by a kill, in milliseconds. Readings are written at least every second; a busy machine
 * may be late, and a slow disk needs two writes: the pending one and its own.
 */
export const LOSS_MS = 2500;

/**
 * Maximum delay of one client behind the other at a start, in milliseconds: it opens its folder first.
 */
const BEGIN_MS = 1500;

export interface Losses {
  /** Ages at the kill of readings that it may cost, in milliseconds. */
  atKill: number[];
  /** Times after the start of readings that only one part received yet, in milliseconds. */
  atBegin: number[];
  /** The others. */
  lost: string[];
}

/**
 * @param missing readings in the form that `takenAt` reads
 * @param lossMs maximum age of readings lost by a kill, in milliseconds
 */
export function lossesOf(missing: readonly string[], runs: readonly Run[], lossMs = LOSS_MS): Losses {
  const losses: Losses = { atKill: [], atBegin: [], lost: [] };
  for (const reading of missing) {
    const at = takenAt(reading);
    // Some are taken between sending and receiving the signal.
    const during = runs.findLast(({ startedAt }) => at >= startedAt);
    const age = during ? Math.max(0, during.killedAt - at) : Number.POSITIVE_INFINITY;
    const since = during ? at - during.servingAt : Number.POSITIVE_INFINITY;
    if (since <= BEGIN_MS) losses.atBegin.push(since);
    else if (age <= lossMs) losses.atKill.push(age);
    else losses.lost.push(reading);
  }
  return losses;
}
