/** Follows every reading through storage and delivery, once everything has stopped. */
import type { AppStatus, HistoryStorage, Measurement } from '../../../service/contract/index.ts';
import { clientStatus, untilDrained } from '../../support/load/publishing.ts';
import { untilQuiet } from '../../support/load/quiet.ts';
import { until } from '../../support/until.ts';
import type { Problems } from '../support/outcome.ts';
import { account, few } from '../support/readings.ts';
import { type AwayAccount, accountAway } from './away.ts';
import { numberOf, READING_MS } from './counted-instrument.ts';
import { balanceDatabases, type DatabaseBalance } from './databases.ts';
import { csvRows, keptNumbers, keptReadings } from './kept.ts';
import { accountNumbers, type NumberAccount, type Session } from './numbers.ts';
import { configure } from './requests.ts';
import { AWAY, type Rig } from './rig.ts';

/** Allowed readings before the service knows the device (20 s), and in a pulled cable (1 s). */
const ALLOWANCES = { early: 20_000 / READING_MS, inCable: 1000 / READING_MS };

/** Stops all devices and waits until everything in flight has arrived. */
export async function silence({
  service,
  instruments,
  remote,
  sensgate,
  slow,
  quick,
  arrivals,
  databases,
}: Rig): Promise<void> {
  for (const instrument of [...instruments, remote.instrument]) instrument.pause();
  await configure(service.url, { simulate: false });
  await sensgate.stop();
  slow.resume();
  await untilDrained(service.url, 'main', { patienceMs: 300_000 });
  await databases.untilWritten(service.url);
  await untilQuiet(() => arrivals.length + quick.total + slow.total);
  // CSV rows are written with a delay.
  await configure(service.url, { csv_log: false });
}

/** Counts of all places; `lost` is the sum of what any of them lacks. */
export interface Balance {
  sent: number;
  early: number;
  inCable: number;
  readings: number;
  moments: number;
  coalesced: number;
  repeated: number;
  awaySent: number;
  awayKept: number;
  away: AwayAccount;
  csvRows: number;
  databases: DatabaseBalance;
  alarms: number;
  lost: number;
}

/** @param from start of the run, milliseconds since 1970 */
export async function balance(rig: Rig, from: number, problems: Problems): Promise<Balance> {
  const { service, quick, slow, arrivals, instruments, remote, ways } = rig;
  let lost = 0;
  const same = (what: string, is: number, of: number): void => {
    problems.unless(is === of, `${what}: ${is} of ${of}`);
    lost += Math.max(0, of - is);
  };

  const status = await rig.read<AppStatus>('/app/v1/status');
  same('readings in the event stream, of those counted', quick.total, status.readings_total);
  const { coalesced_total: coalesced } = status;
  const heard = slow.total + coalesced;
  problems.unless(
    heard === quick.total,
    `the slow reader received ${slow.total} readings and skipped ${coalesced}, of ${quick.total}`,
  );
  lost += Math.max(0, quick.total - heard);
  problems.unless(coalesced > 0, 'the slow reader was never slow');

  const storage = await until('the history to be written', async () => {
    const facts = await rig.read<HistoryStorage>('/app/v1/history/storage');
    return facts.pending === 0 && facts;
  });
  same('discarded readings of the history', storage.dropped_total, 0);
  const kept = await keptReadings(service.url, from);
  const away = `gateway/${AWAY}`;
  for (const [device, count] of quick.readings) {
    // Late readings of the remote Mensura are stored, but not sent on the event stream.
    const there = kept.get(device) ?? 0;
    same(
      `${device}: readings in the history, of those reported`,
      device === away ? Math.min(there, count) : there,
      count,
    );
  }
  const all = [...kept.values()].reduce((sum, count) => sum + count, 0);
  same('readings in the history, of those it counts as stored', all, storage.stored_total);

  const published = account(quick.moments, arrivals);
  const { missing, unknown, late, repeated } = published;
  problems.unless(missing.length === 0, `${missing.length} sample sets did not reach the subscriber: ${few(missing)}`);
  problems.unless(unknown.length === 0, `${unknown.length} sample sets only reached the subscriber: ${few(unknown)}`);
  problems.unless(late.length === 0, `${late.length} sample sets arrived out of order: ${few(late)}`);
  lost += missing.length;
  const { dropped } = await clientStatus(service.url, 'main');
  problems.unless(dropped === 0, `the MQTT client counts ${dropped} discarded messages`);

  const numbered: NumberAccount[] = [];
  const follow = async (url: string, serial: string, sessions: readonly Session[]): Promise<void> => {
    const traced = accountNumbers(sessions, await keptNumbers(url, { family: 'usb', serial }, from), ALLOWANCES);
    numbered.push(traced);
    for (const fault of ['lost', 'repeated', 'unknown'] as const) {
      const list = traced[fault];
      problems.unless(list.length === 0, `${serial}: ${list.length} ${fault}: ${few(list.map(String))}`);
    }
    lost += traced.lost.length;
  };
  for (const { serial, sessions } of instruments) await follow(service.url, serial, sessions);
  await follow(remote.url, AWAY, remote.instrument.sessions);
  // Here its readings without a connection are gaps; the others must be as sent, each once.
  const here = await keptNumbers(service.url, { family: 'gateway', serial: AWAY }, from);
  const { unknown: invented, repeated: twice } = accountNumbers(remote.instrument.sessions, here, ALLOWANCES);
  problems.unless(invented.length === 0, `${AWAY}: ${invented.length} invented readings: ${few(invented.map(String))}`);
  problems.unless(twice.length === 0, `${AWAY}: ${twice.length} readings stored twice: ${few(twice.map(String))}`);

  const seen = { sent: ways.remote.sent, received: ways.reader.received, subscriptions: ways.reader.subscriptions };
  const between = accountAway({ ...seen, numberOf: numberIn, kept: here });
  const { missing: gone } = between;
  problems.unless(
    gone.length === 0,
    `${AWAY}: ${gone.length} readings not stored in spite of a connection: ${few(gone.map(String))}`,
  );
  problems.unless(between.between > 0, `${AWAY}: nothing was published while both were connected`);
  lost += gone.length;

  const databases = await balanceDatabases(rig, from, problems);
  lost += databases.lost;
  const rows = await until('the CSV files to be written', () => csvRows(service.dataDir));
  for (const [device, count] of quick.momentsOf) {
    if (device !== away)
      same(`${device}: rows in CSV files, of the sample sets reported`, rows.get(device) ?? 0, count);
  }
  const sum = (of: (account: NumberAccount) => number): number => numbered.reduce((total, each) => total + of(each), 0);
  return {
    sent: instruments.reduce((total, { sent }) => total + sent, remote.instrument.sent),
    early: sum(({ early }) => early),
    inCable: sum(({ inCable }) => inCable),
    readings: quick.total,
    moments: quick.moments.length,
    coalesced,
    repeated: repeated.length,
    awaySent: remote.instrument.sent,
    awayKept: here.length,
    away: between,
    csvRows: [...rows.values()].reduce((total, count) => total + count, 0),
    databases,
    alarms: quick.alarms.size,
    lost,
  };
}

/** The number of a reading of a counted device. @param payload of a `measurement` topic */
function numberIn(payload: string): number | undefined {
  const { values } = JSON.parse(payload) as Measurement;
  const magnitude = values['atmospheric_pressure']?.magnitude;
  return magnitude === null || magnitude === undefined ? undefined : numberOf(magnitude);
}
