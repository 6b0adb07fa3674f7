/** Two real databases beside the brokers, and the readings that they have. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Backfill, Databases as DatabaseList, DatabaseView } from '../../../service/contract/index.ts';
import {
  type InfluxDB,
  startInfluxDB,
  startVictoriaMetrics,
  type VictoriaMetrics,
} from '../../databases/support/servers.ts';
import { endAll } from '../../support/at-end.ts';
import type { AtEnd } from '../../support/ends.ts';
import { send } from '../../support/load/publishing.ts';
import { until } from '../../support/until.ts';

export const NAMES = ['InfluxDB', 'VictoriaMetrics'] as const;
export type DatabaseName = (typeof NAMES)[number];

/** Readings of a channel: device and time, as in `E24638 1795185912318`, and value. */
export type Points = Map<string, number>;

/** Of two values with the same time, InfluxDB has the later; VictoriaMetrics has both. */
export type StoredPoints = ReadonlyMap<string, readonly number[]>;

export class Databases {
  readonly #influx: InfluxDB;
  readonly #victoria: VictoriaMetrics;

  private constructor(influx: InfluxDB, victoria: VictoriaMetrics) {
    this.#influx = influx;
    this.#victoria = victoria;
  }

  static async start(atEnd: AtEnd): Promise<Databases> {
    atEnd(endAll);
    const influx = await startInfluxDB();
    await influx.query('CREATE DATABASE plant');
    return new Databases(influx, await startVictoriaMetrics());
  }

  server(name: DatabaseName): InfluxDB | VictoriaMetrics {
    return name === 'InfluxDB' ? this.#influx : this.#victoria;
  }

  /** Has a service write to both. @throws Error if it refuses */
  async addTo(url: string): Promise<void> {
    const inputs = [
      { kind: 'influxdb1', name: 'InfluxDB', url: this.#influx.url, database: 'plant' },
      { kind: 'victoriametrics', name: 'VictoriaMetrics', url: this.#victoria.url },
    ];
    for (const input of inputs) {
      const { status, body } = await send(url, 'POST', '/app/v1/databases', input);
      if (status !== 201) throw new Error(`The database was refused: ${JSON.stringify(body)}`);
    }
  }

  /** Waits until both are written to and at most so many lines wait. */
  async untilWritten(url: string, atMost = 0): Promise<void> {
    for (const { id, config } of await databasesOf(url)) {
      await until(
        `${config.name} to have at most ${atMost} lines left`,
        async () => {
          const { body } = await send(url, 'POST', `/app/v1/databases/${id}/connect`, {});
          const { state, waiting } = (body as unknown as DatabaseView).status;
          return state === 'online' && waiting <= atMost;
        },
        300_000,
      );
    }
  }

  /** Writes the stored readings of a range to both, and waits for the end. */
  async backfill(url: string, from: number, to: number): Promise<void> {
    const range = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
    for (const { id } of await databasesOf(url)) await send(url, 'POST', `/app/v1/databases/${id}/backfill`, range);
    for (const { id, config } of await databasesOf(url)) {
      await until(
        `the backfill of ${config.name}`,
        async () => {
          const answer = await fetch(`${url}/app/v1/databases/${id}/backfill`);
          return answer.ok && ((await answer.json()) as Backfill).state === 'done';
        },
        300_000,
      );
    }
  }

  async points(name: DatabaseName, channel: string): Promise<StoredPoints> {
    const isInflux = name === 'InfluxDB';
    const values = isInflux ? await this.#influx.values('plant', channel) : await this.#victoria.values(channel);
    const points = new Map<string, number[]>();
    for (const { tags, at, value } of values) {
      const key = `${tags['serial']} ${at}`;
      points.set(key, [...(points.get(key) ?? []), value]);
    }
    return points;
  }
}

export async function databasesOf(url: string): Promise<DatabaseView[]> {
  const { databases } = (await (await fetch(`${url}/app/v1/databases`)).json()) as DatabaseList;
  return databases;
}

/** Ends a server by SIGKILL, and starts it again after this number of milliseconds. */
export async function killFor(server: InfluxDB | VictoriaMetrics, ms: number): Promise<void> {
  await server.kill();
  await delay(ms);
  await server.start();
}

export interface PointsAccount {
  missing: string[];
  /** In the database only. */
  unknown: string[];
  /** With another value. VictoriaMetrics rounds the last digits. */
  changed: string[];
}

/** @param truth of two values with the same time, the later */
export function accountPoints(truth: Points, there: StoredPoints): PointsAccount {
  const missing = [...truth.keys()].filter((key) => !there.has(key));
  const unknown = [...there.keys()].filter((key) => !truth.has(key));
  const changed = [...truth].flatMap(([key, value]) => {
    const found = there.get(key);
    const isSame = (each: number): boolean => Math.abs(each - value) <= 1e-9 * Math.max(1, Math.abs(value));
    return found === undefined || found.some(isSame) ? [] : [key];
  });
  return { missing, unknown, changed };
}
