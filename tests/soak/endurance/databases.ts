/** Accounts for the readings that two databases have. */
import { accountPoints, databasesOf, NAMES, type Points } from '../support/databases.ts';
import type { Problems } from '../support/outcome.ts';
import { few } from '../support/readings.ts';
import { numberOf } from './counted-instrument.ts';
import { AWAY, type Rig } from './rig.ts';

/** The channel of a counted device whose values are its numbers. */
const COUNTED = 'atmospheric_pressure';

export interface DatabaseBalance {
  /** Channel readings of own devices, which both must have. */
  points: number;
  lost: number;
}

/** @param here numbers of the remote Mensura's readings in the history, current and late */
export async function balanceDatabases(
  { databases, quick, service }: Rig,
  here: readonly number[],
  problems: Problems,
): Promise<DatabaseBalance> {
  const truth = pointsOf(quick.moments);
  let lost = 0;
  for (const name of NAMES) {
    for (const [channel, points] of truth) {
      const all = await databases.points(name, channel);
      const own = new Map([...all].filter(([key]) => !key.startsWith(`${AWAY} `)));
      for (const [fault, keys] of Object.entries(accountPoints(points, own))) {
        problems.unless(keys.length === 0, `${name}: ${keys.length} readings of ${channel} ${fault}: ${few(keys)}`);
        if (fault === 'missing') lost += keys.length;
      }
      if (channel !== COUNTED) continue;
      const away = new Set([...all].filter(([key]) => key.startsWith(`${AWAY} `)).map(([, value]) => numberOf(value)));
      const gone = here.filter((number) => !away.has(number)).map(String);
      problems.unless(gone.length === 0, `${name}: ${gone.length} readings of ${AWAY} missing: ${few(gone)}`);
      const extra = away.size + gone.length - new Set(here).size;
      problems.unless(extra === 0, `${name}: ${extra} readings of ${AWAY} that the history does not have`);
      lost += gone.length;
    }
  }
  for (const { config, status } of await databasesOf(service.url)) {
    problems.unless(status.discarded === 0, `${config.name}: ${status.discarded} lines were discarded`);
  }
  return { points: [...truth.values()].reduce((sum, { size }) => sum + size, 0), lost };
}

/** By channel. @param moments as `momentOf` returns them */
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
