/** What a run of `endurance` saw, as the rows of its table. */
import type { Balance } from './accounting.ts';
import { type Rest, sumOf } from './rest.ts';
import type { Rig } from './rig.ts';
import { slopeText, type Verdict } from './verdict.ts';
import type { Held } from './window.ts';

/** All that a run saw. */
export interface Seen {
  rig: Rig;
  verdict: Verdict;
  before: Rest;
  after: Rest;
  heldBefore: Held;
  heldAfter: Held;
  balanced: Balance;
  counts: Map<string, number>;
  connections: number;
}

/** The rows of the table. */
export function figuresOf(seen: Seen): [string, string][] {
  const { rig, verdict, before, after, heldBefore, heldAfter, balanced, counts, connections } = seen;
  const { sent, early, inCable, readings, moments, coalesced, repeated, awaySent, awayKept, csvRows, alarms } =
    balanced;
  const change = (what: (held: Held) => number): string =>
    `${what(heldBefore).toFixed(0)} → ${what(heldAfter).toFixed(0)}`;
  return [
    ['What happened', [...counts].map(([name, count]) => `${count} x ${name}`).join(', ')],
    [
      'Numbered readings that the instruments sent',
      `${sent}; ${early} before they were known, ${inCable} in a cable that was pulled`,
    ],
    [
      'Readings (single channels) counted by the registry, told on the event stream, kept in the history',
      `${readings}`,
    ],
    [
      'Moments published and come to the broker',
      `${moments}, in ${connections} connections; ${repeated} came twice (QoS 1)`,
    ],
    [
      'Rows in CSV files, one for each moment told: also without a valid value, and of the other Mensura, which are not published',
      `${csvRows}`,
    ],
    ['Left out for the slow reader, which had all others', `${coalesced}, in ${rig.slow.pauses} pauses`],
    [
      'Sent at the other Mensura, and seen here; between them are the times without a connection',
      `${awaySent}, ${awayKept}`,
    ],
    ['Alarms raised', `${alarms}`],
    ['**Readings lost**', `**${balanced.lost}**`],
    ['Script memory after garbage collection, second half', slopeText(verdict.heap)],
    ['Resident memory, second half', slopeText(verdict.resident)],
    ['Open files at rest, before and after', `${before.files} → ${after.files}`],
    ['Handles and timers at rest', `${sumOf(before.resources)} → ${sumOf(after.resources)}`],
    ['Listeners at rest', `${sumOf(before.listeners)} → ${sumOf(after.listeners)}`],
    ['Entries of maps and sets at rest', `${before.entries} → ${after.entries}`],
    ['Threads, least and most', verdict.threads.join(', ')],
    [
      'Event loop late by: median of the p99 of each sample, and the most of all',
      `${verdict.p99Ms.toFixed(1)} ms, ${verdict.maxMs.toFixed(0)} ms`,
    ],
    [
      'Page: script memory in MiB, nodes, listeners',
      `${change(({ heapMiB }) => heapMiB)}, ${change(({ nodes }) => nodes)}, ${change(({ listeners }) => listeners)} after ${rig.window.visits} visits`,
    ],
  ];
}
