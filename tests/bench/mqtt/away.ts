/** Memory and disk during a long outage of a broker, and delivery afterwards. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type AtEnd, withEnds } from '../../support/ends.ts';
import { keepingBroker } from '../../support/load/brokers.ts';
import { ProcessWatch } from '../../support/load/process-watch.ts';
import { addClients, type Load } from '../../support/load/publishing.ts';
import { untilQuiet } from '../../support/load/quiet.ts';
import { startWitness } from '../../support/load/witness.ts';
import { ServerProcess } from '../server-process.ts';
import { Account } from './account.ts';
import { Ledger } from './ledger.ts';
import { takeSnapshot } from './snapshot.ts';

/** Time between checks of the process and its folder, in milliseconds. */
const SAMPLE_MS = 500;

/** Time limit from the broker's acknowledgment to the subscriber, in milliseconds. */
const DELIVERY_MS = 300_000;

export interface AwayRun {
  /** Length of the outage, in seconds. */
  seconds: number;
  /** Resident memory: medians of the first and last third of the outage, and the maximum, in MiB. */
  firstThird: number;
  lastThird: number;
  most: number;
  /** Lowest script memory in use in the first and last third, in MiB. */
  heapFirst: number;
  heapLast: number;
  /** Maximum size of the client's folder, in MiB. */
  disk: number;
  /** Readings during the outage, queued at its end, and discarded. */
  taken: number;
  waiting: number;
  dropped: number;
  /** Readings received per second until the queue is empty, including new ones. */
  perSecond: number;
  /** As counted by the subscriber. */
  missing: number;
  repeated: number;
  /** Readings of the registry that are neither acknowledged, queued, nor counted as discarded. */
  unaccounted: number;
  /** Acknowledged readings that did not reach the subscriber. */
  absent: number;
}

/**
 * @param load a multiple of the number of simulated products
 * @param readings minimum number during the outage
 */
export function runAway(load: Load, readings: number): Promise<AwayRun> {
  return withEnds((atEnd) => run(atEnd, load, readings));
}

async function run(atEnd: AtEnd, load: Load, readings: number): Promise<AwayRun> {
  const broker = await keepingBroker(atEnd);
  await broker.start();
  const ledger = new Ledger(load.devices);
  await startWitness(atEnd, { port: broker.port, onLine: (line) => ledger.add(line) });
  // The broker stores messages for the witness.
  await broker.stop();

  const service = await ServerProcess.start('publishing', JSON.stringify(load));
  atEnd(() => service.stop());
  await addClients(service.url, { away: broker.port });
  await delay(SAMPLE_MS);
  const account = await Account.open(service.url, load.devices);
  const watch = new ProcessWatch(service.pid, SAMPLE_MS);
  atEnd(() => watch.stop());
  watch.start();
  const begin = performance.now();
  const heaps: number[] = [];
  let disk = 0;
  let last = await takeSnapshot(service.url);
  while (last.queued + last.dropped < readings) {
    await delay(SAMPLE_MS);
    disk = Math.max(disk, folderBytes(join(service.dataDir, 'mqtt')));
    last = await takeSnapshot(service.url);
    heaps.push(last.heap);
  }
  const seconds = (performance.now() - begin) / 1000;
  watch.stop();

  const comeback = performance.now();
  await broker.start();
  const { queued: waiting, dropped } = await takeSnapshot(service.url);
  let now = last;
  do {
    await delay(100);
    now = await takeSnapshot(service.url);
  } while (now.queued > (load.devices * 1000) / load.periodMs);
  const perSecond = (now.published / (performance.now() - comeback)) * 1000;
  const unaccounted = await account.unaccounted();
  await service.stop();
  const atSubscriber = (): number => ledger.arrived + ledger.repeated;
  const deadline = performance.now() + DELIVERY_MS;
  while (atSubscriber() < now.published && performance.now() < deadline) await delay(100);
  // Messages in flight when the service stopped follow.
  await untilQuiet(atSubscriber);
  const [firstThird, lastThird] = watch.thirds();
  return {
    seconds,
    firstThird,
    lastThird,
    most: watch.mostMebibytes,
    heapFirst: Math.min(...heaps.slice(0, Math.ceil(heaps.length / 3))),
    heapLast: Math.min(...heaps.slice(-Math.ceil(heaps.length / 3))),
    disk: disk / 2 ** 20,
    taken: last.queued + last.dropped,
    waiting,
    dropped,
    perSecond,
    missing: ledger.missing,
    repeated: ledger.repeated,
    unaccounted,
    absent: Math.max(0, now.published - atSubscriber()),
  };
}

function folderBytes(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    // A segment may be deleted between the two calls.
    bytes += statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes;
}
