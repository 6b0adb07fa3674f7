import { spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PROPERTY_RUNS, PROPERTY_SEED } from '../../support/property-runs.ts';
import { Random } from '../../support/random.ts';
import { DELIVERED, makeFolder, makeOutbox, takeNext } from './support.ts';

/** Each costs a second or more: 4 in `npm test`. */
const KILLS = Math.ceil(PROPERTY_RUNS / 25);

const isSoak = PROPERTY_RUNS >= 1000;

/**
 * What is older than this, in milliseconds, when the program is killed, must be on disk: a second, and slack. A disk
 * that others use takes longer now and then, so that `npm test` asks only for what was flushed.
 */
const SETTLED_MS = isSoak ? 2000 : Number.POSITIVE_INFINITY;

/** The longest that the program lives after its first flush, in milliseconds. */
const LIFE_MS = isSoak ? 3000 : 600;

interface Deed {
  what: string;
  number: number;
  at: number;
}

/** Runs the program until it is killed, some time after its first flush; answers what it did. */
async function runAndKill(folder: string, first: number, ms: number): Promise<Deed[]> {
  const program = fileURLToPath(new URL('./pusher.ts', import.meta.url));
  const child = spawn(process.execPath, [program, folder, String(first)], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  const began = Promise.withResolvers<void>();
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    if (/^f/m.test(output)) began.resolve();
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  await Promise.race([began.promise, ended]);
  await pause(ms);
  child.kill('SIGKILL');
  await ended;
  const lines = output.split('\n').slice(0, -1);
  return lines.map((line) => {
    const [what = '', number, at] = line.split(' ');
    return { what, number: Number(number), at: Number(at) };
  });
}

/** What an outbox finds in a folder. */
async function numbersIn(folder: string): Promise<number[]> {
  const copy = makeFolder();
  cpSync(folder, copy, { recursive: true });
  const { outbox, lines } = makeOutbox(copy);
  await outbox.start();
  const numbers: number[] = [];
  for (let message = await takeNext(outbox, 0); message; message = await takeNext(outbox, 0)) {
    numbers.push(Number(message.payload));
    outbox.settle(message, DELIVERED);
  }
  await outbox.destroy();
  expect(lines).toEqual([]);
  return numbers;
}

describe('an outbox whose program is killed', () => {
  test(
    'has all that was flushed, nothing that was settled long before, and never anything else',
    async () => {
      const folder = makeFolder();
      /** What waits for certain, and what may. */
      let sure = new Set<number>();
      let possible = new Set<number>();
      let first = 1;
      const random = new Random(PROPERTY_SEED);
      for (let kill = 1; kill <= KILLS; kill += 1) {
        const deeds = await runAndKill(folder, first, LIFE_MS * random.next());
        const end = deeds.at(-1)?.at ?? 0;
        const flush = deeds.findLastIndex(({ what }) => what === 'f');
        const flushed = deeds[flush]?.number ?? 0;
        const flushBegan = deeds.findLastIndex(
          ({ what, number }, index) => index < flush && what === 'p' && number <= flushed,
        );
        for (const [index, { what, number, at }] of deeds.entries()) {
          if (what === 'p') {
            possible.add(number);
            if (number <= flushed || at < end - SETTLED_MS) sure.add(number);
          }
          if (what !== 'd') continue;
          expect(possible).toContain(number);
          sure.delete(number);
          if (index <= flushBegan || at < end - SETTLED_MS) possible.delete(number);
        }
        const numbers = await numbersIn(folder);
        expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
        expect(new Set(numbers).size).toBe(numbers.length);
        const there = new Set(numbers);
        expect([...sure].filter((number) => !there.has(number))).toEqual([]);
        expect(numbers.filter((number) => !possible.has(number))).toEqual([]);
        first = Math.max(first, ...deeds.filter(({ what }) => what === 'p').map(({ number }) => number + 1));
        // What is there now is there for good; what is not is lost for good.
        [sure, possible] = [there, new Set(there)];
      }
    },
    (KILLS + 1) * 20_000,
  );
});
