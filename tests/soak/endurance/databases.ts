/** Accounts for the readings that two databases have. */
import { accountPoints, databasesOf, NAMES, type Points } from '../support/databases.ts';
import type { Problems } from '../support/outcome.ts';
import { few } from '../support/readings.ts';
import { keptValues } from './kept.ts';
import { AWAY, type Rig } from './rig.ts';

/** The channel of a counted device whose values are its numbers. */
const COUNTED = 'atmospheric_pressure';

export interface DatabaseBalance {
  /** Channel readings of own devices, by device and millisecond, which both must have. */
  points: number;
  lost: number;
}

/** @param from start of the run, milliseconds since 1970 */
export async function balanceDatabases(
  { databases, quick, service }: Rig,
  from: number,
  problems: Problems,
): Promise<DatabaseBalance> {
  const truth = pointsOf(quick.moments);
  const remote = { family: 'gateway', serial: AWAY, channel: COUNTED } as const;
  // With late readings, which are not in the event stream.
  const away = new Map((await keptValues(service.url, remote, from)).map(([at, value]) => [`${AWAY} ${at}`, value]));
  let lost = 0;
  for (const name of NAMES) {
    for (const [channel, points] of truth) {
      const all = [...(await databases.points(name, channel))];
      const own = new Map(all.filter(([key]) => !key.startsWith(`${AWAY} `)));
      const others = new Map(all.filter(([key]) => key.startsWith(`${AWAY} `)));
      const accounts = [accountPoints(points, own), ...(channel === COUNTED ? [accountPoints(away, others)] : [])];
      for (const account of accounts) {
        lost += account.missing.length;
        for (const [fault, keys] of Object.entries(account))
          problems.unless(keys.length === 0, `${name}: ${keys.length} readings of ${channel} ${fault}: ${few(keys)}`);
      }
    }
  }
  for (const { config, status } of await databasesOf(service.url)) {
    problems.unless(status.discarded === 0, `${config.name}: ${status.discarded} lines were discarded`);
  }
  return { points: [...truth.values()].reduce((sum, { size }) => sum + size, 0), lost };
}

/** By channel; of two with the same time, the later. @param moments as `momentOf` returns them */
function pointsOf(moments: readonly string[]): Map<string, Points> {
  const points = new Map<string, Points>();
  for (const moment of moments) {
    const { serial, timestamp, valid } = JSON.parse(moment) as {
      serial: string;
      timestamp: string;
      valid: [channel: string, value: number][];
    };
    for (const [channel, value] of valid) {
      const known = points.get(channel) ?? new Map<string, number>();
      points.set(channel, known.set(`${serial} ${Date.parse(timestamp)}`, value));
    }
  }
  return points;
}
