/** A fleet that writes to one database: up to which rate, and at which cost. */
import { setTimeout as delay } from 'node:timers/promises';
import { withEnds } from '../../support/ends.ts';
import { startChild } from '../gateways/child.ts';
import { cpuSeconds } from '../process-figures.ts';
import { type Result, resultOf, type Section } from '../results.ts';
import type { DatabaseFleetCount, DatabaseFleetOrder, DatabaseFleetTask } from './programs/fleet.ts';
import { DATABASES, databaseObstacle, type StartDatabase } from './servers.ts';

export interface DatabaseRatesOptions {
  rounds: number;
  installations: number;
  /** Of each installation, at 1 Hz. */
  devices: readonly number[];
  warmUpMs: number;
  durationMs: number;
}

const PERIOD_MS = 1000;

/** Decimals of the values, as most devices send them. */
const DECIMALS = 2;

/** Share of the lines due that a sustained rate accepts. */
const LEAST_SHARE = 0.95;

interface Run {
  name: string;
  due: number;
  lines: number;
  /** Microseconds of processor time per line. */
  server: number;
  fleet: number;
  /** Share of one core. */
  serverShare: number;
  bytes: number;
  slowestMs: number;
  lost: number;
}

export async function measureDatabaseRates(options: DatabaseRatesOptions): Promise<Section> {
  const { rounds, installations, devices, warmUpMs, durationMs } = options;
  const section: Section = {
    title: 'A fleet that writes to one database',
    method:
      `${installations} emulated installations (\`npm run emulate:fleet\`) in one process, each with ${devices.join(', ')} ` +
      `devices at 1 Hz (1 or 7 channels, 4 on average, ${DECIMALS} decimals), one compressed request a second over a ` +
      'connection of its own. Database and fleet share the processors. Lines due are installations times devices a ' +
      'second; processor time is that of all threads. ' +
      `${rounds} rounds of ${durationMs} ms in turn, with fresh processes, after ${warmUpMs} ms of warm-up.`,
    results: [],
  };
  const obstacle = databaseObstacle();
  if (obstacle) return { ...section, skipped: obstacle };
  const runs: Run[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const each of devices) {
      for (const start of DATABASES) runs.push(await runOne(start, each, options));
    }
  }
  const names = [...new Set(runs.map(({ name }) => name))];
  const behind = names.filter((name) => {
    const all = runs.filter((run) => run.name === name);
    return all.some(({ lines, due }) => lines < LEAST_SHARE * due);
  });
  return {
    ...section,
    ...(behind.length > 0 && {
      remarks: [`In at least one round, fewer than ${LEAST_SHARE * 100} % of the lines due: ${behind.join(', ')}.`],
    }),
    problems: runs
      .filter(({ lost }) => lost !== 0)
      .map(({ name, lost }) => `${name}: ${lost} lines were neither accepted nor discarded by a limit.`),
    results: names.flatMap((name) => resultsOf(name, runs)),
  };
}

function runOne(start: StartDatabase, devices: number, options: DatabaseRatesOptions): Promise<Run> {
  return withEnds(async (atEnd) => {
    const { installations, warmUpMs, durationMs } = options;
    const { name, pid, target } = await start(atEnd);
    const task: DatabaseFleetTask = { target, installations, devices, periodMs: PERIOD_MS, decimals: DECIMALS };
    const fleet = await startChild<DatabaseFleetCount, DatabaseFleetOrder>(atEnd, 'databaseFleet', task);
    const look = async () => ({
      count: await fleet.ask('count'),
      server: cpuSeconds(pid),
      fleet: cpuSeconds(fleet.pid),
      at: performance.now(),
    });
    await delay(warmUpMs);
    const before = await look();
    await delay(durationMs);
    const after = await look();
    const seconds = (after.at - before.at) / 1000;
    const lines = after.count.accepted - before.count.accepted;
    const end = await fleet.ask('stop');
    const due = (installations * devices * 1000) / PERIOD_MS;
    return {
      name: `${name}, ${due} lines/s`,
      due,
      lines: lines / seconds,
      server: ((after.server - before.server) / lines) * 1e6,
      fleet: ((after.fleet - before.fleet) / lines) * 1e6,
      serverShare: (after.server - before.server) / seconds,
      bytes: (after.count.bytes - before.count.bytes) / lines,
      slowestMs: end.slowestMs,
      lost: end.sampled - end.accepted - end.discarded,
    };
  });
}

function resultsOf(name: string, runs: readonly Run[]): Result[] {
  const own = runs.filter((run) => run.name === name);
  const figure = (
    what: string,
    unit: string,
    key: 'lines' | 'server' | 'fleet' | 'serverShare' | 'bytes' | 'slowestMs',
  ) =>
    resultOf(
      `${name}: ${what}`,
      unit,
      own.map((run) => run[key]),
    );
  return [
    figure('accepted', '1/s', 'lines'),
    figure('database, time per line', 'µs', 'server'),
    figure('database, share of one core', '', 'serverShare'),
    figure('fleet, time per line', 'µs', 'fleet'),
    figure('sent per line', 'bytes', 'bytes'),
    figure('slowest acceptance', 'ms', 'slowestMs'),
  ];
}
