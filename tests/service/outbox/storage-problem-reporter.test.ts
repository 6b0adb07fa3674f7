import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, type TestContext, test } from 'vitest';
import {
  DELIVERED,
  drain,
  figures,
  LAZY,
  makeFolder,
  makeOutbox,
  numbered,
  numberOf,
  type Observed,
  PATIENCE,
  pushAll,
  range,
  startOutbox,
  takeNext,
  takeThere,
} from './support.ts';

function lastProblem({ problems }: Observed) {
  return problems.at(-1);
}

function succeeds(program: string, ...args: string[]): boolean {
  return spawnSync(program, args).status === 0;
}

/** A disk of its own, of 256 KiB. Where this user may not make one, the test is skipped. */
function makeSmallDisk(context: TestContext): string {
  const folder = join(makeFolder(), 'disk');
  mkdirSync(folder, { recursive: true });
  const mounted = succeeds('mount', '-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder);
  context.skip(!mounted, 'a disk of its own needs Linux and the rights of root');
  onTestFinished(() => void succeeds('umount', '-l', folder));
  return folder;
}

describe('an outbox that cannot write', () => {
  test('does not start, says why, works in memory, and goes to disk as soon as it can', async () => {
    const folder = makeFolder();
    writeFileSync(folder, 'in the way');
    const observed = makeOutbox(folder);
    const { outbox } = observed;
    onTestFinished(() => outbox.destroy());
    await expect(outbox.start()).rejects.toThrow(/EEXIST|ENOTDIR/);
    expect(observed.problems).toEqual([
      {
        text: `Cannot store the outbox of MQTT client lab in ${folder}: a file exists where a folder is required. Messages are held in memory, which has limited space.`,
        remedy: 'Move or rename that file. Mensura retries automatically.',
      },
    ]);
    pushAll(outbox, range(1, 20));
    expect(takeThere(outbox, 5).map(numberOf)).toEqual(range(1, 5));
    rmSync(folder);
    await expect.poll(() => lastProblem(observed), PATIENCE).toBeNull();
    expect(observed.problems).toHaveLength(2);
    await outbox.flush();
    const copy = makeFolder();
    cpSync(folder, copy, { recursive: true });
    const second = await startOutbox(copy);
    expect(await drain(second.outbox)).toEqual(range(1, 20));
  });

  test('takes up what an earlier run stored when it can, though newer ones are on their way by then', async () => {
    const folder = makeFolder();
    const first = await startOutbox(folder, { limits: LAZY });
    pushAll(first.outbox, range(1, 10));
    await first.outbox.stop();
    renameSync(folder, `${folder}.away`);
    writeFileSync(folder, 'in the way');
    const observed = makeOutbox(folder, { limits: { memoryMessages: 64 } });
    const { outbox } = observed;
    await expect(outbox.start()).rejects.toThrow();
    pushAll(outbox, range(11, 20));
    const taken = takeThere(outbox, 4);
    expect(taken.map(numberOf)).toEqual(range(11, 14));
    rmSync(folder);
    renameSync(`${folder}.away`, folder);
    await expect.poll(() => lastProblem(observed), PATIENCE).toBeNull();
    expect(outbox.size).toBe(20);
    outbox.settle(taken[1]!, DELIVERED);
    const next = await takeNext(outbox, 3);
    expect(numberOf(next!)).toBe(1);
    outbox.rewind();
    await outbox.stop();
    // Those that were on their way come last now: they were written when all others were on disk.
    const second = await startOutbox(folder);
    const left = await drain(second.outbox);
    expect(left.toSorted((a, b) => a - b)).toEqual([...range(1, 11), ...range(13, 20)]);
    expect(left.slice(0, 10)).toEqual(range(1, 10));
  });

  test('gives back in order what was on its way when older ones were found', async () => {
    const folder = makeFolder();
    const first = await startOutbox(folder, { limits: LAZY });
    pushAll(first.outbox, range(1, 100));
    await first.outbox.stop();
    renameSync(folder, `${folder}.away`);
    writeFileSync(folder, 'in the way');
    const observed = makeOutbox(folder, { limits: { memoryMessages: 64 } });
    const { outbox } = observed;
    onTestFinished(() => outbox.destroy());
    await expect(outbox.start()).rejects.toThrow();
    pushAll(outbox, range(101, 120));
    takeThere(outbox, 4);
    rmSync(folder);
    renameSync(`${folder}.away`, folder);
    await expect.poll(() => lastProblem(observed), PATIENCE).toBeNull();
    pushAll(outbox, range(121, 125));
    outbox.rewind();
    await outbox.flush();
    takeThere(outbox, 10);
    outbox.rewind();
    await outbox.flush();
    expect(await drain(outbox)).toEqual([...range(101, 104), ...range(1, 100), ...range(105, 125)]);
    expect(figures(outbox)).toMatchObject({ size: 0, bytes: 0, dropped: 0 });
  });

  test('gives nothing twice that is on its way while older ones, found late, are delivered', async () => {
    const folder = makeFolder();
    const first = await startOutbox(folder, { limits: LAZY });
    pushAll(first.outbox, range(1, 100));
    await first.outbox.stop();
    renameSync(folder, `${folder}.away`);
    writeFileSync(folder, 'in the way');
    const observed = makeOutbox(folder, { limits: { memoryMessages: 64 } });
    const { outbox } = observed;
    onTestFinished(() => outbox.destroy());
    await expect(outbox.start()).rejects.toThrow();
    pushAll(outbox, range(101, 120));
    takeThere(outbox, 4);
    rmSync(folder);
    renameSync(`${folder}.away`, folder);
    await expect.poll(() => lastProblem(observed), PATIENCE).toBeNull();
    await outbox.flush();
    const numbers: number[] = [];
    for (let message = await takeNext(outbox, 4); message; message = await takeNext(outbox, 4)) {
      numbers.push(numberOf(message));
      outbox.settle(message, DELIVERED);
    }
    expect(numbers).toEqual([...range(1, 100), ...range(105, 120)]);
    outbox.rewind();
    expect(await drain(outbox)).toEqual(range(101, 104));
  });

  test('stays in problem until it could write, though nothing waits any more', async () => {
    const folder = makeFolder();
    const observed = await startOutbox(folder);
    const { outbox } = observed;
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'in the way');
    pushAll(outbox, range(1, 3));
    await outbox.flush();
    expect(lastProblem(observed)?.text).toContain('a file exists where a folder is required');
    expect(await drain(outbox)).toEqual(range(1, 3));
    await outbox.flush();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(observed.problems).toHaveLength(1);
    rmSync(folder);
    // A retry in the very moment in which there is no folder is in problem once more.
    await expect.poll(() => lastProblem(observed), PATIENCE).toBeNull();
  });

  test('keeps the newest in memory, counts what goes, and never throws', async () => {
    const folder = makeFolder();
    writeFileSync(folder, 'in the way');
    const { outbox } = makeOutbox(folder, { limits: { memoryMessages: 400 } });
    onTestFinished(() => outbox.destroy());
    await outbox.start().catch(() => {});
    for (const turn of range(0, 19)) {
      pushAll(outbox, range(turn * 100 + 1, turn * 100 + 100));
      await outbox.flush();
    }
    expect(figures(outbox)).toMatchObject({ size: 200, dropped: 1800 });
    expect(await drain(outbox)).toEqual(range(1801, 2000));
    pushAll(outbox, range(1, 10));
    await outbox.stop();
    expect(figures(outbox)).toMatchObject({ size: 0, dropped: 1810 });
  });

  test('notices that its folder was deleted, and makes a new one', async () => {
    const folder = makeFolder();
    const observed = await startOutbox(folder);
    const { outbox } = observed;
    pushAll(outbox, range(1, 10));
    await outbox.flush();
    rmSync(folder, { recursive: true });
    pushAll(outbox, range(11, 20));
    await outbox.flush();
    expect(lastProblem(observed)?.text).toContain('deleted');
    await expect.poll(() => lastProblem(observed), PATIENCE).toBeNull();
    await outbox.flush();
    expect(await drain(outbox)).toEqual(range(1, 20));
  });

  test('counts what waited in a folder that was deleted, and goes on', async () => {
    const folder = makeFolder();
    const { outbox, lines } = await startOutbox(folder, { limits: { memoryMessages: 64 } });
    for (const turn of range(0, 9)) {
      pushAll(outbox, range(turn * 20 + 1, turn * 20 + 20));
      await outbox.flush();
    }
    rmSync(folder, { recursive: true });
    const numbers = await drain(outbox);
    expect(numbers).toEqual(range(1, numbers.length));
    expect(figures(outbox)).toMatchObject({
      size: 0,
      bytes: 0,
      delivered: numbers.length,
      dropped: 200 - numbers.length,
    });
    expect(lines.join()).toContain('cannot read the outbox');
    pushAll(outbox, [201]);
    expect(await drain(outbox)).toEqual([201]);
  });

  test('goes on after a disk that could be neither read nor written at the same time', async () => {
    const folder = makeFolder();
    // As it is in use: both are tried again less often than is looked whether there is something to do.
    const limits = { memoryMessages: 64, retryMs: 500 };
    const observed = await startOutbox(folder, { limits });
    const { outbox, lines } = observed;
    for (const turn of range(0, 9)) {
      pushAll(outbox, range(turn * 20 + 1, turn * 20 + 20));
      await outbox.flush();
    }
    renameSync(folder, `${folder}.away`);
    writeFileSync(folder, 'in the way');
    for (const message of takeThere(outbox)) outbox.settle(message, DELIVERED);
    pushAll(outbox, range(201, 210));
    await expect
      .poll(() => lastProblem(observed)?.text, PATIENCE)
      .toContain('a file exists where a folder is required');
    await expect.poll(() => lines.join(), PATIENCE).toContain('cannot read the outbox');
    rmSync(folder);
    renameSync(`${folder}.away`, folder);
    await expect.poll(() => lastProblem(observed), PATIENCE).toBeNull();
    expect((await drain(outbox)).at(-1)).toBe(210);
    expect(figures(outbox)).toMatchObject({ size: 0, delivered: 210, dropped: 0 });
  });

  test('survives a disk that is full, and writes everything when there is room again', async (context) => {
    const disk = makeSmallDisk(context);
    const folder = join(disk, 'outbox');
    const observed = await startOutbox(folder, { limits: { memoryMessages: 1000 } });
    const { outbox } = observed;
    writeFileSync(join(disk, 'ballast'), Buffer.alloc(100 * 1024));
    let pushed = 0;
    while (!lastProblem(observed)) {
      pushAll(outbox, range(pushed + 1, pushed + 50));
      pushed += 50;
      await outbox.flush();
    }
    expect(statfsSync(disk).bavail).toBeLessThan(4);
    expect(lastProblem(observed)).toMatchObject({
      text: expect.stringContaining('the disk is full'),
      remedy: expect.stringContaining('Free up disk space'),
    });
    expect(figures(outbox)).toMatchObject({ size: pushed, dropped: 0 });
    pushAll(outbox, range(pushed + 1, pushed + 100));
    pushed += 100;
    rmSync(join(disk, 'ballast'));
    await expect.poll(() => lastProblem(observed), PATIENCE).toBeNull();
    await outbox.flush();
    const copy = makeFolder();
    cpSync(folder, copy, { recursive: true });
    const second = await startOutbox(copy);
    expect(figures(second.outbox)).toMatchObject({ size: pushed, dropped: 0 });
    expect(await drain(second.outbox)).toEqual(range(1, pushed));
    expect(await drain(outbox)).toEqual(range(1, pushed));
  });

  test('on a full disk, makes room by what is delivered', async (context) => {
    const disk = makeSmallDisk(context);
    const limits = { memoryMessages: 1000, segmentBytes: 20_000 };
    const observed = await startOutbox(join(disk, 'outbox'), { limits });
    const { outbox } = observed;
    let pushed = 0;
    while (!lastProblem(observed)) {
      pushAll(outbox, range(pushed + 1, pushed + 50));
      pushed += 50;
      await outbox.flush();
    }
    const numbers: number[] = [];
    while (lastProblem(observed)) {
      const message = await takeNext(outbox, 0);
      if (message) {
        numbers.push(numberOf(message));
        outbox.settle(message, DELIVERED);
      } else await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect([...numbers, ...(await drain(outbox))]).toEqual(range(1, pushed));
  });

  test('goes on when somebody fails who is told of it', async () => {
    const folder = makeFolder();
    writeFileSync(folder, 'in the way');
    const onProblem = (): void => {
      throw new Error('a mistake');
    };
    const { outbox, lines } = makeOutbox(folder, { onProblem });
    onTestFinished(() => outbox.destroy());
    await outbox.start().catch(() => {});
    rmSync(folder);
    outbox.push(numbered(1));
    await expect
      .poll(() => readdirSync(dirname(folder)).includes('outbox') && readdirSync(folder), PATIENCE)
      .toContain('0000000000000001.segment');
    expect(lines.join()).toContain('a mistake');
  });
});
