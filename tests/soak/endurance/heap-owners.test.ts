import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeHeapSnapshot } from 'node:v8';
import { expect, test } from 'vitest';
import { ownersOf, type Snapshot } from './heap-owners.ts';

class SoakKeeper {
  readonly #kept = new Map<string, string>();
  readonly texts: string[] = [];

  fill(count: number): void {
    for (let number = 0; number < count; number += 1) {
      this.#kept.set(`key ${number}`, `a text of some length, number ${number}`);
      this.texts.push('other '.repeat(10) + number);
    }
  }
}

test('what an object holds is found by its class and field, private ones too', () => {
  const keeper = new SoakKeeper();
  keeper.fill(5000);
  const path = join(tmpdir(), `mensura-heap-${process.pid}.heapsnapshot`);
  writeHeapSnapshot(path);
  const snapshot = JSON.parse(readFileSync(path, 'utf8')) as Snapshot;
  rmSync(path);
  const { bytes } = ownersOf(snapshot);
  expect(bytes.get('SoakKeeper.#kept')).toBeGreaterThan(5000 * 40);
  expect(bytes.get('SoakKeeper.texts')).toBeGreaterThan(5000 * 40);
  keeper.fill(1);
});
