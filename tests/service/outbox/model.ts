/** What an outbox may do, in the simplest form: an array. */
import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import type { OutboxOptions } from '../../../service/outbox/options.ts';
import type { Outbox } from '../../../service/outbox/outbox.ts';
import type { PublishRequest } from '../../../service/outbox/types.ts';
import { DELIVERED, figures, LAZY, makeFolder, makeOutbox, numbered, numberOf, takeNext } from './support.ts';

interface Waiting {
  number: number;
  /** Whether it is sure to be there: after a crash, what was not flushed may be lost, and settled ones may come back. */
  sure: boolean;
}

/** An outbox and its model, side by side: each step is done with both, and what differs is a failure. */
export class Modelled {
  #folder: string;
  readonly #options: Partial<OutboxOptions>;
  #outbox: Outbox;
  /** All that is not settled, in order. */
  #waiting: Waiting[] = [];
  #taken = new Map<PublishRequest, number>();
  #flushed: { waiting: readonly number[]; settled: ReadonlySet<number> } = { waiting: [], settled: new Set() };
  #settled = new Set<number>();
  #next = 1;
  #known = { total: 0, delivered: 0, refused: 0, dropped: 0 };

  constructor(options: Partial<OutboxOptions>) {
    this.#folder = makeFolder();
    this.#options = { ...options, limits: { ...LAZY, ...options.limits } };
    this.#outbox = makeOutbox(this.#folder, this.#options).outbox;
  }

  async start(): Promise<void> {
    await this.#outbox.start();
    this.check();
  }

  async push(count: number, size: number): Promise<void> {
    for (let times = 0; times < count; times += 1) {
      // No more than may be in memory until it is written: what is dropped from there is no part of this model.
      if (this.#outbox.memory.messages > 20) await this.flush();
      this.#outbox.push(numbered(this.#next, size));
      this.#waiting.push({ number: this.#next, sure: true });
      this.#known.total += 1;
      this.#next += 1;
    }
  }

  async take(count: number): Promise<void> {
    for (let times = 0; times < count && this.#taken.size < 8; times += 1) {
      const message = await takeNext(this.#outbox, this.#taken.size);
      const taken = new Set(this.#taken.values());
      const number = message ? numberOf(message) : Infinity;
      const passed = this.#waiting.filter((each) => !taken.has(each.number) && each.number < number);
      assert.deepEqual(
        passed.filter(({ sure }) => sure),
        [],
      );
      this.#waiting = this.#waiting.filter((each) => !passed.includes(each));
      if (!message) return;
      assert(this.#waiting.some((each) => each.number === number) && !taken.has(number), `${number} came`);
      assert.equal(message.topic, `lab/${numbered(number).topic}`);
      this.#taken.set(message, number);
    }
  }

  /** Settles the one taken at a place, counted from the oldest. */
  settle(place: number, refused: boolean): void {
    const [message, number] = [...this.#taken][place % Math.max(1, this.#taken.size)] ?? [];
    if (!message || number === undefined) return;
    this.#outbox.settle(message, refused ? { kind: 'refused', text: '' } : DELIVERED);
    this.#known[refused ? 'refused' : 'delivered'] += 1;
    this.#taken.delete(message);
    this.#settled.add(number);
    this.#waiting = this.#waiting.filter((each) => each.number !== number);
  }

  rewind(): void {
    this.#outbox.rewind();
    this.#taken.clear();
  }

  async flush(): Promise<void> {
    await this.#outbox.flush();
    this.#note();
  }

  /** All that is sure to be there is on disk now. */
  #note(): void {
    const sure = this.#waiting.filter((each) => each.sure).map(({ number }) => number);
    this.#flushed = { waiting: sure, settled: new Set(this.#settled) };
  }

  async restart(): Promise<void> {
    await this.#outbox.stop();
    this.#taken.clear();
    this.#note();
    this.#outbox = makeOutbox(this.#folder, this.#options).outbox;
    const { dropped, refused } = this.#known;
    await this.#outbox.start();
    this.#known.delivered = 0;
    assert.equal(this.#outbox.discarded, dropped + refused);
    this.#known.total = this.#outbox.size + dropped + refused;
    this.check();
  }

  /** The power goes: all that is left is what is in the files now, whatever is being done. */
  async crash(): Promise<void> {
    const copy = makeFolder();
    for (;;) {
      try {
        cpSync(this.#folder, copy, { recursive: true });
        break;
      } catch (error) {
        // A file that was deleted while the folder was copied.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
    await this.#outbox.destroy();
    this.#folder = copy;
    const all = new Set([...this.#flushed.waiting, ...this.#waiting.map(({ number }) => number), ...this.#settled]);
    const sure = new Set(this.#waiting.filter((each) => each.sure).map(({ number }) => number));
    const flushed = new Set(this.#flushed.waiting);
    this.#waiting = [...all]
      .filter((number) => !this.#flushed.settled.has(number))
      .toSorted((a, b) => a - b)
      .map((number) => ({ number, sure: flushed.has(number) && sure.has(number) }));
    this.#settled = new Set(this.#flushed.settled);
    this.#taken.clear();
    this.#outbox = makeOutbox(this.#folder, this.#options).outbox;
    await this.#outbox.start();
    const { size, discarded: dropped } = this.#outbox;
    this.#known = { total: size + dropped, delivered: 0, refused: 0, dropped };
  }

  /** Nothing appears and nothing goes: what came is there, or was settled, or counts as dropped. */
  check(): void {
    const { total, delivered, refused, dropped } = this.#known;
    const now = figures(this.#outbox);
    const size = total - delivered - refused - dropped;
    assert.deepEqual(now, { size, bytes: now.bytes, delivered, dropped: dropped + refused });
    assert(this.#outbox.memory.messages <= 64);
    if (this.#waiting.every(({ sure }) => sure)) assert.equal(size, this.#waiting.length);
    assert(size > 0 ? now.bytes > 0 : now.bytes === 0);
  }

  /** Takes and settles all there is. */
  async finish(): Promise<void> {
    for (;;) {
      await this.take(1);
      if (this.#taken.size === 0) break;
      this.settle(0, false);
    }
    this.check();
    assert.deepEqual(
      this.#waiting.filter(({ sure }) => sure),
      [],
    );
    assert.equal(this.#outbox.size, 0);
  }

  end(): Promise<void> {
    return this.#outbox.destroy();
  }
}
