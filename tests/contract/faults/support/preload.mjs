/**
 * In JavaScript: threads of the built service need no types stripped. Loaded into the built service before its own
 * code, in each of its threads: brings about what cannot be brought about from outside at a chosen moment. What it is
 * told is in variables of the environment, and in a file of orders.
 *
 *   FAULT_KILL     N: the process kills itself after the Nth file that was renamed or removed, counted from the first of a restore
 *   FAULT_AT_START THREAD FAULT, with commas: each of those threads has its fault at its start
 *   FAULT_ORDERS   a file; each line that is added to it is an order: THREAD FAULT
 *
 * THREAD is `main` or the name of a worker's file; FAULT is one of `FAULTS` below, with a number where it takes one.
 * What threads tell is in a file beside that of orders.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';

const { FAULT_KILL, FAULT_AT_START, FAULT_ORDERS } = process.env;

const THREAD = isMainThread ? 'main' : basename(process.argv[1] ?? '', '.mjs');

/** How often orders are looked for, in milliseconds. */
const LOOK_MS = 10;

/** Under which threads get the memory that they share. */
const CLOCK = 'mensura-fault-clock';

/**
 * The wall clock of all threads, which jumps in all of them at once; the steady one goes on as it did.
 * @returns jumps by so many milliseconds
 */
function takeClock() {
  const offset = isMainThread ? new Float64Array(new SharedArrayBuffer(8)) : getEnvironmentData(CLOCK);
  if (!(offset instanceof Float64Array)) throw new Error('No clock is shared with this thread.');
  setEnvironmentData(CLOCK, offset);
  const realNow = Date.now;
  Date.now = () => realNow() + (offset[0] ?? 0);
  globalThis.Date = new Proxy(Date, {
    construct: (real, given, made) => Reflect.construct(real, given.length === 0 ? [real.now()] : given, made),
  });
  /** @param {number} byMs */
  return (byMs) => {
    offset[0] = (offset[0] ?? 0) + byMs;
  };
}

/** @type {Record<string, (argument: number) => void>} */
const FAULTS = {
  exit: () => process.exit(1),
  throw: () => {
    throw new Error('An error that nobody caught.');
  },
  reject: () => void Promise.reject(new Error('A rejection that nobody caught.')),
  /** What time it is in this thread. */
  tell: () => appendFileSync(`${FAULT_ORDERS}.told`, `${THREAD} ${Date.now()}\n`),
};

/** @param {string} order */
function obey(order) {
  const [thread, fault = '', argument] = order.split(' ');
  if (thread === THREAD) FAULTS[fault]?.(Number(argument));
}

/** @param {string} path */
function watchOrders(path) {
  const read = () => readFileSync(path, 'utf8').split('\n').slice(0, -1);
  // What was ordered before this thread began was meant for the one before it.
  let seen = read().length;
  setInterval(() => {
    const orders = read();
    const due = orders.slice(seen);
    seen = orders.length;
    for (const order of due) obey(order);
  }, LOOK_MS).unref();
}

/** Counts from the first restore on: what the start does to files is no part of it. @param {number} files */
function killAfter(files) {
  let left = Number.POSITIVE_INFINITY;
  /** @param {string} path */
  const count = (path) => {
    if (path.includes('mensura-before-')) left = files;
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
  };
  const { rename, rm } = promises;
  promises.rename = async (from, to) => {
    await rename(from, to);
    count(String(to));
  };
  promises.rm = async (path, options) => {
    await rm(path, options);
    if (String(path).endsWith('restore-under-way.json')) count(String(path));
  };
  syncBuiltinESMExports();
}

if (FAULT_KILL && isMainThread) killAfter(Number(FAULT_KILL));
for (const fault of FAULT_AT_START?.split(',') ?? []) obey(fault);
if (FAULT_ORDERS) {
  FAULTS['jump'] = takeClock();
  watchOrders(FAULT_ORDERS);
}
