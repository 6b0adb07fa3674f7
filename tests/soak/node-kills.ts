/**
 * Kills the nodes of a cluster of NATS in turn, to which two installations publish without a pause. Every reading
 * arrives at a gateway, in order. NATS restarts with its data; the next node is killed once all have current replicas.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { endAll } from '../support/at-end.ts';
import { type NatsCluster, startNatsCluster, untilReplicated } from '../support/mqtt/nats.ts';
import {
  FLEET,
  type NatsGateway,
  NatsPublishers,
  startGateway,
  subscribeLast,
  untilShown,
} from '../support/mqtt/nats-fleet.ts';
import { Random } from '../support/random.ts';
import { type Outcome, Problems } from './support/outcome.ts';
import { account, few } from './support/readings.ts';

export interface NodeKillsOptions {
  durationMs: number;
  seed: number;
}

/** Ranges, in milliseconds: before a kill, and until the killed node is started. */
const RUNNING_MS = { min: 500, max: 4000 };
const DEAD_MS = { min: 500, max: 8000 };

/** Time between two readings of each device, in milliseconds. */
const PERIOD_MS = 20;

export async function nodeKills(options: NodeKillsOptions): Promise<Outcome> {
  try {
    return await run(options);
  } finally {
    await endAll();
  }
}

async function run({ durationMs, seed }: NodeKillsOptions): Promise<Outcome> {
  const nodes = await startNatsCluster();
  const [first, second, third] = nodes;
  const publishers = await NatsPublishers.start([first, second]);
  const gateway = startGateway(third);
  await untilShown(gateway);
  await subscribeLast(third);
  await untilReplicated(nodes, FLEET);
  const kills = await killInTurn(nodes, publishers, { durationMs, seed });
  // Whatever arrived is accounted for below.
  const failure = await publishers.untilAllAt(gateway, 'at the end').catch((error: unknown) => error);
  return verdict(publishers, gateway, { kills, durationMs, seed, failure });
}

/** @returns the number of kills */
async function killInTurn(
  nodes: NatsCluster,
  publishers: NatsPublishers,
  { durationMs, seed }: NodeKillsOptions,
): Promise<number> {
  const random = new Random(seed);
  const [first, second] = nodes;
  const end = Date.now() + durationMs;
  const timer = setInterval(() => publishers.send(1), PERIOD_MS);
  let kills = 0;
  try {
    while (Date.now() < end) {
      const node = kills % 2 === 0 ? first : second;
      await delay(random.whole(RUNNING_MS.min, RUNNING_MS.max));
      await node.kill();
      kills += 1;
      await delay(random.whole(DEAD_MS.min, DEAD_MS.max));
      await node.start();
      await untilReplicated(nodes, FLEET);
      if (kills % 10 === 0) console.log(`  ${kills} kills, ${publishers.sent} readings of each device`);
    }
  } finally {
    clearInterval(timer);
  }
  return kills;
}

function verdict(
  publishers: NatsPublishers,
  { got, adapter }: NatsGateway,
  { kills, durationMs, seed, failure }: NodeKillsOptions & { kills: number; failure: unknown },
): Outcome {
  const truth = Array.from({ length: publishers.sent }, (_, index) => String(index + 1));
  const problems = new Problems();
  const facts = [`${Math.round(durationMs / 1000)} s (seed ${seed}): ${kills} kills in turn`];
  for (const [serial, numbers] of got) {
    const { arrived, missing, unknown, repeated, late } = account(truth, numbers.map(String));
    facts.push(`${serial}: ${arrived} of ${truth.length} readings arrived; ${repeated.length} arrived twice`);
    problems.unless(missing.length === 0, `${serial}: ${missing.length} readings never arrived: ${few(missing)}`);
    problems.unless(unknown.length === 0, `${serial}: ${unknown.length} unknown readings: ${few(unknown)}`);
    problems.unless(late.length === 0, `${serial}: ${late.length} readings arrived out of order: ${few(late)}`);
  }
  problems.unless(failure === undefined, String(failure));
  problems.unless(adapter.status.refused === 0, `the gateway refused ${adapter.status.refused} messages`);
  problems.unless(kills > 1, 'too few kills for a test');
  return { facts, problems: problems.list };
}
