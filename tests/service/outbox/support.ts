/** An outbox in a folder of its own, with everything it says written down. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { OutboxLimits, OutboxOptions, OutboxProblem } from '../../../service/outbox/options.ts';
import { Outbox } from '../../../service/outbox/outbox.ts';
import type { Message, PublishRequest } from '../../../service/outbox/types.ts';
import { type Clock, systemClock } from '../../../service/support/clock.ts';
import { silentLogger } from '../../../service/support/logger.ts';

/** How long a test waits for what the outbox does a moment later: a bound, not an expectation. */
export const PATIENCE = { timeout: 30_000, interval: 5 };

/** Quick in all things, and never too full: what a test does not set. */
export const QUICK: Partial<OutboxLimits> = { flushMs: 20, saveMs: 20, retryMs: 20 };

/** Only what is forced is written. */
export const LAZY: Partial<OutboxLimits> = { flushMs: 600_000, saveMs: 600_000, retryMs: 600_000 };

export const DELIVERED = { kind: 'delivered' } as const;

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mensura-outbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'outbox');
}

/** A clock whose wall and whose monotonic time a test can move. */
export class TestClock implements Clock {
  wallShift = 0;
  monotonicShift = 0;

  now(): number {
    return systemClock.now() + this.wallShift;
  }

  monotonic(): number {
    return systemClock.monotonic() + this.monotonicShift;
  }

  /** Time goes by. */
  pass(ms: number): void {
    this.wallShift += ms;
    this.monotonicShift += ms;
  }
}

export interface Observed {
  outbox: Outbox;
  lines: string[];
  problems: (OutboxProblem | null)[];
}

export function makeOutbox(folder: string, options: Partial<OutboxOptions> = {}): Observed {
  const lines: string[] = [];
  const problems: (OutboxProblem | null)[] = [];
  const write = (text: string): void => void lines.push(text);
  const outbox = new Outbox({
    folder,
    owner: 'MQTT client lab',
    prefix: 'lab',
    qos: 1,
    storing: true,
    clock: systemClock,
    logger: { ...silentLogger, error: write, warn: write, info: write },
    onProblem: (problem) => problems.push(problem),
    ...options,
    limits: { ...QUICK, ...options.limits },
  });
  return { outbox, lines, problems };
}

/** One that is started, and destroyed when the test is over. */
export async function startOutbox(folder: string, options: Partial<OutboxOptions> = {}): Promise<Observed> {
  const observed = makeOutbox(folder, options);
  onTestFinished(() => observed.outbox.destroy());
  await observed.outbox.start();
  return observed;
}

/** A message that carries a number, with texts that are longer in UTF-8 than in characters. */
export function numbered(number: number, size = 20): Message {
  return { topic: `E${number % 7}/measurement`, payload: `{"n":${number},"µ":"${'°'.repeat(size)}"}`, at: Date.now() };
}

export function numberOf({ payload }: { payload: string }): number {
  return Number(/^\{"n":(\d+),"µ":"°*"\}$/.exec(payload)?.[1]);
}

export function pushAll(outbox: Outbox, numbers: Iterable<number>, size?: number): void {
  for (const number of numbers) outbox.push(numbered(number, size));
}

export function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** What can be taken without waiting. */
export function takeThere(outbox: Outbox, most = Infinity): PublishRequest[] {
  const taken: PublishRequest[] = [];
  while (taken.length < most) {
    const message = outbox.take();
    if (!message) break;
    taken.push(message);
  }
  return taken;
}

/** The next message, where one is there or comes from disk; undefined when nothing but what was taken is left. */
export async function takeNext(outbox: Outbox, taken: number): Promise<PublishRequest | undefined> {
  for (;;) {
    const ready = Promise.withResolvers<void>();
    outbox.onReady = ready.resolve;
    const message = outbox.take();
    if (message || outbox.size === taken) return message;
    const again = setTimeout(ready.resolve, 50);
    await ready.promise;
    clearTimeout(again);
  }
}

/** Takes and settles until nothing is left; answers the numbers in the order in which they came. */
export async function drain(outbox: Outbox): Promise<number[]> {
  const numbers: number[] = [];
  for (;;) {
    const message = await takeNext(outbox, 0);
    if (!message) return numbers;
    numbers.push(numberOf(message));
    outbox.settle(message, DELIVERED);
  }
}

/** The segments in a folder, by name. */
export function segmentsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.segment'))
    .toSorted();
}

export function figures({ size, bytes, delivered, discarded: dropped }: Outbox) {
  return { size, bytes, delivered, dropped };
}
