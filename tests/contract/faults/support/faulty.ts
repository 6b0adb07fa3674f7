/** The built service with faults that it is told to have: see preload.mjs. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshFolder } from '../../../support/process.ts';
import { until } from '../../../support/until.ts';

const PRELOAD = new URL('./preload.mjs', import.meta.url).href;

/** Variables with which the service kills itself after so many files of a restore. */
export function killedAfter(files: number): Record<string, string> {
  return { NODE_OPTIONS: `--import=${PRELOAD}`, FAULT_KILL: String(files) };
}

/** Variables with which threads have a fault whenever they begin. */
export function faultAtStart(threads: readonly string[], fault: string): Record<string, string> {
  return {
    NODE_OPTIONS: `--import=${PRELOAD}`,
    FAULT_AT_START: threads.map((thread) => `${thread} ${fault}`).join(','),
  };
}

interface Orders {
  env: Record<string, string>;
  /** @param fault as preload.mjs has it */
  give(thread: string, fault: string): void;
  /** What time it is in a thread by its wall clock, in milliseconds since 1970. */
  timeIn(thread: string): Promise<number>;
}

/** Orders that a running service takes. */
export function ordersFor(): Orders {
  const path = join(freshFolder(), 'orders');
  const told = `${path}.told`;
  writeFileSync(path, '');
  const give: Orders['give'] = (thread, fault) => appendFileSync(path, `${thread} ${fault}\n`);
  return {
    env: { NODE_OPTIONS: `--import=${PRELOAD}`, FAULT_ORDERS: path },
    give,
    timeIn: (thread) => {
      writeFileSync(told, '');
      give(thread, 'tell');
      return until(`the time in ${thread}`, () => Number(/ (\d+)\n/.exec(readFileSync(told, 'utf8'))?.[1]) || false);
    },
  };
}
