/** The number of values of a percentile. */
import { eventsPerSecond, type Load } from './load.ts';
import type { RunFigures } from './run.ts';
import type { Times } from './window.ts';

/** A load with fewer is named: its p99 is little more than the slowest value. */
const ENOUGH = 30;

/** Number of events to wait for at a low load, and the time limit in milliseconds. */
const EVENTS = 100;
const LONGEST_MS = 10_000;

/** Length of a measurement: longer if events are few. */
export function timesFor(load: Load, times: Times): Times {
  const forEvents = Math.min(LONGEST_MS, (EVENTS * 1000) / eventsPerSecond(load));
  return { ...times, durationMs: Math.max(times.durationMs, forEvents) };
}

/** The runs of one load, with its name in the report. */
interface Named {
  name: string;
  runs: readonly RunFigures[];
}

/** The minimum number of values in a round, as a sentence. */
export function valuesText(measured: readonly Named[]): string {
  const ways = [
    ['events', (run: RunFigures) => run.eventsOfWindow],
    ['messages at the subscriber', (run: RunFigures) => run.messagesOfWindow],
    ['requests', (run: RunFigures) => run.requestsOfWindow],
  ] as const;
  const texts = ways.map(([what, pick]) => {
    const least = measured.map(({ name, runs }) => ({ name, count: Math.min(...runs.map(pick)) }));
    const few = least.filter(({ count }) => count < ENOUGH);
    const others = least.filter((each) => !few.includes(each)).map(({ count }) => count);
    const but = few.map(({ name, count }) => `${count} (${name})`).join(', ');
    if (others.length === 0) return `${but} ${what}`;
    return `${Math.min(...others)} ${what}${but && `, except ${but}`}`;
  });
  return `A percentile is that of one round, of at least ${texts.join('; ')}.`;
}
