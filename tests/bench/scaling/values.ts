/** How many values a percentile is taken of. */
import { eventsPerSecond, type Load } from './load.ts';
import type { RunFigures } from './run.ts';
import type { Times } from './window.ts';

/** A load with fewer is named: its p99 is little else than the slowest of them. */
const ENOUGH = 30;

/** How many events are waited for at a small load, and for how long at most, in milliseconds. */
const EVENTS = 100;
const LONGEST_MS = 10_000;

/** How long a load is measured: longer than others where events are few. */
export function timesFor(load: Load, times: Times): Times {
  const forEvents = Math.min(LONGEST_MS, (EVENTS * 1000) / eventsPerSecond(load));
  return { ...times, durationMs: Math.max(times.durationMs, forEvents) };
}

/** The runs of one load, as the report calls it. */
interface Named {
  name: string;
  runs: readonly RunFigures[];
}

/** How many values the figures of a round have at least, as a sentence. */
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
