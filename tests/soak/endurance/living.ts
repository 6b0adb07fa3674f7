/** Counts of objects in a process at rest, through its inspector. Leaks increase them. */
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Inspector } from '../support/inspector.ts';
import { ownersOf, type Snapshot } from './heap-owners.ts';

export type Counts = Record<string, number>;

export interface Living {
  /** Listeners of all event emitters and event targets of Node, by class of these. */
  listeners: Counts;
  /** Entries of all maps and sets by owner, including listeners of our own emitters. */
  entries: Counts;
  /** Set timers, by duration and the start of their callback. */
  timers: Counts;
  /** A promise that never settles keeps those that wait for it. */
  promises: number;
  /** Script memory by owner, in MiB. */
  heldMiB: Counts;
}

const LISTENERS = `function () {
  const counts = {};
  for (const emitter of this) {
    if (typeof emitter._events !== 'object' || emitter._events === null) continue;
    const name = emitter.constructor?.name;
    for (const event of emitter.eventNames()) counts[name] = (counts[name] ?? 0) + emitter.listenerCount(event);
  }
  return counts;
}`;

/** Node lists them by type, with their number at the root. */
const TARGETS = `function () {
  const counts = {};
  for (const target of this) {
    const events = Object.getOwnPropertySymbols(target).find(({ description }) => description === 'kEvents');
    const lists = events === undefined ? undefined : target[events];
    if (!(lists instanceof Map)) continue;
    const name = target.constructor?.name;
    for (const { size } of lists.values()) counts[name] = (counts[name] ?? 0) + (size ?? 0);
  }
  return counts;
}`;

const TIMERS = `function () {
  const counts = {};
  for (const { _onTimeout, _idleTimeout, _destroyed } of this) {
    if (_destroyed !== false || typeof _onTimeout !== 'function') continue;
    const name = _idleTimeout + ' ms: ' + String(_onTimeout).replace(/\\s+/g, ' ').slice(0, 60);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}`;

/** Includes prototypes of maps and sets, which have no size. */
const FILLED = `function () {
  return this.filter((each) => { try { return each.size > 0; } catch { return false; } });
}`;

const PROMISES = "process.getBuiltinModule('node:v8').queryObjects(Promise, { format: 'count' })";

const SIZES = 'function () { return this.map(({ size }) => size); }';

/** Owner of young objects that V8 moved before the snapshot. */
const UNKNOWN = 'unknown';

/** Objects held for the count. */
const GROUP = 'entries';

/** Blocks the process for some seconds. */
export async function lookAtLiving(inspector: Inspector): Promise<Living> {
  const listeners = await inspector.overAll<Counts>("process.getBuiltinModule('node:events').prototype", LISTENERS);
  const timeout =
    '(() => { const one = setTimeout(() => {}); clearTimeout(one); return Object.getPrototypeOf(one); })()';
  const timers = await inspector.overAll<Counts>(timeout, TIMERS);
  Object.assign(listeners, await inspector.overAll<Counts>('EventTarget.prototype', TARGETS));
  const promises = await inspector.evaluate<number>(PROMISES);
  // Before the process blocks, since a gateway without a response meanwhile has no values.
  const sizes = [...(await sizesOf(inspector, 'Map.prototype')), ...(await sizesOf(inspector, 'Set.prototype'))];
  const { bytes, of } = ownersOf(await snapshotOf(inspector));
  const entries: Counts = {};
  for (const [id, size] of sizes) {
    const owner = of(id) ?? UNKNOWN;
    entries[owner] = (entries[owner] ?? 0) + size;
  }
  const heldMiB = Object.fromEntries([...bytes].map(([owner, size]) => [owner, size / 2 ** 20]));
  return { listeners, entries, timers, promises, heldMiB };
}

/** Number of entries of each nonempty map or set, by its ID in snapshots. */
async function sizesOf(inspector: Inspector, prototype: string): Promise<[id: number, size: number][]> {
  const objectGroup = GROUP;
  const apply = async <Result>(
    objectId: string,
    functionDeclaration: string,
    returnByValue: boolean,
  ): Promise<Result> => {
    const params = { objectId, functionDeclaration, returnByValue, objectGroup };
    return (await inspector.call<{ result: Result }>('Runtime.callFunctionOn', params)).result;
  };
  try {
    const { result } = await inspector.call<{ result: { objectId: string } }>('Runtime.evaluate', {
      expression: prototype,
      objectGroup,
    });
    const { objects } = await inspector.call<{ objects: { objectId: string } }>('Runtime.queryObjects', {
      prototypeObjectId: result.objectId,
      objectGroup,
    });
    const { objectId } = await apply<{ objectId: string }>(objects.objectId, FILLED, false);
    const { value: sizes } = await apply<{ value: number[] }>(objectId, SIZES, true);
    const { result: own } = await inspector.call<{ result: { name: string; value?: { objectId?: string } }[] }>(
      'Runtime.getProperties',
      { objectId, ownProperties: true },
    );
    const each = own.flatMap(({ name, value }) =>
      /^\d+$/.test(name) && value?.objectId !== undefined ? [[Number(name), value.objectId] as const] : [],
    );
    return await Promise.all(
      each.map(async ([place, one]): Promise<[number, number]> => {
        const { heapSnapshotObjectId } = await inspector.call<{ heapSnapshotObjectId: string }>(
          'HeapProfiler.getHeapObjectId',
          { objectId: one },
        );
        return [Number(heapSnapshotObjectId), sizes[place] ?? 0];
      }),
    );
  } finally {
    // Otherwise the inspector would be the owner.
    await inspector.call('Runtime.releaseObjectGroup', { objectGroup });
  }
}

async function snapshotOf(inspector: Inspector): Promise<Snapshot> {
  const path = join(tmpdir(), `mensura-soak-${process.pid}.heapsnapshot`);
  try {
    await inspector.evaluate(`process.getBuiltinModule('node:v8').writeHeapSnapshot(${JSON.stringify(path)})`);
    return JSON.parse(await readFile(path, 'utf8')) as Snapshot;
  } finally {
    await rm(path, { force: true });
  }
}
