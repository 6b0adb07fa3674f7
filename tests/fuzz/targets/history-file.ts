/** A damaged file of the history, byte by byte: whatever is read of it was once written, and it goes on. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { STORE_LIMITS } from '../../../service/history/store/limits.ts';
import { Store } from '../../../service/history/store/store.ts';
import { GAP, StoreError, type StoreEvents } from '../../../service/history/types.ts';
import { batchOf, declaredChannel, series } from '../../service/history/store/support/batches.ts';
import { must, type Prey, type Target } from '../engine/target.ts';

/** An input is a list of changes to the file: where (in 256ths of it, then bytes), how many bytes, and the bytes. */
const HEAD = 4;

const T0 = Date.UTC(2026, 1, 3, 22, 17);
const SLOTS = [0, 1, 2];
const READINGS = 1500;
const ALL = [-1e15, 1e15] as const;
const valueOf = (index: number): number => Math.round(1000 * Math.sin(index)) / 10;

const LIMITS = { ...STORE_LIMITS, closeMs: 0 };

function changed(whole: Buffer, input: Uint8Array): Buffer {
  const copy = Buffer.from(whole);
  for (let at = 0; at + HEAD <= input.length; ) {
    const [coarse = 0, high = 0, low = 0, length = 0] = input.subarray(at, at + HEAD);
    const place = Math.floor((coarse * copy.length) / 256) + 256 * (high % 16) + low;
    const bytes = input.subarray(at + HEAD, at + HEAD + (length % 64));
    copy.set(bytes.subarray(0, Math.max(0, copy.length - place)), Math.min(place, copy.length));
    if (length >= 250) return copy.subarray(0, place);
    at += HEAD + (length % 64);
  }
  return copy;
}

/** One file with what was written last in its journal, and one with all in blocks. */
function templates(base: string): Buffer[] {
  const path = join(base, 'template', 'history.sqlite');
  return [0, 1000].map((closeMs) => {
    rmSync(join(base, 'template'), { recursive: true, force: true });
    const store = new Store({ path, limits: { ...LIMITS, closeMs }, setAside: () => {}, replaced: () => {} });
    for (const slot of SLOTS) store.commit(batchOf(series(slot, T0, READINGS, 1000, valueOf), [declaredChannel(slot)]));
    store.addMarker({ at: T0, text: 'the door was open', device: 'usb/E1' });
    store.close();
    return readFileSync(path);
  });
}

function open(base: string): Prey {
  const whole = templates(base);
  const folder = join(base, 'history');
  const path = join(folder, 'history.sqlite');

  function run(input: Uint8Array): void {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    const content = changed(whole[(input[0] ?? 0) % 2] ?? Buffer.alloc(0), input.subarray(1));
    writeFileSync(path, content);
    const aside: StoreEvents['setAside'][] = [];
    const store = new Store({ path, limits: LIMITS, setAside: (event) => aside.push(event), replaced: () => {} });
    try {
      ask(store);
      store.commit(batchOf(series(7, T0, 10, 1000, Number), [declaredChannel(7)]));
      const readings = readingsOf(store, 7);
      must(readings.length === 10, `${readings.length} of 10 readings that came after the damage`);
      must(aside.length <= 2, `${aside.length} files are set aside`);
      for (const { path: kept } of aside)
        must(
          readdirSync(folder).some((name) => kept.endsWith(name)),
          `${kept} is not there`,
        );
    } catch (error) {
      // A file of a later release, as a changed version number says; what SQLite refuses for another reason than damage.
      if (!(error instanceof StoreError)) throw error;
      must(error.fault !== 'damaged', `not set aside: ${error.message}`);
      must(readFileSync(path).length > 0, 'the file is gone');
    } finally {
      store.close();
    }
  }

  return { run };
}

/** The readings of a channel, without the marks of interruptions. */
function readingsOf(store: Store, slot: number): (readonly [at: number, value: number])[] {
  const { at, value } = store.read(declaredChannel(slot), ...ALL, 1e6);
  const rows = Array.from(at, (moment, index) => [moment, value[index] ?? Number.NaN] as const);
  return rows.filter(([, each]) => each !== GAP);
}

/** Asks everything that the service asks, and looks whether each reading is one that was written. */
function ask(store: Store): void {
  store.open([]);
  store.channels();
  store.status();
  store.listMarkers(...ALL, null);
  for (const slot of SLOTS) {
    for (const [at, value] of readingsOf(store, slot)) {
      const index = (at - T0) / 1000;
      const isOurs = Number.isInteger(index) && index >= 0 && index < READINGS && value === valueOf(index);
      must(isOurs, `${value} at ${at}, which was never written`);
    }
    store.statistics([declaredChannel(slot)], ...ALL);
    must(store.count([declaredChannel(slot)], ...ALL) >= 0, 'a count below 0');
  }
}

const change = (coarse: number, bytes: readonly number[], offset = 0): number[] => [
  coarse,
  offset >> 8,
  offset & 255,
  bytes.length,
  ...bytes,
];

export const target: Target = {
  covers: ['service/history/'],
  words: [
    Uint8Array.from(change(0, [0xa5, 0xa5])),
    Uint8Array.from(change(128, [0, 0, 0, 0])),
    Uint8Array.of(100, 0, 0, 251),
    'E100',
    'temperature',
    'history',
  ],
  maxBytes: 256,
  seeds: [
    Uint8Array.of(0),
    Uint8Array.of(1),
    Uint8Array.from([0, ...change(0, [0], 18)]),
    Uint8Array.from([1, ...change(60, [0xa5, 0xa5, 0xa5])]),
    Uint8Array.from([0, ...change(200, [1, 2, 3, 4, 5, 6, 7, 8])]),
    Uint8Array.of(0, 128, 0, 0, 250),
  ],
  open,
};
