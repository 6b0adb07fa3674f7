/**
 * Kills the service at random times, also during its start, with everything on: history, CSV files, alarms, two MQTT
 * clients of which one has no broker, changes of settings and clients, exports. Every start finds whole files and the
 * confirmed state, without at most the last seconds of readings.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type AtEnd, withEnds } from '../support/ends.ts';
import { type Filling, fillHistory } from '../support/filled-history.ts';
import { freePort } from '../support/free-port.ts';
import { quietBroker } from '../support/load/brokers.ts';
import {
  addClients,
  clientStatus,
  dataFolder,
  kill,
  send,
  startPublishing,
  untilDrained,
} from '../support/load/publishing.ts';
import { untilQuiet } from '../support/load/quiet.ts';
import { startWitness } from '../support/load/witness.ts';
import { Random } from '../support/random.ts';
import { until } from '../support/until.ts';
import { shownClients } from './client-changes.ts';
import { Exporter } from './kills/exporter.ts';
import { alarmsOf, makeLedgers } from './kills/ledgers.ts';
import { csvMoments, historyProblems, leftovers, momentsKept, momentText, startProblems } from './kills/look.ts';
import { killInStart } from './kills/starting.ts';
import { judge } from './outbox-kills.ts';
import { ClientBook } from './support/client-book.ts';
import { ClientChanger } from './support/client-changer.ts';
import { LOSS_MS, lossesOf, type Run } from './support/losses.ts';
import { type Outcome, Problems } from './support/outcome.ts';
import { few } from './support/readings.ts';
import { startTap } from './support/tap.ts';

/** 200 sample sets a second. */
const LOAD = { devices: 4, periodMs: 20 };

/** Time before a kill of the running service, and of a start, in milliseconds. */
const RUN_MS = { min: 300, max: 5000 };
const START_MS = { min: 30, max: 700 };

/**
 * Maximum age of CSV rows lost by a kill, in milliseconds: rows are written every second, and after a slow write a
 * second later.
 */
const CSV_LOSS_MS = 4000;

/** The share of kills during a start. */
const IN_START = 0.2;

/** The permanent clients, and those added and removed. */
const OWN = ['steady', 'remote'];
const GUESTS = ['guest-0', 'guest-1'];

export function kills(options: { kills: number; seed: number }): Promise<Outcome> {
  return withEnds((atEnd) => run(atEnd, options));
}

async function run(atEnd: AtEnd, { kills: count, seed }: { kills: number; seed: number }): Promise<Outcome> {
  const random = new Random(seed);
  const problems = new Problems();
  const [steady, remote] = [await quietBroker(atEnd), await quietBroker(atEnd)];
  const tap = await startTap(atEnd, remote.port);
  const truth: string[] = [];
  const arrivals: string[] = [];
  const hear = (port: number, client: string, readings: string[]) =>
    startWitness(atEnd, { port, filter: `${client}/+/measurement`, onLine: (reading) => readings.push(reading) });
  await hear(steady.port, 'steady', truth);
  await hear(remote.port, 'remote', arrivals);

  const folder = await dataFolder(atEnd);
  const begin = Date.now();
  const filling: Filling = { channels: 4, perChannel: 40_000, from: begin - 86_400_000, stepMs: 1000 };
  await fillHistory(folder, filling);
  const exporter = new Exporter(filling, await dataFolder(atEnd));
  const first = await startPublishing(atEnd, folder);
  await send(first.url, 'PATCH', '/app/v1/settings', { csv_log: true });
  await addClients(first.url, { steady: steady.port, remote: tap.port });
  const ledgers = await makeLedgers(first.url);
  await exporter.learn(first.url);
  await first.stop();

  const book = new ClientBook();
  const ports = [steady.port, await freePort()];
  const changer = (url: string): ClientChanger => new ClientChanger({ url, identifiers: GUESTS, ports, book, random });

  /** The state after a start must be the confirmed one. */
  const audit = async (url: string, where: string): Promise<void> => {
    const clients = await shownClients(url, problems);
    for (const own of OWN) problems.unless(clients.delete(own), `${where}: the client "${own}" is lost`);
    const found = [...book.audit(clients), ...(await startProblems(url, folder, GUESTS))];
    for (const ledger of ledgers) found.push(...(await ledger.audit(url)));
    problems.list.push(...found.map((problem) => `${where}: ${problem}`));
  };

  const runs: Run[] = [];
  let waited = 0;
  let inStart = 0;
  let changes = 0;
  for (let number = 1; number <= count; number += 1) {
    if (random.next() < 0.3) await tap.open();
    else await tap.close();
    const startedAt = Date.now();
    if (random.next() < IN_START) {
      inStart += 1;
      await killInStart(folder, LOAD, random.whole(START_MS.min, START_MS.max));
      runs.push({ startedAt, servingAt: Date.now(), killedAt: Date.now() });
    } else {
      const known = truth.length;
      const service = await startPublishing(atEnd, folder, LOAD);
      const servingAt = Date.now();
      await audit(service.url, `after kill ${number - 1}`);
      await until('readings', () => truth.length > known);
      const guest = changer(service.url);
      const busy = [guest.run(), exporter.run(service.url), ...ledgers.map((ledger) => ledger.run(service.url))];
      await delay(random.whole(RUN_MS.min, RUN_MS.max));
      waited = Math.max(waited, (await clientStatus(service.url, 'remote')).queued);
      const killedAt = Date.now();
      await kill(service);
      runs.push({ startedAt, servingAt, killedAt });
      const refusals = [...guest.refusals, ...(await Promise.all(busy)).flatMap((refused) => refused ?? [])];
      problems.unless(refusals.length === 0, `${refusals.length} refused before kill ${number}: ${few(refusals)}`);
      changes += guest.confirmed;
    }
    problems.list.push(...(await historyProblems(folder)).map((problem) => `kill ${number}: ${problem}`));
  }
  await tap.open();
  const last = await startPublishing(atEnd, folder);
  await audit(last.url, `after kill ${count}`);
  for (const own of OWN) await untilDrained(last.url, own, { patienceMs: 300_000 });
  await untilQuiet(() => truth.length + arrivals.length);
  const kept = await momentsKept(last.url, begin);
  const { alarms } = await alarmsOf(last.url);
  problems.unless(alarms.length > 0, 'the rule never raised an alarm');
  const code = await last.stop();
  problems.unless(code === 0, `the last stop ended with exit code ${code}`);
  problems.list.push(...(await leftovers(folder)), ...exporter.problems);

  const outbox = judge({ truth, arrivals, runs, waited, tap });
  const csv = await csvMoments(folder);
  problems.list.push(...outbox.problems, ...csv.problems);
  const moments = new Set(truth.map(momentOfReading));
  const facts = [...outbox.facts];
  for (const [where, found, lossMs] of [
    ['the history', kept, LOSS_MS],
    ['the CSV files', csv.moments, CSV_LOSS_MS],
  ] as const) {
    const there = new Set(found);
    const { atKill, lost } = lossesOf(
      [...moments].filter((moment) => !there.has(moment)),
      runs,
      lossMs,
    );
    problems.unless(lost.length === 0, `${lost.length} readings are missing in ${where}: ${few(lost)}`);
    facts.push(`${where}: ${there.size} sample sets; the oldest lost was ${Math.max(0, ...atKill)} ms old at the kill`);
  }
  const confirmed = ledgers.reduce((sum, ledger) => sum + ledger.changes, changes);
  problems.unless(confirmed >= count, `only ${confirmed} changes were confirmed`);
  problems.unless(
    exporter.counts.whole > 0 && exporter.counts.broken > 0,
    'no export was complete, or none was interrupted',
  );
  facts.unshift(
    `${count} kills, ${inStart} of them during a start (seed ${seed}); ${confirmed} changes confirmed`,
    `${exporter.counts.whole} exports complete, ${exporter.counts.broken} interrupted and recognized as such`,
  );
  return { facts, problems: problems.list };
}

/** The sample set of a published reading. */
function momentOfReading(payload: string): string {
  const { serial, timestamp } = JSON.parse(payload) as { serial: string; timestamp: string };
  return momentText(serial, timestamp);
}
