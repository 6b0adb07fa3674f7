import { cpSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { PROPERTY_RUNS } from '../../support/property-runs.ts';
import {
  DELIVERED,
  drain,
  figures,
  LAZY,
  makeFolder,
  makeOutbox,
  numbered,
  type Observed,
  pushAll,
  range,
  segmentsIn,
  startOutbox,
  takeThere,
} from './support.ts';

/** Of all bytes one in so many is damaged, each in the soak: records differ in length, so that every field is met. */
const STRIDE = PROPERTY_RUNS >= 1000 ? 1 : 3;

/** The bytes of a record beyond its texts. */
const OVERHEAD = 30;

function recordLength(number: number): number {
  const { topic, payload } = numbered(number, 4);
  return OVERHEAD + Buffer.byteLength(topic) + Buffer.byteLength(payload);
}

/** A folder of three segments with five messages each. */
async function fillFolder(): Promise<string> {
  const folder = makeFolder();
  for (const run of [0, 1, 2]) {
    const { outbox } = makeOutbox(folder, { limits: LAZY });
    await outbox.start();
    pushAll(outbox, range(run * 5 + 1, run * 5 + 5), 4);
    await outbox.stop();
  }
  expect(segmentsIn(folder)).toEqual(
    ['0000000000000001', '0000000000000006', '0000000000000011'].map((first) => `${first}.segment`),
  );
  return folder;
}

/** One that was drained takes new messages, and keeps them and its count over a restart. */
async function goOn(folder: string, { outbox }: Observed): Promise<void> {
  pushAll(outbox, [100, 101], 4);
  await outbox.stop();
  const next = makeOutbox(folder, { limits: LAZY });
  await next.outbox.start();
  expect(next.outbox.discarded).toBe(outbox.discarded);
  expect(await drain(next.outbox)).toEqual([100, 101]);
  await next.outbox.destroy();
}

/**
 * Starts on a copy that was changed, drains it, and answers what came and what was thought to.
 * @param goesOn whether it is used further
 */
async function runOnCopy(folder: string, change: (copy: string) => void, goesOn = true) {
  const copy = makeFolder();
  cpSync(folder, copy, { recursive: true });
  change(copy);
  const first = makeOutbox(copy, { limits: LAZY });
  await first.outbox.start();
  const waited = first.outbox.size + first.outbox.discarded;
  const numbers = await drain(first.outbox);
  const { discarded: dropped } = first.outbox;
  expect(figures(first.outbox)).toMatchObject({ size: 0, bytes: 0 });
  if (goesOn) await goOn(copy, first);
  else await first.outbox.destroy();
  return { waited, numbers, dropped, lines: first.lines };
}

describe('an outbox whose files are damaged', () => {
  const names = ['0000000000000001.segment', '0000000000000006.segment', '0000000000000011.segment'] as const;
  let folder: string;
  let newest: Buffer;

  beforeEach(async () => {
    folder = await fillFolder();
    newest = readFileSync(join(folder, names[2]));
  });

  /** How many messages of the newest segment are whole when so many bytes are left. */
  function wholeIn(bytes: number): number {
    let [count, end] = [0, recordLength(11)];
    while (end <= bytes) end += recordLength(12 + (count += 1));
    return Math.min(count, 5);
  }

  test('gives every whole message of one that was cut anywhere, and no other', async () => {
    expect(newest).toHaveLength(range(11, 15).reduce((sum, number) => sum + recordLength(number), 0));
    const isEnd = (length: number): boolean => wholeIn(length) > wholeIn(length - 1);
    for (const length of range(0, newest.length).filter((each) => each % STRIDE === 0 || isEnd(each))) {
      const whole = wholeIn(length);
      const { waited, numbers, dropped, lines } = await runOnCopy(
        folder,
        (copy) => truncateSync(join(copy, names[2]), length),
        length % 15 === 0,
      );
      expect({ length, waited, numbers, dropped }).toEqual({
        length,
        waited: 10 + whole,
        numbers: range(1, 10 + whole),
        dropped: 0,
      });
      const torn = length - range(11, 10 + whole).reduce((sum, number) => sum + recordLength(number), 0);
      expect(lines).toEqual(
        torn === 0
          ? []
          : [
              expect.stringMatching(
                new RegExp(`^discarded an incomplete message at the end of .* \\(${torn} bytes\\)$`),
              ),
            ],
      );
    }
  }, 240_000);

  test('gives every whole message of one that ends in zeros or garbage', async () => {
    for (const length of range(0, newest.length).filter((each) => each % 7 === 0)) {
      for (const fill of [0, 0xff, 0x7b]) {
        const torn = Buffer.alloc(newest.length + 100, fill);
        newest.copy(torn, 0, 0, length);
        const { numbers } = await runOnCopy(folder, (copy) => writeFileSync(join(copy, names[2]), torn), false);
        // A byte that happens to be as it was makes a message whole that was cut right before it.
        const least = wholeIn(length);
        expect(numbers.slice(0, 10 + least)).toEqual(range(1, 10 + least));
        expect(numbers).toEqual(range(1, numbers.length));
        expect(numbers.length).toBeLessThanOrEqual(15);
      }
    }
  }, 240_000);

  test('loses and counts one message when any byte in the middle is wrong', async () => {
    const middle = readFileSync(join(folder, names[1]));
    const ends = range(6, 10).map((number) => range(6, number).reduce((sum, each) => sum + recordLength(each), 0));
    for (let place = 0; place < middle.length; place += STRIDE) {
      const changed = Buffer.from(middle);
      changed[place]! ^= 0x11;
      const hit = 6 + ends.findIndex((end) => place < end);
      const { waited, numbers, dropped, lines } = await runOnCopy(
        folder,
        (copy) => writeFileSync(join(copy, names[1]), changed),
        false,
      );
      expect({ place, waited, numbers, dropped }).toEqual({
        place,
        waited: 15,
        numbers: range(1, 15).filter((number) => number !== hit),
        dropped: 1,
      });
      expect(lines).toEqual([expect.stringContaining('discarded 1 message (outbox file damaged or deleted)')]);
    }
  }, 240_000);

  test('counts the messages of one that is gone, empty or nothing but garbage', async () => {
    const without = [...range(1, 5), ...range(11, 15)];
    const changes: ((path: string) => void)[] = [
      (path) => rmSync(path),
      (path) => truncateSync(path, 0),
      (path) => writeFileSync(path, Buffer.alloc(4096)),
      (path) => writeFileSync(path, 'x'.repeat(5_000_000)),
    ];
    for (const change of changes) {
      const { waited, numbers, dropped } = await runOnCopy(folder, (copy) => change(join(copy, names[1])));
      expect({ waited, numbers, dropped }).toEqual({ waited: 15, numbers: without, dropped: 5 });
    }
  });

  test('goes on where the newest is nothing but garbage, or empty, again and again', async () => {
    for (const content of ['', 'garbage'.repeat(1000)]) {
      const { numbers, dropped } = await runOnCopy(folder, (copy) => writeFileSync(join(copy, names[2]), content));
      expect({ numbers, dropped }).toEqual({ numbers: range(1, 10), dropped: 0 });
    }
  });

  test('gives everything again when the position is damaged, and says so', async () => {
    const { outbox } = await startOutbox(folder, { limits: LAZY });
    for (const message of takeThere(outbox, 3)) outbox.settle(message, DELIVERED);
    await outbox.flush();
    const { numbers: rest } = await runOnCopy(folder, () => {});
    expect(rest).toEqual(range(4, 15));
    for (const content of ['', '{', '{"version":1}', '\0'.repeat(50), JSON.stringify({ version: 2 })]) {
      const { numbers, lines } = await runOnCopy(folder, (copy) => writeFileSync(join(copy, 'position.json'), content));
      expect(numbers).toEqual(range(1, 15));
      expect(lines[0]).toContain('position.json');
    }
    const { numbers } = await runOnCopy(folder, (copy) => rmSync(join(copy, 'position.json')));
    expect(numbers).toEqual(range(1, 15));
  });

  test('leaves alone what is not its own, and clears away what a crash left of the position', async () => {
    writeFileSync(join(folder, 'position.json.4711.tmp'), '{');
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    writeFileSync(join(folder, '9999999999999999.segment'), 'no number');
    const { outbox } = await startOutbox(folder);
    expect(await drain(outbox)).toEqual(range(1, 15));
    await outbox.stop();
    expect(readdirSync(folder).toSorted()).toEqual(['9999999999999999.segment', 'notes.txt', 'position.json']);
  });
});
