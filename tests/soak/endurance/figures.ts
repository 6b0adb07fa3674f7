/** What a run of `endurance` saw, as the rows of its table. */
import type { Balance } from './accounting.ts';
import { type Rest, risesOf, sumOf } from './rest.ts';
import { judged, SPARE, SPARE_OF_PAGE } from './rest-verdict.ts';
import type { Rig } from './rig.ts';
import { slopeText, type Verdict } from './verdict.ts';
import type { Held } from './window.ts';

/** Owners of memory that are named. */
const MOST_NAMED = 5;

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
  const { sent, early, inCable, readings, moments, coalesced, repeated, awaySent, awayKept, away, csvRows, alarms } =
    balanced;
  const change = (what: (held: Held) => number): string =>
    `${what(heldBefore).toFixed(0)} → ${what(heldAfter).toFixed(0)}`;
  const [was, is] = [judged(before), judged(after)];
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
      'Sent at the other Mensura, and kept here; of these confirmed to the broker, and published amid a subscription',
      `${awaySent}, ${awayKept}; ${away.confirmed}, ${away.between}`,
    ],
    ['Alarms raised', `${alarms}`],
    ['**Readings lost**', `**${balanced.lost}**`],
    ['Script memory after garbage collection, second half', slopeText(verdict.heap)],
    ['Resident memory, second half', slopeText(verdict.resident)],
    [
      'Script memory at rest',
      `${mib(sumOf(before.heldMiB))} → ${mib(sumOf(after.heldMiB))} MiB; ${largest(before, after)}`,
    ],
    ['Open files at rest, before and after', `${before.files} → ${after.files}`],
    [
      'Handles and timers at rest',
      `${sumOf(before.resources)} → ${sumOf(after.resources)}; ${SPARE.handles} more are allowed`,
    ],
    ['Listeners at rest', `${sumOf(was.listeners)} → ${sumOf(is.listeners)}; ${SPARE.listeners} more are allowed`],
    [
      'Entries of maps and sets at rest',
      `${sumOf(was.entries)} → ${sumOf(is.entries)}; ${SPARE.entries} more are allowed`,
    ],
    ['Threads, least and most', verdict.threads.join(', ')],
    [
      'Event loop late by: median of the p99 of each sample, and the most of all',
      `${verdict.p99Ms.toFixed(1)} ms, ${verdict.maxMs.toFixed(0)} ms`,
    ],
    [
      'Page: script memory in MiB, nodes, listeners',
      `${change(({ heapMiB }) => heapMiB)}, ${change(({ nodes }) => nodes)}, ${change(({ listeners }) => listeners)} after ${rig.window.visits} visits; ${SPARE_OF_PAGE.heapMiB}, ${SPARE_OF_PAGE.nodes}, ${SPARE_OF_PAGE.listeners} more are allowed`,
    ],
  ];
}

/** What holds more of script memory than before, the most first. */
function largest(before: Rest, after: Rest): string {
  const rises = risesOf(after.heldMiB, before.heldMiB).slice(0, MOST_NAMED);
  return `most in ${rises.map(([owner, by]) => `${owner} (+${mib(by)})`).join(', ')}`;
}

function mib(size: number): string {
  return size.toFixed(2);
}
