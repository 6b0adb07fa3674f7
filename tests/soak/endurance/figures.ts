/** The rows of the table of `endurance`. */
import type { Balance } from './accounting.ts';
import { type Rest, risesOf, sumOf } from './rest.ts';
import { judged } from './rest-verdict.ts';
import type { Rig } from './rig.ts';
import { slopeText, type Verdict } from './verdict.ts';
import type { Held } from './window.ts';

/** Number of owners of memory in the table. */
const MOST_NAMED = 5;

/** The observations of a run. */
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
  const {
    sent,
    early,
    inCable,
    readings,
    moments,
    coalesced,
    repeated,
    awaySent,
    awayKept,
    away,
    csvRows,
    databases,
    alarms,
  } = balanced;
  const change = (what: (held: Held) => number): string =>
    `${what(heldBefore).toFixed(0)} → ${what(heldAfter).toFixed(0)}`;
  const [was, is] = [judged(before), judged(after)];
  return [
    ['Events', [...counts].map(([name, count]) => `${count} x ${name}`).join(', ')],
    ['Numbered readings sent', `${sent}; ${early} before their device was known, ${inCable} in a pulled cable`],
    ['Channel readings in registry, event stream and history', `${readings}`],
    [
      'Sample sets published and received',
      `${moments}, in ${connections} connections; ${repeated} received twice (QoS 1)`,
    ],
    ['Sample sets in CSV files', `${csvRows}`],
    ['Channel readings in InfluxDB and in VictoriaMetrics, of own devices', `${databases.points}`],
    ['Readings skipped for the slow reader', `${coalesced}, in ${rig.slow.pauses} pauses`],
    [
      'Readings of the remote Mensura: sent, stored here; acknowledged to the broker, published during a subscription',
      `${awaySent}, ${awayKept}; ${away.confirmed}, ${away.between}`,
    ],
    ['Alarms raised', `${alarms}`],
    ['**Lost readings**', `**${balanced.lost}**`],
    ['Script memory after garbage collection, second half', slopeText(verdict.heap)],
    ['Resident memory, second half', slopeText(verdict.resident)],
    [
      'Script memory at rest',
      `${mib(sumOf(before.heldMiB))} → ${mib(sumOf(after.heldMiB))} MiB; ${largest(before, after)}`,
    ],
    ['Open files at rest', `${before.files} → ${after.files}`],
    ['Handles and timers at rest', `${sumOf(before.resources)} → ${sumOf(after.resources)}`],
    ['Listeners at rest', `${sumOf(was.listeners)} → ${sumOf(is.listeners)}`],
    ['Entries of maps and sets at rest', `${sumOf(was.entries)} → ${sumOf(is.entries)}`],
    ['Promises at rest', `${before.promises} → ${after.promises}`],
    ['Threads, minimum and maximum', verdict.threads.join(', ')],
    [
      'Event loop delay: median of the p99 of each sample, highest',
      `${verdict.p99Ms.toFixed(1)} ms, ${verdict.maxMs.toFixed(0)} ms`,
    ],
    [
      'Page: script memory in MiB, nodes, listeners',
      `${change(({ heapMiB }) => heapMiB)}, ${change(({ nodes }) => nodes)}, ${change(({ listeners }) => listeners)} after ${rig.window.visits} visits`,
    ],
  ];
}

/** Owners of more script memory than before, largest growth first. */
function largest(before: Rest, after: Rest): string {
  const rises = risesOf(after.heldMiB, before.heldMiB).slice(0, MOST_NAMED);
  return `most in ${rises.map(([owner, by]) => `${owner} (+${mib(by)})`).join(', ')}`;
}

function mib(size: number): string {
  return size.toFixed(2);
}
