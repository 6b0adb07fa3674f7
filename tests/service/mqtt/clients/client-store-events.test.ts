import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { atEnd } from '../../../support/at-end.ts';
import { client } from './support/clients.ts';
import { openStores } from './support/stores.ts';

test('a change is told once it is saved, before the one who asked hears of it; one that failed is not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mensura-clients-'));
  atEnd(() => rm(folder, { recursive: true }));
  const { store } = await openStores(folder);
  const told: string[] = [];
  store.events.on('changed', ({ before, after }) => {
    expect(store.clients).toBe(after);
    told.push(`${[...before.keys()].join()} -> ${[...after.keys()].join()}`);
  });
  await store.change(() => new Map([['lab', client('lab')]])).then(() => told.push('saved'));
  const failing = store.change(() => {
    throw new Error('refused');
  });
  await expect(failing).rejects.toThrow('refused');
  await store.change(() => new Map());
  expect(told).toEqual([' -> lab', 'saved', 'lab -> ']);
});
