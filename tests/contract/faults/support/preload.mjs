/**
 * In JavaScript: threads of the built service need no types stripped. Loaded into the built service before its own code, in each of its threads: brings about what cannot be brought about
 * from outside at a chosen moment. What it is told is in variables of the environment, and in a file of orders.
 *
 *   FAULT_KILL     N: the process kills itself after the Nth file that was renamed or removed, counted from the first of a restore
 *   FAULT_AT_START THREAD FAULT, with commas: each of those threads has its fault at its start
 *   FAULT_ORDERS   a file; each line that is added to it is an order: THREAD FAULT
 *
 * THREAD is `main` or the name of a worker's file; FAULT is one of `FAULTS` below, with a number where it takes one.
 */
import { readFileSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';
import { isMainThread } from 'node:worker_threads';

const THREAD = isMainThread ? 'main' : basename(process.argv[1] ?? '', '.mjs');

/** How often orders are looked for, in milliseconds. */
const LOOK_MS = 10;

const realNow = Date.now;
let offsetMs = 0;

/** The wall clock as the orders have it; what never jumps stays as it is. @param {number} byMs */
function jump(byMs) {
  offsetMs += byMs;
  Date.now = () => realNow() + offsetMs;
}

/** @type {Record<string, (argument: number) => void>} */
const FAULTS = {
  exit: () => process.exit(1),
  throw: () => {
    throw new Error('An error that nobody caught.');
  },
  reject: () => void Promise.reject(new Error('A rejection that nobody caught.')),
  jump,
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

const { FAULT_KILL, FAULT_AT_START, FAULT_ORDERS } = process.env;
if (FAULT_KILL && isMainThread) killAfter(Number(FAULT_KILL));
for (const fault of FAULT_AT_START?.split(',') ?? []) obey(fault);
if (FAULT_ORDERS) watchOrders(FAULT_ORDERS);
