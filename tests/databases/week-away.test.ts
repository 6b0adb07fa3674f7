/**
 * What waits for a real InfluxDB while it is away, with the limits of the outbox: a week, and a full disk. The clock is
 * moved by the test.
 */
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { databaseInputSchema } from '../../service/contract/index.ts';
import { databaseConfig } from '../../service/databases/configs.ts';
import { DatabaseSession } from '../../service/databases/session.ts';
import type { OutboxLimits, OutboxProblem } from '../../service/outbox/options.ts';
import { Outbox } from '../../service/outbox/outbox.ts';
import type { DeliveryOutcome, PublishRequest } from '../../service/outbox/types.ts';
import { silentLogger } from '../../service/support/logger.ts';
import { TestClock } from '../service/outbox/support.ts';
import { freshFolder } from '../support/process.ts';
import { MAY_MOUNT, mountSmallDisk } from '../support/small-disk.ts';
import { until } from '../support/until.ts';
import { type InfluxDB, startInfluxDB } from './support/servers.ts';

let server: InfluxDB;

beforeEach(async () => {
  server = await startInfluxDB();
});

const DAY_MS = 24 * 3_600_000;

/** As fast as a test needs it; sizes and ages are those of the product. */
const QUICK: Partial<OutboxLimits> = { flushMs: 50, saveMs: 50, retryMs: 50 };

interface Rig {
  clock: TestClock;
  outbox: Outbox;
  session: DatabaseSession;
  /** Times of the lines that were pushed, and of those that the server accepted, in order. */
  pushed: number[];
  accepted: number[];
  problems: (OutboxProblem | null)[];
  push(): void;
}

/** An outbox and its session, as a database of this name has them. */
async function startWriting(database: string, folder: string, clock = new TestClock()): Promise<Rig> {
  const input = databaseInputSchema.parse({ kind: 'influxdb1', name: database, url: server.url, database });
  const problems: (OutboxProblem | null)[] = [];
  const common = { clock, logger: silentLogger };
  const outbox = new Outbox({
    ...common,
    folder,
    owner: `database "${database}"`,
    prefix: '',
    qos: 1,
    storing: true,
    limits: QUICK,
    onProblem: (problem) => problems.push(problem),
  });
  const accepted: number[] = [];
  const source = {
    take: () => outbox.take(),
    rewind: () => outbox.rewind(),
    settle: (message: PublishRequest, outcome: DeliveryOutcome) => {
      if (outcome.kind === 'delivered') accepted.push(Number(message.payload.split(' ').at(-1)));
      outbox.settle(message, outcome);
    },
    get size() {
      return outbox.size;
    },
    set onReady(call: (() => void) | undefined) {
      outbox.onReady = call;
    },
  };
  const config = databaseConfig('b00000001', undefined, input);
  const limits = { batchMs: 10, checkMs: 5, retry: { firstMs: 50, longestMs: 50 } };
  const session = new DatabaseSession({ ...common, config, source, limits });
  await outbox.start();
  session.start();
  onTestFinished(async () => {
    await session.stop();
    await outbox.stop();
  });
  const pushed: number[] = [];
  const push = (): void => {
    const at = Math.round(clock.now());
    outbox.push({ topic: 'line', payload: `mensura,serial=E24638 temperature=${pushed.length} ${at}`, at });
    pushed.push(at);
  };
  return { clock, outbox, session, pushed, accepted, problems, push };
}

async function storedTimes(database: string): Promise<number[]> {
  return (await server.values(database, 'temperature')).map(({ at }) => at).toSorted((one, other) => one - other);
}

test('of eight days without the server, the last seven arrive in order, and the first is counted as discarded', async () => {
  await server.query('CREATE DATABASE week');
  const everyMs = 20_000;
  const count = (8 * DAY_MS) / everyMs;
  // The days are in the past: a server may refuse the future.
  const clock = new TestClock();
  clock.wallShift = -8 * DAY_MS;
  const { outbox, session, pushed, accepted, push } = await startWriting('week', join(freshFolder(), 'outbox'), clock);
  push();
  await until('it to be online', () => session.status.state === 'online' && outbox.size === 0);
  await server.kill();
  for (let index = 0; index < count; index += 1) {
    clock.pass(everyMs);
    push();
    // Memory has room for 10,000 lines that are not on disk yet.
    if (index % 4000 === 0) await outbox.flush();
  }
  await until('the state', () => session.status.state === 'waiting' && session.status.error?.code === 'port-refused');
  const kept = pushed.slice(1).filter((at) => clock.now() - at <= 7 * DAY_MS);
  expect(kept.length).toBeGreaterThan(0.87 * count);
  expect(outbox.discarded).toBeLessThanOrEqual(count - kept.length);
  await server.start();
  session.connectNow();
  await until('an empty outbox', () => outbox.size === 0 && session.status.state === 'online');
  const [first = 0] = pushed;
  // The clock went on while the server started: a line or two of the oldest may have become too old since.
  const arrived = accepted.slice(1);
  expect(arrived.length).toBeGreaterThan(kept.length - 10);
  expect(arrived.length).toBeLessThanOrEqual(kept.length);
  expect(arrived).toEqual(pushed.slice(-arrived.length));
  expect(outbox.discarded).toBe(count - arrived.length);
  expect(await storedTimes('week')).toEqual([first, ...arrived]);
});

test.skipIf(!MAY_MOUNT)(
  'on a full disk, memory keeps the newest lines, discarded ones are counted, and all others arrive in order',
  async () => {
    await server.query('CREATE DATABASE full');
    const disk = mountSmallDisk('8m');
    const folder = join(disk.folder, 'outbox');
    const { clock, outbox, session, pushed, accepted, problems, push } = await startWriting('full', folder);
    await server.kill();
    const pushMany = (count: number): void => {
      for (let index = 0; index < count; index += 1) {
        clock.pass(1);
        push();
      }
    };
    pushMany(2000);
    await outbox.flush();
    disk.fill();
    pushMany(15_000);
    const problem = await until('the problem', () => problems.at(-1));
    expect(problem).toEqual({
      text: `Cannot store the outbox of database "full" in ${folder}: the disk is full. Messages are held in memory, which has limited space.`,
      remedy: 'Free up disk space. Mensura retries automatically.',
    });
    const { discarded } = outbox;
    expect(discarded).toBeGreaterThan(0);
    expect(outbox.size).toBe(pushed.length - discarded);
    disk.free();
    await until('the end of the problem', () => problems.at(-1) === null);
    await server.start();
    session.connectNow();
    await until('an empty outbox', () => outbox.size === 0 && session.status.state === 'online');
    expect(outbox.discarded).toBe(discarded);
    // What was on disk already, and the newest.
    const before = accepted.findIndex((at, index) => at !== pushed[index]);
    expect(before).toBeGreaterThanOrEqual(2000);
    expect(accepted).toEqual([...pushed.slice(0, before), ...pushed.slice(before + discarded)]);
    expect(await storedTimes('full')).toEqual(accepted);
  },
);
