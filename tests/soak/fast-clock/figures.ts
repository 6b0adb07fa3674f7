/** What a run of `fast-clock` saw, as the rows of its table. */
import type { HourLook, ProgramReport } from './report.ts';
import { type LookVerdict, memoryText, nativeMiB } from './verdict.ts';

/** All that a run saw. */
export interface Seen {
  hours: number;
  /** Of real time. */
  seconds: number;
  report: ProgramReport;
  /** Moments with a valid value, those of them that came to the broker, and arrivals of the same once more. */
  moments: { valid: number; arrived: number; repeated: number };
  lost: number;
  verdict: LookVerdict;
}

/** The rows of the table. */
export function figuresOf({ hours, seconds, report, moments, lost, verdict }: Seen): [string, string][] {
  const { looks, registry, stored, kept, rows, csv, alarms, alarmsLogged } = report;
  const last = looks.at(-1);
  const most = (of: (look: HourLook) => number): number => Math.max(...looks.map(of));
  const { heap, buffers, threadHeap, threadBuffers, native } = verdict.memory;
  /** After each quarter of the time. */
  const quarters = (of: (look: HourLook) => number): string =>
    [0.25, 0.5, 0.75, 1]
      .flatMap((part) => looks[Math.max(0, Math.round(looks.length * part) - 1)] ?? [])
      .map((look) => of(look).toFixed(0))
      .join(', ');
  return [
    [
      'Virtual time, and real',
      `${hours} h in ${Math.round(seconds)} s: ${Math.round((hours * 3600) / seconds)} times as fast; ${report.timerRuns} timers ran`,
    ],
    [
      'Readings counted by the registry, stored by the history, found in its sums',
      `${registry}, ${stored}, ${sum(kept)}`,
    ],
    [
      'Moments with a valid value, come to the broker; rows in CSV files, one for each moment, also without one',
      `${moments.valid}, ${moments.arrived} (${moments.repeated} came twice, QoS 1); ${sum(rows)}`,
    ],
    ['Most messages that waited for the broker', `${most(({ queued }) => queued)}`],
    ['Alarms raised, in the log', `${alarms}, ${alarmsLogged}`],
    ['**Readings lost**', `**${lost}**`],
    ['Script memory after garbage collection, second half: main thread', memoryText(heap)],
    ["The same of the history's thread", memoryText(threadHeap)],
    [
      "Buffers outside of it, second half: main thread; the history's thread",
      `${memoryText(buffers)}; ${memoryText(threadBuffers)}`,
    ],
    ['Native memory (neither scripts, buffers nor files), second half', memoryText(native)],
    ['Resident memory, second half', memoryText(verdict.resident)],
    [
      'Resident after each quarter, MiB; of that native; room for scripts of both threads; files',
      [
        quarters(({ residentMiB }) => residentMiB),
        quarters(nativeMiB),
        quarters(({ main, thread }) => main.heapRoomMiB + thread.heapRoomMiB),
        quarters(({ filesMiB }) => filesMiB),
      ].join('; '),
    ],
    [
      'Timers and handles, least and most of the second half',
      `${verdict.timers.join(' to ')}, ${verdict.handles.join(' to ')}`,
    ],
    [
      'History: most while 64 MiB were allowed, and at the end with 6 MiB',
      `${mib(verdict.wideBytes)}, ${mib(last?.bytes ?? 0)}`,
    ],
    [
      'Oldest reading of its own, of 1 day: most',
      `${most(({ oldestReadingDays }) => oldestReadingDays).toFixed(2)} days`,
    ],
    ['Files in the data folder, least and most of the second half', verdict.files.join(' to ')],
    [
      'CSV files: one for each device and local day',
      `${csv.files} of ${Object.keys(rows).length} devices and ${csv.days} days`,
    ],
  ];
}

/** Of all devices. */
export function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

function mib(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}
