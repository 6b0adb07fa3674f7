/** Whether every reading arrived everywhere, counted after sampling has stopped. */
import { until } from '../../support/until.ts';
import { readMetrics } from '../mqtt/snapshot.ts';
import { PATIENCE_MS } from '../patience.ts';
import type { Load } from './load.ts';

/** The service's counts so far, of channel readings except for messages. */
export interface Account {
  readings: number;
  stored: number;
  unkept: number;
  coalesced: number;
  published: number;
  unpublished: number;
}

/** Waits until nothing is in flight. The simulation must be off. */
export function settledAccount(url: string): Promise<Account> {
  return until(
    'everything measured to be stored and published',
    async () => {
      const value = await readMetrics(url);
      if (value('mensura_history_pending') > 0 || value('mensura_mqtt_queued') > 0) return undefined;
      return {
        readings: value('mensura_readings_total'),
        stored: value('mensura_history_stored_total'),
        unkept: value('mensura_history_dropped_total'),
        coalesced: value('mensura_coalesced_total'),
        published: value('mensura_mqtt_published_total'),
        unpublished: value('mensura_mqtt_dropped_total'),
      };
    },
    PATIENCE_MS,
  );
}

/** Arrivals outside between two accounts. */
export interface Arrived {
  /** Channel readings at the reader of the event stream. */
  atReader: number;
  /** Channel readings at the subscriber of the broker. */
  atSubscriber: number;
}

/** Channel readings that each path skipped or discarded, and counted. */
export interface LeftOut {
  forReader: number;
  forBroker: number;
  forHistory: number;
}

export function leftOutOf({ channels }: Load, before: Account, after: Account): LeftOut {
  return {
    forReader: after.coalesced - before.coalesced,
    forBroker: (after.unpublished - before.unpublished) * channels,
    forHistory: after.unkept - before.unkept,
  };
}

/** Paths on which readings neither arrived nor were counted, one sentence each. */
export function missing(load: Load, before: Account, after: Account, { atReader, atSubscriber }: Arrived): string[] {
  const measured = after.readings - before.readings;
  const { forHistory, forReader, forBroker } = leftOutOf(load, before, after);
  const ways = [
    ['on disk', after.stored - before.stored, forHistory],
    ['at the reader of the event stream', atReader, forReader],
    ['at the subscriber of the broker', atSubscriber, forBroker],
  ] as const;
  return ways
    .filter(([, came, leftOut]) => came + leftOut !== measured)
    .map(
      ([where, came, leftOut]) =>
        `Of ${measured} readings, ${came} are ${where} and ${leftOut} count as skipped or discarded.`,
    );
}
